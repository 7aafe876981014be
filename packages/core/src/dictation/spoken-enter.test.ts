import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSpokenEnter } from './spoken-enter.ts';

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
