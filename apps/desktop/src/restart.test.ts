import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRestarts, readRestarts } from './restart.ts';

const MINUTE = 60_000;

test('a few restarts are handed on from one process to the next; too many within ten minutes end it', () => {
  let restarts: readonly number[] = readRestarts({});
  assert.deepEqual(restarts, []);
  const start = 1_800_000_000_000;
  for (let count = 0; count < 5; count++) {
    const next = nextRestarts(restarts, start + count * MINUTE);
    assert(next);
    restarts = readRestarts({ QUOTH_RESTARTED_AT: next.join(',') });
    assert.equal(restarts.length, count + 1);
  }
  assert.equal(nextRestarts(restarts, start + 5 * MINUTE), undefined);
  assert.equal(nextRestarts(restarts, start + 11 * MINUTE)?.length, 4);
});

test('a clock that was set back, and nonsense in the environment, count as no restart', () => {
  assert.deepEqual(nextRestarts([5_000], 4_000), [4_000]);
  assert.deepEqual(readRestarts({ QUOTH_RESTARTED_AT: 'x,,1.5,-3,7' }), [7]);
});
