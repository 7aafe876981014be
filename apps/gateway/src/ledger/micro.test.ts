import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inUnits, parseUnits, withUnits } from './micro.ts';

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
