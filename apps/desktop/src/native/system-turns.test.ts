import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTurnMs } from './system-turns.ts';

test('a wait that did not wait is followed by a pause, any other by the next at once', () => {
  assert.deepEqual([0, 0.4, 1, 10, 100].map(nextTurnMs), [10, 10, 0, 0, 0]);
});
