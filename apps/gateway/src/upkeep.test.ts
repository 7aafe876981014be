import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from './database/database.ts';
import { DatabaseError } from './database/database.ts';
import type { StatementName } from './database/statements.ts';
import { testAccount, testClaim, testDatabase, testLedger } from './fixtures/test-database.ts';
import { Metrics } from './reporting.ts';
import { Upkeep } from './upkeep.ts';

const SWEEPS = ['sweep', 'purgeAnswers', 'forgetOldKeys', 'forgetLoginFailures', 'forgetSessions'] as const;

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

test('a part of the sweep that fails is reported, and keeps no other from running', async (context) => {
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

test('a killed gateway on the embedded database does not count in the limits of the one that follows it', async () => {
  const database = await testDatabase(undefined);
  const write = () => undefined;
  await database.q('nodeSeen', [crypto.randomUUID()]);
  const upkeep = new Upkeep({
    database,
    ledger: testLedger(database),
    logger: { info: write, warn: write, error: write },
    metrics: new Metrics(),
    nodeId: crypto.randomUUID(),
  });
  await upkeep.start(() => undefined);
  assert.equal(upkeep.nodes, 1);
  await upkeep.stop();
  await database.close();
});

/** What is deleted when it is due: where it lies, and which rows still have it. */
const kept: readonly [what: string, table: string, condition: string][] = [
  ['answers', 'answers', 'true'],
  ['keys of requests that ended', 'requests', "key_hash is not null and state <> 'running'"],
  ['failed log-ins', 'login_failures', 'true'],
  ['log-ins', 'sessions', 'true'],
];

test('what is due is deleted: answers, keys after 90 days, failed log-ins after an hour, log-ins that ended; the books stay', async (context) => {
  const database = await testDatabase(undefined);
  const ledger = testLedger(database);
  const account = await testAccount(database, 1_000n);
  const works = [];
  for (const key of ['due', 'not due']) {
    const claim = await ledger.claim(testClaim(account, key));
    assert(claim.kind === 'granted');
    works.push(claim.work);
    const attempts = [{ vendor: 'deepgram', model: 'nova-3', outcome: 'completed', milliseconds: 1 }];
    const sealed = Buffer.from('sealed');
    const charged = { vendor: 'deepgram', model: 'nova-3', priceId: null, charge: 60n };
    await ledger.settle({ work: claim.work, ...charged, sealed, keepSeconds: 3_600, attempts });
  }
  const [due, notDue] = works.map(({ requestId }) => requestId);
  const count = async (table: string, condition = 'true') => {
    let rows = 0;
    await database.script(async (run) => {
      const [row] = await run(`select count(*)::int as count from ${table} where ${condition}`);
      rows = Number(row?.count);
    });
    return rows;
  };
  await database.script(async (run) => {
    await run(`update answers set until = now() - interval '1 s' where request_id = '${due}'`);
    await run(`update requests set finished_at = now() - interval '90 days 10 s' where id = '${due}'`);
    await run(`update requests set finished_at = now() - interval '89 days 23 hours' where id = '${notDue}'`);
    await run(`insert into login_failures (source, minute, count)
      values ('10.0.0.1', now() - interval '61 minutes', 3), ('10.0.0.1', now() - interval '50 minutes', 3)`);
    await run(`insert into sessions (hash, token_id, until)
      values ('a', null, now() - interval '1 s'), ('b', null, now() + interval '1 hour')`);
  });
  const books = ['transfers', 'reservations', 'attempts', 'requests', 'spending', 'accounts'];
  const before = await Promise.all(books.map((table) => count(table)));
  for (const [what, table, condition] of kept) assert.equal(await count(table, condition), 2, what);

  context.mock.timers.enable({ apis: ['setInterval'] });
  const write = () => undefined;
  const logger = { info: write, warn: write, error: write };
  const upkeep = new Upkeep({
    database,
    ledger,
    logger,
    metrics: new Metrics(),
    nodeId: crypto.randomUUID(),
  });
  await upkeep.start(() => {});
  context.mock.timers.tick(15_000);
  await upkeep.stop();
  for (const [what, table, condition] of kept) assert.equal(await count(table, condition), 1, what);
  assert.deepEqual(await Promise.all(books.map((table) => count(table))), before);
  // The key is forgotten, and pays again; the other still gives its first answer.
  assert.equal((await ledger.claim(testClaim(account, 'due'))).kind, 'granted');
  assert.equal((await ledger.claim(testClaim(account, 'not due'))).kind, 'replay');
  await database.close();
});
