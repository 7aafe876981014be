import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Dictation, Processing } from '@quoth/contract';
import { EventBus, silentLogger } from '@quoth/core';
import { CorrectionWatch } from './correction-watch.ts';

const said = 'Boards in grafanna';
const corrected = 'Boards in Grafana';
const learned = { heard: 'grafanna', phrase: 'grafanna', written: 'Grafana' };

/** A dictation has arrived in a field that holds what `field` says; undefined: its program does not tell. */
function watched(t: TestContext, more: Partial<Processing> = {}, suggestWords = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const events = new EventBus((error) => assert.fail(String(error)));
  const field: { text: string | undefined } = { text: said };
  const compared: string[] = [];
  const offered: unknown[] = [];
  const watch = new CorrectionWatch({
    core: {
      events,
      settings: { get: () => ({ suggestWords }) },
      recordings: {
        learn: async (_id: string, text: string) => {
          compared.push(text);
          return text.startsWith(corrected) ? learned : undefined;
        },
      },
    } as unknown as ConstructorParameters<typeof CorrectionWatch>[0]['core'],
    program: { textBeforeCursor: async (text) => (field.text === text ? async () => field.text : undefined) },
    onLearned: (word) => offered.push(word),
    logger: silentLogger,
  });
  t.after(() => watch.close());
  const arrive = (id: string) => {
    const one = { id, phase: 'delivered', text: said, delivery: 'paste', program: null, private: false };
    const dictation = { processing: [{ ...one, ...more }] } as unknown as Dictation;
    events.publish({ type: 'dictation-changed', dictation });
  };
  arrive('1');
  const seconds = async (count: number) => {
    for (let turn = 0; turn < count * 4; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      t.mock.timers.tick(250);
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { field, compared, offered, arrive, seconds };
}

test('a word that was corrected is offered once the text stays as it is', async (t) => {
  const { field, compared, offered, seconds } = watched(t);
  await seconds(3);
  field.text = 'Boards in Graf';
  await seconds(3);
  field.text = corrected;
  await seconds(4);
  assert.deepEqual(compared, [], 'its user may still be writing');
  await seconds(6);
  assert.deepEqual([compared, offered], [[corrected], [learned]]);
});

test('a message that is sent, and a dictation that follows, end it with a last look', async (t) => {
  for (const end of ['sent', 'next'] as const)
    await t.test(end, async (each) => {
      const { field, offered, seconds, arrive } = watched(each);
      await seconds(3);
      field.text = corrected;
      await seconds(3);
      if (end === 'sent') field.text = '';
      else {
        field.text = `${corrected} ${said}`;
        arrive('2');
      }
      await seconds(2);
      assert.deepEqual(offered, [learned]);
    });
});

test('nothing is looked at of private dictations, of what a program asked for, of copied texts, and where it is switched off', async (t) => {
  for (const [name, more, isOn] of [
    ['private', { private: true }, true],
    ['a program', { program: { name: 'Notes' } }, true],
    ['copied', { delivery: 'copy' }, true],
    ['off', {}, false],
  ] as const)
    await t.test(name, async (each) => {
      const { field, compared, seconds } = watched(each, more as Partial<Processing>, isOn);
      await seconds(3);
      field.text = corrected;
      await seconds(12);
      assert.deepEqual(compared, []);
    });
});

test('it looks for a minute', async (t) => {
  const { field, compared, seconds } = watched(t);
  let looks = 0;
  Object.defineProperty(field, 'text', { get: () => (looks++ === 0 ? said : `${looks} ${said}`) });
  await seconds(70);
  assert.deepEqual(compared, []);
  assert(looks <= 32, `it looked ${looks} times`);
});
