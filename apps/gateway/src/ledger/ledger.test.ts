import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { DatabaseError } from '../database/database.ts';
import { migrate } from '../database/open-database.ts';
import { statements } from '../database/statements.ts';
import { FlakyDatabase } from '../fixtures/ledger-play.ts';
import {
  ScratchPostgres,
  testAccount,
  testClaim,
  testDatabase,
  testLedger,
} from '../fixtures/test-database.ts';
import type { GrantedClaim, Settlement } from './ledger.ts';
import { checkBooks, settlementEntries } from './ledger.ts';

const settlement = (work: GrantedClaim, charge = 60n): Settlement => ({
  work,
  vendor: 'deepgram',
  model: 'nova-3',
  priceId: null,
  charge,
  sealed: Buffer.from('sealed'),
  keepSeconds: 3_600,
  attempts: [
    { vendor: 'elevenlabs', model: 'scribe_v2', outcome: 'unreachable', milliseconds: 10.4 },
    { vendor: 'deepgram', model: 'nova-3', outcome: 'completed', milliseconds: 20 },
  ],
});

/** A database that writes down which statements it was given. */
function counted(inner: Database): { readonly database: Database; readonly statements: string[] } {
  const statements: string[] = [];
  const database: Database = {
    kind: inner.kind,
    q: (name, parameters) => {
      statements.push(name);
      return inner.q(name, parameters);
    },
    transaction: (work) => inner.transaction(work),
    script: (work) => inner.script(work),
    close: () => inner.close(),
  };
  return { database, statements };
}

for (const kind of ['embedded', 'postgres'] as const) {
  describe(`the ledger on the ${kind} database`, () => {
    let postgres: ScratchPostgres | undefined;
    let database: Database;
    before(async () => {
      postgres = kind === 'postgres' ? await ScratchPostgres.start() : undefined;
      database = await testDatabase(postgres);
    });
    after(async () => {
      await database.close();
      await postgres?.close();
    });
    const granted = async (key: string, credit = 1_000n, leaseSeconds = 30) => {
      const account = await testAccount(database, credit);
      const claim = await testLedger(database, leaseSeconds).claim(testClaim(account, key));
      assert(claim.kind === 'granted');
      return { account, work: claim.work, claim };
    };

    test('holds, charges what it cost and gives back the rest', async () => {
      const { work, claim } = await granted('a');
      assert.deepEqual([claim.balance, claim.held], [1_000n, 100n]);
      assert.deepEqual(await testLedger(database).settle(settlement(work)), {
        kind: 'settled',
        balance: 940n,
        held: 0n,
      });
      assert.deepEqual(await checkBooks(database), []);
    });

    test('the same key again gives the sealed answer; another body under it is refused', async () => {
      const { account, work } = await granted('a');
      const ledger = testLedger(database);
      assert.equal((await ledger.claim(testClaim(account, 'a'))).kind, 'running');
      await ledger.settle(settlement(work));
      const again = await ledger.claim(testClaim(account, 'a'));
      assert(again.kind === 'replay');
      assert.equal(again.sealed.toString(), 'sealed');
      const other = await ledger.claim(testClaim(account, 'a', { fingerprint: Buffer.from('other') }));
      assert.equal(other.kind, 'mismatch');
      assert.equal((await ledger.claim(testClaim(account, 'b'))).kind, 'granted');
    });

    if (kind === 'postgres')
      test('anyone who waited for the settlement of a key gets the answer that it kept', async () => {
        const { account, work } = await granted('a');
        // Each look in a transaction of its own: within one, Postgres shows the activity of its first look again.
        const isWaiting = async () => {
          for (let tries = 0; tries < 2_000; tries++) {
            let waiting = 0;
            await database.script(async (run) => {
              const rows = await run(
                "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
              );
              waiting = rows.length;
            });
            if (waiting > 0) return;
            await sleep(10);
          }
          throw new Error('no one waits');
        };
        // The settlement comes when the claim has found its key taken, and has not looked at its row yet.
        const settlesFirst: Database = {
          ...counted(database).database,
          transaction: async (look) => {
            const settled = Promise.withResolvers<void>();
            const settling = database.transaction(async (queries) => {
              await queries.q('settle', [settlementEntries([settlement(work)]), Buffer.from('sealed')]);
              settled.resolve();
              await isWaiting();
            });
            await settled.promise;
            const [looked] = await Promise.all([database.transaction(look), settling]);
            return looked;
          },
        };
        const again = await testLedger(settlesFirst).claim(testClaim(account, 'a'));
        assert(again.kind === 'replay', again.kind);
        assert.equal(again.sealed.toString(), 'sealed');
      });

    test('a key made of token and body counts until its answer is delivered, or is kept no longer', async () => {
      const account = await testAccount(database, 1_000n);
      const ledger = testLedger(database);
      const implicit = testClaim(account, 'body', { ownKey: false });
      const first = await ledger.claim(implicit);
      assert(first.kind === 'granted');
      await ledger.settle(settlement(first.work));
      assert.equal((await ledger.claim(implicit)).kind, 'replay');
      await ledger.delivered(first.work.requestId);
      const second = await ledger.claim(implicit);
      assert(second.kind === 'granted');
      await ledger.settle({ ...settlement(second.work), keepSeconds: 0 });
      assert.equal((await ledger.claim(implicit)).kind, 'granted');
      assert.deepEqual(await checkBooks(database), []);
    });

    test('an answer that is kept no longer is gone, and not charged again', async () => {
      const { account, work } = await granted('a');
      const ledger = testLedger(database);
      await ledger.settle({ ...settlement(work), keepSeconds: 0 });
      await ledger.purgeAnswers();
      assert.equal((await ledger.claim(testClaim(account, 'a'))).kind, 'purged');
    });

    test('who is over its lease settles nothing once another took over', async () => {
      const { account, work } = await granted('a', 1_000n, 0.01);
      await sleep(30);
      const ledger = testLedger(database);
      const taken = await ledger.claim(testClaim(account, 'a'));
      assert(taken.kind === 'granted');
      assert.equal(taken.work.fence, 2);
      assert.deepEqual(await ledger.settle(settlement(work)), { kind: 'lost' });
      await ledger.release(work, []);
      assert.equal((await ledger.settle(settlement(taken.work))).kind, 'settled');
      assert.deepEqual(await ledger.settle(settlement(work)), { kind: 'lost' });
      assert.deepEqual(await checkBooks(database), []);
    });

    test('requests of one account begin together: a known key, the same key twice, and each token within its own budget', async () => {
      const { database: counting, statements } = counted(database);
      const ledger = testLedger(counting);
      const { account, work } = await granted('known', 10_000n);
      const tight = { ...account, tokenId: randomUUID() };
      const other = { ...account, tokenId: randomUUID() };
      const claims = await Promise.all([
        ledger.claim(testClaim(account, 'known')),
        ledger.claim(testClaim(account, 'twice')),
        ledger.claim(testClaim(account, 'twice')),
        ledger.claim(testClaim(tight, 't1', { dailyBudget: 200n, totalBudget: 200n })),
        ledger.claim(testClaim(tight, 't2', { dailyBudget: 200n, totalBudget: 200n })),
        ledger.claim(testClaim(other, 'o1', { dailyBudget: 100n })),
      ]);
      assert.deepEqual(
        claims.map((claim) => claim.kind),
        ['running', 'granted', 'running', 'granted', 'granted', 'granted'],
      );
      assert.equal(statements.filter((name) => name === 'claim').length, 1);
      const over = await Promise.all([
        ledger.claim(testClaim(other, 'o2', { dailyBudget: 100n })),
        ledger.claim(testClaim(account, 'fine')),
        ledger.claim(testClaim(tight, 't3', { totalBudget: 200n })),
      ]);
      assert.deepEqual(over.slice(0, 1), [{ kind: 'over-budget', period: 'day' }]);
      assert.equal(over[1].kind, 'granted');
      assert.deepEqual(over.slice(2), [{ kind: 'over-budget', period: 'total' }]);
      await ledger.settle(settlement(work));
      assert.deepEqual(await checkBooks(database), []);
    });

    test('an account that cannot pay claims by itself until it can, and takes no one with it', async () => {
      const { database: counting, statements } = counted(database);
      const ledger = testLedger(counting);
      const poor = await testAccount(database, 50n);
      const rich = await testAccount(database, 1_000n);
      const both = async (key: string) => {
        statements.length = 0;
        const claims = await Promise.all(
          [poor, rich].map((account) => ledger.claim(testClaim(account, key))),
        );
        return [...claims.map((claim) => claim.kind), statements.length];
      };
      assert.deepEqual(await both('a'), ['unpaid', 'granted', 3]);
      assert.deepEqual(await both('b'), ['unpaid', 'granted', 2]);
      await database.q('grant', [poor.accountId, 1_000n, 'more', null]);
      assert.deepEqual(await both('c'), ['granted', 'granted', 2]);
      assert.deepEqual(await both('d'), ['granted', 'granted', 1]);
      assert.deepEqual(await checkBooks(database), []);
    });

    test('requests of one account settle together, each by its own fence, charge and answer', async () => {
      const { database: counting, statements } = counted(database);
      const ledger = testLedger(counting);
      const { account, work: zombie } = await granted('0', 10_000n, 0.01);
      await sleep(30);
      const works: GrantedClaim[] = [];
      for (let index = 0; index < 10; index++) {
        const claim = await ledger.claim(testClaim(account, String(index)));
        assert(claim.kind === 'granted');
        works.push(claim.work);
      }
      assert.equal(works[0]?.requestId, zombie.requestId);
      statements.length = 0;
      const [late, ...settled] = await Promise.all(
        [zombie, ...works].map((work, index) =>
          ledger.settle({
            ...settlement(work, BigInt(index)),
            // Of different lengths, one of them empty: each must get its own back.
            sealed: Buffer.from('x'.repeat(index - 1 < 0 ? 5 : index - 1)),
          }),
        ),
      );
      assert.deepEqual(statements, ['settle']);
      assert.deepEqual(late, { kind: 'lost' });
      for (const each of settled) assert.deepEqual(each, { kind: 'settled', balance: 9_945n, held: 0n });
      for (let index = 0; index < 10; index++) {
        const again = await ledger.claim(testClaim(account, String(index)));
        assert(again.kind === 'replay');
        assert.equal(again.sealed.toString(), 'x'.repeat(index));
      }
      assert.deepEqual(await checkBooks(database), []);
    });

    test('one settlement that the database refuses takes no other with it', async () => {
      const { account, work } = await granted('a');
      const ledger = testLedger(database);
      const other = await ledger.claim(testClaim(account, 'b'));
      assert(other.kind === 'granted');
      const [refused, settled] = await Promise.allSettled([
        ledger.settle({ ...settlement(work), vendor: 'no text may contain \0' }),
        ledger.settle(settlement(other.work)),
      ]);
      assert.equal(refused?.status, 'rejected');
      assert(settled?.status === 'fulfilled' && settled.value.kind === 'settled');
      await ledger.release(work, []);
      assert.deepEqual(await checkBooks(database), []);
    });

    test('a connection that breaks while several settle is asked about each of them', async () => {
      for (const cut of ['before', 'after'] as const) {
        const flaky = new FlakyDatabase(database);
        const ledger = testLedger(flaky);
        const account = await testAccount(database, 10_000n);
        const works: GrantedClaim[] = [];
        for (let index = 0; index < 5; index++) {
          const claim = await ledger.claim(testClaim(account, `${cut}${index}`));
          assert(claim.kind === 'granted');
          works.push(claim.work);
        }
        let cuts = 1;
        flaky.nextCut = () => (cuts-- > 0 ? cut : 'none');
        const settled = await Promise.all(works.map((work) => ledger.settle(settlement(work))));
        assert.deepEqual(new Set(settled.map((each) => each.kind)), new Set(['settled']), cut);
        const next = await ledger.claim(testClaim(account, `${cut} next`));
        assert(next.kind === 'granted');
        assert.deepEqual([next.balance, next.held], [9_700n, 100n], cut);
        assert.deepEqual(await checkBooks(database), []);
      }
    });

    test('a commit that comes through after it was asked for is found, and not taken for lost', async () => {
      const { work } = await granted('late');
      let commitLate: (() => Promise<unknown>) | undefined;
      const late: Database = {
        ...counted(database).database,
        q: async (name, parameters) => {
          if (name !== 'settle') return database.q(name, parameters);
          if (!commitLate) {
            commitLate = () => database.q(name, parameters);
            throw new DatabaseError('lost', name, 'cut');
          }
          await commitLate();
          return database.q(name, parameters);
        },
      };
      assert.deepEqual(await testLedger(late).settle(settlement(work)), {
        kind: 'settled',
        balance: 940n,
        held: 0n,
      });
      assert.deepEqual(await checkBooks(database), []);
    });

    test('the sweep ends what a dead node holds, and nothing else', async () => {
      const dead = await granted('a', 1_000n, 0.01);
      const alive = await granted('b');
      await sleep(30);
      const ledger = testLedger(database);
      assert.equal(await ledger.sweep(), 1);
      assert.deepEqual(await ledger.settle(settlement(dead.work)), { kind: 'lost' });
      assert.deepEqual([...(await ledger.extend([dead.work, alive.work]))], [alive.work.run]);
      assert.equal((await ledger.settle(settlement(alive.work))).kind, 'settled');
      const retried = await ledger.claim(testClaim(dead.account, 'a'));
      assert(retried.kind === 'granted');
      assert.deepEqual([retried.work.fence, retried.held], [2, 100n]);
      assert.deepEqual(await checkBooks(database), []);
    });

    test('old keys and answers go all at once, however many, and without reading every request', async () => {
      const { accountId, tokenId } = await testAccount(database, 0n);
      const recent = await granted('recent');
      await testLedger(database).settle(settlement(recent.work));
      await database.script(async (run) => {
        await run(`
insert into requests (id, account_id, token_id, key_hash, own_key, fingerprint, kind, state, fence, run, lease_until, chosen,
  quantity, created_at, finished_at)
select gen_random_uuid(), '${accountId}', '${tokenId}', decode(md5(n::text), 'hex'), true, '', 'speech', 'failed', 1,
  gen_random_uuid(), now(), 'high', 1, now() - interval '91 days', now() - interval '91 days'
from generate_series(1, 2500) as n`);
        await run(`
insert into answers (request_id, sealed, until)
select id, 'sealed', now() - interval '1 s' from requests where account_id = '${accountId}'`);
      });
      const ledger = testLedger(database);
      await database.script(async (run) => {
        await run('set local enable_seqscan = off');
        const plan = await run(`explain ${statements.forgetOldKeys}`);
        assert.match(JSON.stringify(plan), /requests_by_finish/);
      });
      assert((await ledger.purgeAnswers()) >= 2_500);
      assert.equal(await ledger.forgetOldKeys(), 2_500);
      assert.deepEqual([await ledger.purgeAnswers(), await ledger.forgetOldKeys()], [0, 0]);
      assert.equal((await ledger.claim(testClaim(recent.account, 'recent'))).kind, 'replay');
    });

    test('a credit of fifty requests sells exactly fifty, no matter who asks at once', async () => {
      const account = await testAccount(database, 5_000n);
      const ledger = testLedger(database);
      const claims = await Promise.all(
        Array.from({ length: 70 }, (_, index) => ledger.claim(testClaim(account, `k${index}`))),
      );
      const kinds = claims.map((claim) => claim.kind);
      assert.equal(kinds.filter((claim) => claim === 'granted').length, 50);
      assert.equal(kinds.filter((claim) => claim === 'unpaid').length, 20);
      assert.deepEqual(await checkBooks(database), []);
    });

    test('budgets hold against requests at the same time, by day and in all', async () => {
      const account = await testAccount(database, 5_000n);
      const ledger = testLedger(database);
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          ledger.claim(testClaim(account, `k${index}`, { dailyBudget: 350n })),
        ),
      );
      assert.equal(claims.filter((claim) => claim.kind === 'granted').length, 3);
      const refused = claims.find((claim) => claim.kind === 'over-budget');
      assert.deepEqual(refused, { kind: 'over-budget', period: 'day' });
      const total = await ledger.claim(testClaim(account, 'total', { totalBudget: 399n }));
      assert.deepEqual(total, { kind: 'over-budget', period: 'total' });
      assert.deepEqual(await checkBooks(database), []);
    });

    test('a reversal is one at most, and never above its charge', async () => {
      const { work } = await granted('a');
      await testLedger(database).settle(settlement(work));
      const reverse = (amount: bigint) => database.q('reverse', [work.requestId, amount, 'sorry']);
      assert.equal((await reverse(61n)).length, 0);
      assert.equal((await reverse(60n))[0]?.balance, 1_000n);
      assert.equal((await reverse(1n)).length, 0);
      assert.deepEqual(await checkBooks(database), []);
    });

    test('no speech is settled at zero and counts as an answer', async () => {
      const { account, work } = await granted('a');
      const ledger = testLedger(database);
      assert.deepEqual(await ledger.settle(settlement(work, 0n)), {
        kind: 'settled',
        balance: 1_000n,
        held: 0n,
      });
      assert.equal((await ledger.claim(testClaim(account, 'a'))).kind, 'replay');
      assert.deepEqual(await checkBooks(database), []);
    });

    test('what is in the books, a price and the administrators’ log are not changed, and no balance falls below what is held', async () => {
      await granted('a');
      await database.q('logAdmin', ['admin key', 'account added', '{"name": "Ada"}']);
      await database.q('addPrice', ['deepgram', '*', 'speech', null, 5_000n, 0, 1, null, null]);
      const insertOnly = ['transfers', 'prices', 'admin_log'].flatMap(
        (table) =>
          [
            [`update ${table} set id = default`, /insert-only/],
            [`delete from ${table}`, /insert-only/],
            [`delete from ${table} where id < 0`, /insert-only/],
            [`truncate ${table}`, /insert-only/],
          ] as const,
      );
      const sabotage = [
        ...insertOnly,
        ["update admin_log set details = '{}'", /insert-only/],
        [
          "insert into admin_log (actor, action, details) values ('a', 'b', '{}') on conflict (id) do update set actor = 'c'",
          /insert-only/,
        ],
        ['update accounts set balance = held - 1 where held > 0', /accounts_covered/],
      ] as const;
      for (const [sql, reason] of sabotage)
        await assert.rejects(
          database.script(async (run) => void (await run(sql))),
          reason,
          sql,
        );
      const [logged] = await database.q<{ details: unknown }>('adminLog', [1]);
      assert.deepEqual(logged?.details, { name: 'Ada' });
    });

    test('migrations may be started by several nodes, and twice', async () => {
      await Promise.all([migrate(database), migrate(database)]);
    });

    test('errors tell the constraint and none of the parameters', async () => {
      const account = await testAccount(database, 0n);
      const failed = database.q('addToken', [
        account.tokenId,
        account.accountId,
        'secret name',
        Buffer.from('x'),
        'h',
        null,
        null,
        null,
        null,
      ]);
      await assert.rejects(failed, (error: unknown) => {
        assert(error instanceof DatabaseError);
        assert.equal(error.kind, 'conflict');
        assert(!JSON.stringify({ ...error, message: error.message, stack: error.stack }).includes('secret'));
        return error.cause === undefined;
      });
    });
  });
}
