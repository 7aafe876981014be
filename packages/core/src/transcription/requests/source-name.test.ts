import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceNameOf } from './source-name.ts';

const cases: readonly (readonly [path: string | undefined, expected: string | undefined])[] = [
  ['meeting.m4a', 'meeting.m4a'],
  ['/home/ada/talks/meeting.m4a', 'meeting.m4a'],
  ['C:\\Users\\Ada\\meeting.m4a', 'meeting.m4a'],
  ['two\r\nlines\u0000.wav', 'two lines .wav'],
  ['  spaces.wav ', 'spaces.wav'],
  ['folder/', undefined],
  ['', undefined],
  [undefined, undefined],
];

test('a source is known by its file name alone', () => {
  for (const [path, expected] of cases) assert.equal(sourceNameOf(path), expected, String(path));
  assert.equal(sourceNameOf(`${'a'.repeat(300)}.wav`)?.length, 255);
});
