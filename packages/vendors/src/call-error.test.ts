import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthRetrying, RETRIES, retryDelay } from './call-error.ts';

const delays: readonly [
  attempt: number,
  asked: number | undefined,
  random: number,
  delay: number | undefined,
][] = [
  [0, undefined, 0, 250],
  [0, undefined, 1, 500],
  [1, undefined, 0, 500],
  [1, undefined, 1, 1_000],
  [RETRIES, undefined, 0, undefined],
  [0, 3, 1, 3_000],
  [0, 20, 0, 20_000],
  [0, 21, 0, undefined],
  [RETRIES, 1, 0, undefined],
];
for (const [attempt, asked, random, delay] of delays) {
  test(`try ${attempt}, asked for ${asked} s, chance ${random}: ${delay} ms`, () =>
    assert.equal(
      retryDelay(attempt, asked, () => random),
      delay,
    ));
}

test('too many requests and outages are worth another try', () => {
  for (const status of [429, 500, 502, 503, 504, 529]) assert(isWorthRetrying(status), String(status));
  for (const status of [200, 301, 400, 401, 402, 403, 404, 408, 413, 422, 501])
    assert(!isWorthRetrying(status), String(status));
});
