import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queries, Row } from '../database/database.ts';
import {
  countedTokens,
  estimatedTokens,
  inUnits,
  PriceBook,
  parseUnits,
  speechCharge,
  textCharge,
  withUnits,
} from './prices.ts';

const amounts: readonly [string, bigint, string][] = [
  ['10', 10_000_000n, '10.00'],
  ['0.0043', 4_300n, '0.0043'],
  ['12.5', 12_500_000n, '12.50'],
  ['0.000001', 1n, '0.000001'],
  ['0', 0n, '0.00'],
];
for (const [written, micro, shown] of amounts)
  test(`${written} is ${micro} micro-units, shown as ${shown}`, () => {
    assert.equal(parseUnits(written), micro);
    assert.equal(inUnits(micro), shown);
  });

test('in what the admin routes send, amounts and nothing else become units of the currency', () => {
  const sent = {
    id: 7,
    balance: 10_000_000,
    held: '9007199254740993000001',
    requests_per_minute: 600,
    tokens: [{ daily_budget: 2_000_000, total_budget: null, spent: -1 }],
    details: { per_million_input_tokens_micro: '100000', minimum_seconds: 5 },
  };
  assert.deepEqual(withUnits(sent), {
    id: 7,
    balance: '10.00',
    held: '9007199254740993.000001',
    requests_per_minute: 600,
    tokens: [{ daily_budget: '2.00', total_budget: null, spent: '-0.000001' }],
    details: { per_million_input_tokens: '0.10', minimum_seconds: 5 },
  });
});

test('what is no amount is refused, and debts have a sign', () => {
  for (const written of ['', '1,5', '-1', '1.2345678', '1e3', 'Infinity'])
    assert.equal(parseUnits(written), undefined);
  assert.equal(inUnits(-1_500_000n), '-1.50');
});

const price = { id: 1n, kind: 'speech', perMinute: 6_000n, minSeconds: 0, roundingSeconds: 1 } as const;
const cases: readonly [string, Partial<typeof price> | object, bigint, bigint][] = [
  ['a whole minute', {}, 60_000n, 6_000n],
  ['begun seconds count', {}, 1_001n, 200n],
  ['no less than the minimum', { minSeconds: 10 }, 500n, 1_000n],
  ['rounded to whole minutes', { roundingSeconds: 60 }, 61_000n, 12_000n],
  ['begun micro-units count', { perMinute: 1n }, 1_000n, 1n],
  ['for nothing', { perMinute: 0n }, 60_000n, 0n],
];
for (const [name, changes, milliseconds, charge] of cases)
  test(`${name}`, () => assert.equal(speechCharge({ ...price, ...changes }, milliseconds), charge));

test('texts cost by their tokens, which are four bytes each if no one counts them', () => {
  const text = { id: 1n, kind: 'text', perMillionInput: 100_000n, perMillionOutput: 400_000n } as const;
  assert.equal(textCharge(text, 10n, 5n), 3n);
  assert.equal(estimatedTokens('12345'), 2n);
  for (const nonsense of [undefined, 0, -7, 1.5, Number.NaN, 1e300])
    assert.equal(countedTokens(nonsense, '12345'), 2n, String(nonsense));
  assert.equal(countedTokens(3, '12345'), 3n);
  assert.equal(countedTokens(0, ''), 0n);
});

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

/** Prices of 1 since yesterday, 2 from half past noon on, as a database tells them whose clock says noon. */
const database: Queries = {
  q: async <R extends Row>(name: string) => {
    assert.equal(name, 'pricesNow');
    const rows = [
      { id: 2n, effective_from: new Date(NOON + HOUR / 2), per_minute: 2n },
      { id: 1n, effective_from: new Date(NOON - 24 * HOUR), per_minute: 1n },
    ];
    return rows.map((row) => ({
      vendor: 'deepgram',
      model: '*',
      kind: 'speech',
      minimum_seconds: 0,
      rounding_seconds: 1,
      per_million_input: null,
      per_million_output: null,
      now: NOON,
      ...row,
    })) as unknown as R[];
  },
};

test("a price counts from its date on by the database's clock, however wrong a node's own is", async (context) => {
  for (const nodesClock of [NOON - 24 * 365 * HOUR, NOON, NOON + 24 * 365 * HOUR]) {
    context.mock.timers.enable({ apis: ['Date'], now: nodesClock });
    const prices = new PriceBook(database, () => 0);
    assert.equal((await prices.speech('deepgram', 'nova-3'))?.id, 1n);
    context.mock.timers.reset();
  }
});

test('what was read of the prices ages by a clock that only goes on', async () => {
  let monotonic = 0;
  const late: Queries = {
    q: async <R extends Row>(...given: Parameters<Queries['q']>) =>
      // Read a second before the new price's date.
      (await database.q(...given)).map((row) => ({ ...row, now: NOON + HOUR / 2 - 1_000 })) as unknown as R[],
  };
  const prices = new PriceBook(late, () => monotonic);
  assert.equal((await prices.speech('deepgram', 'nova-3'))?.id, 1n);
  monotonic += 1_500;
  assert.equal((await prices.speech('deepgram', 'nova-3'))?.id, 2n);
});
