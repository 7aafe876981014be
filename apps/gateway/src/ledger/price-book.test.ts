import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Queries, Row } from '../database/database.ts';
import { PriceBook } from './prices.ts';

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
