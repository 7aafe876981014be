import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runGatewayChaos } from './chaos/gateway/run-gateway-chaos.ts';

const SEED = 20_261_122;

test('three nodes on one Postgres, killed, cut off at COMMIT, with vendors that fail: every answer has its one charge', async () => {
  const report = await runGatewayChaos({
    database: 'postgres',
    requests: 120,
    clients: 12,
    seed: SEED,
    killEvery: 20,
    log: () => undefined,
  });
  assert.deepEqual(report.problems, []);
  assert(report.answered >= 120);
  assert(report.kills > 0 && report.cuts > 0 && report.faults > 5, JSON.stringify(report));
});

test('one node on the embedded database, killed: every answer has its one charge', async () => {
  const report = await runGatewayChaos({
    database: 'embedded',
    requests: 40,
    clients: 6,
    seed: SEED,
    killEvery: 12,
    log: () => undefined,
  });
  assert.deepEqual(report.problems, []);
  assert(report.answered >= 40);
  assert(report.kills > 0, JSON.stringify(report));
});
