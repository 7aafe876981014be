import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Counted, differenceInterval, errorRate } from './bootstrap.ts';

const utterances = (errors: (index: number) => number): Counted[] =>
  Array.from({ length: 200 }, (_, index) => ({ errors: errors(index), words: 10 }));

test('the interval of a difference: none for the same, all above zero for what is worse throughout, around zero for chance [SPHINX-SWEEP]', () => {
  const base = utterances((index) => (index % 5 === 0 ? 2 : 1));
  assert.deepEqual(differenceInterval(base, base), { low: 0, high: 0 });
  const worse = differenceInterval(
    base,
    utterances((index) => (index % 5 === 0 ? 2 : 1) + (index % 2)),
  );
  assert(worse.low > 0.03 && worse.high < 0.07, JSON.stringify(worse));
  const chance = differenceInterval(
    base,
    utterances((index) => (index % 5 === 1 ? 2 : 1)),
  );
  assert(chance.low < 0 && chance.high > 0, JSON.stringify(chance));
  assert.equal(errorRate(base), 0.12);
});
