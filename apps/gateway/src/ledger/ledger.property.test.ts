import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from '../database/database.ts';
import { claimTogether, settleTogether } from '../database/migrations.ts';
import { type Statements, statements } from '../database/statements.ts';
import { type Move, playLedger } from '../fixtures/ledger-play.ts';
import { testDatabase } from '../fixtures/test-database.ts';

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant('claim' as const) },
      { weight: 4, arbitrary: fc.constant('settle' as const) },
      { weight: 2, arbitrary: fc.constant('expire' as const) },
      { weight: 3, arbitrary: fc.constantFrom('release', 'sweep', 'deliver', 'purge', 'reverse') },
    ),
    of: fc.nat(11),
    amount: fc.nat(150),
    cut: fc.oneof(
      { weight: 4, arbitrary: fc.constant('none' as const) },
      { weight: 2, arbitrary: fc.constantFrom('before', 'after') },
    ),
  }),
  { minLength: 5, maxLength: 25, size: 'max' },
);

/** Plays until something is found, at most so often; gives what was found. */
async function findProblems(
  database: Database,
  plays: number,
  { guesses = false } = {},
): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const property = fc.asyncProperty(moves, async (played) => {
    found = await playLedger({ database, moves: played, guesses }).catch((error: unknown) => [String(error)]);
    return found.length === 0;
  });
  const { failed, counterexample } = await fc.check(property, {
    numRuns: plays,
    seed: 14,
    endOnFailure: true,
  });
  return failed ? [...found, JSON.stringify(counterexample)] : [];
}

test('any order of claims, outcomes, late answers, retries, expiry and broken commits leaves the books balanced', async (context) => {
  const database = await testDatabase(undefined);
  context.after(() => database.close());
  assert.deepEqual(await findProblems(database, 40), []);
});

/** The ledger with one of its guards taken out must be found out, or the test above proves nothing. */
describe('controls', () => {
  const controls: readonly [string, Partial<Statements>, { sql?: string; guesses?: boolean }][] = [
    [
      'without the fence',
      { release: withoutFence(statements.release) },
      { sql: withoutFence(settleTogether) },
    ],
    ['without asking after an unknown commit', {}, { guesses: true }],
    [
      'without the unique key',
      {},
      {
        sql: `alter table requests drop constraint requests_account_id_key_hash_key;
          ${replacing(claimTogether).replace('on conflict (account_id, key_hash) do nothing', '')}`,
      },
    ],
  ];
  for (const [name, changed, { sql, guesses = false }] of controls) {
    test(`${name} something is found`, async (context) => {
      const database = await testDatabase(undefined, changed);
      context.after(() => database.close());
      if (sql !== undefined) await database.script(async (run) => void (await run(sql)));
      const found = await findProblems(database, 150, { guesses });
      assert.notDeepEqual(found, []);
      context.diagnostic(found[0] ?? '');
    });
  }
});

/** Settles and releases by the request alone, no matter who holds it. */
function withoutFence(sql: string): string {
  return replacing(sql)
    .replace(/and fence = \$2::int and state not in \('completed', 'failed'\)/, 'and $2::int > 0')
    .replace("and r.fence = $2::int and r.state = 'held'", '')
    .replace("and r.fence = e.fence and r.state not in ('completed', 'failed')", '')
    .replace("and r.fence = q.fence and r.state = 'held'", '');
}

function replacing(sql: string): string {
  return sql.replace('create function', 'create or replace function');
}
