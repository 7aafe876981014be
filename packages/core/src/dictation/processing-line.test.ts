import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  type DeliveredText,
  jointAtPlace,
  REPLACED_MS,
  ReplacedTexts,
  withoutSpokenEnter,
} from './processing-line.ts';

function texts(context: TestContext) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let changes = 0;
  const replaced = new ReplacedTexts(() => {
    changes++;
  });
  return { replaced, tick: (ms: number) => context.mock.timers.tick(ms), changes: () => changes };
}

test('the text that an edit replaced is kept for ten minutes, and its end is announced', (context) => {
  const { replaced, tick, changes } = texts(context);
  replaced.keep('a', 'as it was');
  tick(REPLACED_MS - 1);
  assert.deepEqual([replaced.get('a'), replaced.ids, changes()], ['as it was', ['a'], 0]);
  tick(1);
  assert.deepEqual([replaced.get('a'), replaced.ids, changes()], [undefined, [], 1]);
});

test('only the last twenty are kept', (context) => {
  const { replaced } = texts(context);
  for (let index = 0; index < 21; index++) replaced.keep(`${index}`, 'x');
  assert.deepEqual([replaced.ids.length, replaced.get('0'), replaced.get('20')], [20, undefined, 'x']);
});

for (const [said, text, pressEnter] of [
  ['Hello there. Press enter.', 'Hello there.', true],
  ['hello there press enter', 'hello there', true],
  ['Hello there, press Enter!', 'Hello there', true],
  ['Is it? Press enter.', 'Is it?', true],
  ['Press enter.', '', true],
  ['Press enter to go on.', 'Press enter to go on.', false],
  ['He will impress enter', 'He will impress enter', false],
  ['', '', false],
] as const) {
  test(`"${said}" ${pressEnter ? 'presses Enter' : 'is only text'}`, () => {
    assert.deepEqual(withoutSpokenEnter(said), { text, pressEnter });
  });
}

const before: DeliveredText = { place: 'editor', isOpen: true, at: 1_000 };

test('two dictations at the same place, one right after the other, are separated by a space', () => {
  const rows: readonly [string, string | undefined, DeliveredText | undefined, number, string][] = [
    ['Another.', 'editor', before, 2_000, ' '],
    ['Another.', 'editor', undefined, 2_000, ''],
    ['Another.', 'browser', before, 2_000, ''],
    ['Another.', undefined, before, 2_000, ''],
    ['Another.', 'editor', before, 15_000, ' '],
    ['Another.', 'editor', before, 17_000, ''],
    // Speaking began before the last text was there.
    ['Another.', 'editor', before, 500, ' '],
    ['Another.', 'editor', { ...before, isOpen: false }, 2_000, ''],
    [' Another.', 'editor', before, 2_000, ''],
    ['\nAnother.', 'editor', before, 2_000, ''],
    [', and so on', 'editor', before, 2_000, ''],
    ['(aside)', 'editor', before, 2_000, ' '],
    ['', 'editor', before, 2_000, ''],
  ];
  for (const [text, place, last, startedAt, expected] of rows)
    assert.equal(
      jointAtPlace(text, place, last, startedAt, true),
      expected,
      JSON.stringify([text, place, last]),
    );
});

test('where the desktop does not tell whether the cursor was moved, speaking has to begin within five seconds', () => {
  assert.deepEqual(
    [5_000, 7_000].map((startedAt) => jointAtPlace('Another.', 'editor', before, startedAt, false)),
    [' ', ''],
  );
});
