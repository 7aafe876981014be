import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreRoll } from './listening.ts';

const SAMPLES_PER_MS = 16;
const block = (value: number) => ({
  samples: new Int16Array(20 * SAMPLES_PER_MS).fill(value),
  takenAt: value * 20,
});

test('no more than the last moments are kept; what is older, or dropped, is silence even in memory', () => {
  const roll = new PreRoll();
  roll.keep(2_000);
  const blocks = Array.from({ length: 500 }, (_, index) => block(index + 1));
  for (const one of blocks) roll.push(one);
  const kept = blocks.slice(-100);
  assert(blocks.slice(0, -100).every(({ samples }) => samples.every((sample) => sample === 0)));
  assert.deepEqual(
    kept.map(({ samples }) => samples[0]),
    kept.map((_, index) => 401 + index),
  );
  roll.drop();
  assert(kept.every(({ samples }) => samples.every((sample) => sample === 0)));
  assert.deepEqual(roll.take(), []);
});

test('what is taken is whole, and is kept no longer', () => {
  const roll = new PreRoll();
  roll.keep(60);
  for (const value of [1, 2, 3, 4]) roll.push(block(value));
  assert.deepEqual(
    roll.take().map(({ samples }) => samples[0]),
    [2, 3, 4],
  );
  assert.deepEqual(roll.take(), []);
});
