import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { startTarget, type TargetName } from '@quoth/desktop/fixtures/paste-targets.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { applicationTests } from '../support/application-tests.ts';

const sentence = testSentences()[11];
assert(sentence);
/** keysymdef.h */
const keys = { m: 0x6d, s: 0x73, control: 0xffe3, alt: 0xffe9 };

let client: Client;
const tests = applicationTests(
  {
    flags: [],
    microphone: true,
    display: true,
    settings: { shortcutSend: 'Ctrl+Alt+S', sendPrograms: ['mousepad'] },
    model: 'quoth-test-en-streaming',
  },
  async ({ own, mode }) => {
    client = own;
    const { language, model } = (await client.getMode({ params: { id: mode } })).mode;
    const chat = await client.createMode({ body: { name: 'Chat', language, model, sendKey: 'ctrl-enter' } });
    const shortcut = { shortcut: 'Ctrl+Alt+M', action: 'toggle', modeId: chat.mode.id } as const;
    await client.updateSettings({ body: { moreShortcuts: [shortcut] } });
    await until(async () => {
      const { shortcuts } = await client.getShortcuts({});
      return shortcuts.keys.filter(({ state }) => state === 'active').length >= 4;
    });
  },
);

const dictation = async () => (await client.getDictation({})).dictation;

/** Presses the key, speaks, presses it again or releases it, and waits until its text has come to its end. */
async function spoken(key: number, isHeld = false) {
  const { keyboard, microphone } = tests;
  const known = (await dictation()).processing.map(({ id }) => id);
  const chord = [keys.control, keys.alt, key] as const;
  await (isHeld ? keyboard.down(...chord) : keyboard.press(...chord));
  await until(async () => (await dictation()).recording?.phase === 'recording');
  await microphone.play(sentence?.samples ?? new Int16Array());
  await (isHeld ? keyboard.up(...chord) : keyboard.press(...chord));
  const one = async () => (await dictation()).processing.find(({ id }) => !known.includes(id));
  await until(async () => ['delivered', 'copied', 'shown', 'failed'].includes((await one())?.phase ?? ''));
  const ended = await one();
  assert.equal(ended?.phase, 'delivered', JSON.stringify(ended?.error));
  return ended;
}

async function withTarget(name: TargetName, work: (text: () => Promise<string>) => Promise<void>) {
  const target = await startTarget(tests.display, name);
  try {
    await work(() => target.text());
  } finally {
    target.close();
  }
}

test('the key that sends is followed by Enter in a named program, tapped or held', async () => {
  await withTarget('mousepad', async (text) => {
    const tapped = await spoken(keys.s);
    assert.deepEqual([tapped.pressed, tapped.error], ['enter', null]);
    // The program's own last line end cannot be told from ours, so the second text shows the first one's.
    const held = await spoken(keys.s, true);
    assert.equal(held.pressed, 'enter');
    await until(async () => (await text()).trimEnd() === `${tapped.text}\n${held.text}`);
  });
});

test('a terminal gets no key unless it is named, and a key with a mode presses what the mode says', async () => {
  await withTarget('xterm', async (text) => {
    const first = await spoken(keys.s);
    assert.deepEqual([first.pressed, first.error?.code], [undefined, 'NOT_PASTED']);
    // A mode says it for every program, so one that is not named is no problem.
    const second = await spoken(keys.m);
    assert.deepEqual([second.mode.name, second.pressed, second.error], ['Chat', undefined, null]);
    const unsent = await text();
    assert(!unsent.includes('\r'), 'Enter was pressed');
    await client.updateSettings({ body: { sendPrograms: ['mousepad', 'xterm'] } });
    const third = await spoken(keys.m);
    assert.equal(third.pressed, 'ctrl-enter');
    await until(async () => (await text()) === `${unsent}${unsent === '' ? '' : ' '}${third.text}\r`);
  });
});
