import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimatedTokens, speechCharge, textCharge } from './price.ts';

const price = { id: 1n, kind: 'speech', perMinute: 6_000n, minimumSeconds: 0, roundingSeconds: 1 } as const;
const cases: readonly [string, Partial<typeof price> | object, bigint, bigint][] = [
  ['a whole minute', {}, 60_000n, 6_000n],
  ['begun seconds count', {}, 1_001n, 200n],
  ['no less than the minimum', { minimumSeconds: 10 }, 500n, 1_000n],
  ['rounded to whole minutes', { roundingSeconds: 60 }, 61_000n, 12_000n],
  ['begun micro-units count', { perMinute: 1n }, 1_000n, 1n],
  ['for nothing', { perMinute: 0n }, 60_000n, 0n],
];
for (const [name, changes, milliseconds, charge] of cases)
  test(`${name} [GATEWAY-PRICES]`, () =>
    assert.equal(speechCharge({ ...price, ...changes }, milliseconds), charge));

test('texts cost by their tokens, which are four bytes each if nobody counts them [GATEWAY-PRICES]', () => {
  const text = { id: 1n, kind: 'text', perMillionInput: 100_000n, perMillionOutput: 400_000n } as const;
  assert.equal(textCharge(text, 10n, 5n), 3n);
  assert.equal(estimatedTokens('12345'), 2n);
});
