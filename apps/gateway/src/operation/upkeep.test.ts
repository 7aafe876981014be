import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../database/database.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { StatementName } from '../database/statements/index.ts';
import { testLedger } from '../fixtures/test-ledger.ts';
import { Metrics } from './metrics.ts';
import { Upkeep } from './upkeep.ts';

const SWEEPS = ['sweep', 'purgeAnswers', 'forgetOldKeys', 'forgetLoginFailures'] as const;

/** A database that refuses one statement, and writes down what it was given. */
function refusing(refused: StatementName): { readonly database: Database; readonly asked: StatementName[] } {
  const asked: StatementName[] = [];
  const database: Database = {
    kind: 'embedded',
    q: async (name) => {
      asked.push(name);
      if (name === refused) throw new DatabaseError('failed', name, '42P01');
      return [];
    },
    transaction: () => assert.fail(),
    script: () => assert.fail(),
    close: async () => {},
  };
  return { database, asked };
}

test('a part of the sweep that fails is told, and keeps no other from running [GATEWAY-SWEEP]', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  for (const refused of SWEEPS) {
    const { database, asked } = refusing(refused);
    const logged: string[] = [];
    const write = (facts: object) => void logged.push(JSON.stringify(facts));
    const upkeep = new Upkeep({
      database,
      ledger: testLedger(database),
      logger: { info: write, warn: write, error: write },
      metrics: new Metrics(),
      nodeId: 'a node',
    });
    await upkeep.start(() => {});
    context.mock.timers.tick(15_000);
    await upkeep.stop();
    assert.deepEqual(
      asked.filter((name) => SWEEPS.some((each) => each === name)),
      SWEEPS,
    );
    assert.equal(logged.length, 1);
    assert.match(logged[0] ?? '', new RegExp(refused));
  }
});
