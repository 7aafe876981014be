import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoff, retryAfter } from '@quoth/contract';

test('each wait is twice the one before, up to the longest', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 2_000].map((failures) => backoff(failures, 500, 3_000)),
    [500, 1_000, 2_000, 3_000, 3_000],
  );
  assert.equal(backoff(4, 500), 8_000);
});

const now = Date.parse('2026-11-21T09:00:00Z');
const headers: readonly [header: string | null, seconds: number | undefined][] = [
  [null, undefined],
  ['', undefined],
  ['5', 5],
  [' 5 ', 5],
  ['0', 0],
  ['1.5', 1.5],
  ['-5', undefined],
  ['soon', undefined],
  ['Sat, 21 Nov 2026 09:00:07 GMT', 7],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
];
for (const [header, seconds] of headers) {
  test(`Retry-After ${header} is ${seconds} s`, () => assert.equal(retryAfter(header, now), seconds));
}
