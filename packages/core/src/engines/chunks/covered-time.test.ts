import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coveredTime } from './covered-time.ts';

test('time covered by several intervals counts once', () => {
  const of = (...pairs: [number, number][]) => coveredTime(pairs.map(([from, to]) => ({ from, to })));
  assert.equal(of(), 0);
  assert.equal(of([0, 5], [5, 9]), 9);
  assert.equal(of([10, 12], [0, 5], [3, 4]), 7);
  assert.equal(of([0, 5], [2, 9]), 9);
});

test('it equals counting the milliseconds one by one', () => {
  const interval = fc.tuple(fc.nat(60), fc.nat(20)).map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 12 }), (intervals) => {
      const covered = new Set(
        intervals.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
      );
      assert.equal(coveredTime(intervals), covered.size);
    }),
  );
});
