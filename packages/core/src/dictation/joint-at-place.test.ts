import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Delivered, jointAtPlace } from './joint-at-place.ts';

const before: Delivered = { place: 'editor', text: 'One sentence.', at: 1_000 };

test('two dictations at the same place are separated by a space [DICTATION-SPACE]', () => {
  const rows: readonly [string, string | undefined, Delivered | undefined, number, string][] = [
    ['Another.', 'editor', before, 2_000, ' '],
    ['Another.', 'editor', undefined, 2_000, ''],
    ['Another.', 'browser', before, 2_000, ''],
    ['Another.', undefined, before, 2_000, ''],
    ['Another.', 'editor', before, 200_000, ''],
    ['Another.', 'editor', { ...before, text: 'A line\n' }, 2_000, ''],
    [' Another.', 'editor', before, 2_000, ''],
    ['\nAnother.', 'editor', before, 2_000, ''],
    [', and so on', 'editor', before, 2_000, ''],
    ['(aside)', 'editor', before, 2_000, ' '],
    ['', 'editor', before, 2_000, ''],
  ];
  for (const [text, place, last, now, expected] of rows)
    assert.equal(jointAtPlace(text, place, last, now), expected, JSON.stringify([text, place, last]));
});
