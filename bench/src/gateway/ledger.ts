import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@quoth/gateway';
import { ScratchPostgres, testAccount, testClaim, testDatabase, testLedger } from '@quoth/gateway/fixtures';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { atLeast, figure, type Result } from '../result.ts';

/** Charges in flight, as many as a node has connections. */
const AT_ONCE = 8;
const CHARGES = 2_000;
const ANSWER = Buffer.alloc(2_048, 1);

/**
 * Charges a second: a hold and a settlement each, with an answer of 2 KB, on one account that everybody shares and on a
 * thousand.
 */
export async function benchGatewayLedger(): Promise<Result[]> {
  const postgres = await ScratchPostgres.start({ durable: true });
  try {
    const server = await testDatabase(postgres);
    // Plans are made for the first ones.
    await chargesASecond(server, 1, CHARGES / 4);
    const hot = await chargesASecond(server, 1, CHARGES);
    const spread = await chargesASecond(server, 1_000, CHARGES);
    await server.close();
    const embedded = await embeddedRate();
    const line = (what: string, rate: number, least?: number) =>
      figure(`charges a second: ${what}`, `${Math.round(rate)}`, least ? atLeast(rate, least) : undefined);
    return [
      line('Postgres, one hot account, 8 connections', hot, 500),
      line('Postgres, 1,000 accounts, 8 connections', spread, 500),
      line('embedded database, every charge flushed, one account', embedded),
    ];
  } finally {
    await postgres.close();
  }
}

async function embeddedRate(): Promise<number> {
  const database = await openDatabase({ folder: temporaryFolder() });
  try {
    return await chargesASecond(database, 1, CHARGES / 4);
  } finally {
    await database.close();
  }
}

async function chargesASecond(database: Database, accounts: number, charges: number): Promise<number> {
  const ledger = testLedger(database);
  const known: { accountId: string; tokenId: string }[] = [];
  for (let index = 0; index < accounts; index++) known.push(await testAccount(database, 1_000_000_000n));
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < charges) {
        const account = known[next++ % known.length];
        if (!account) continue;
        const claim = await ledger.claim(testClaim(account, randomUUID()));
        if (claim.kind !== 'granted') throw new Error(`not granted: ${claim.kind}`);
        await ledger.settle({
          work: claim.work,
          vendor: 'deepgram',
          model: 'nova-3',
          priceId: null,
          charge: 60n,
          sealed: ANSWER,
          keepSeconds: 3_600,
          attempts: [{ vendor: 'deepgram', model: 'nova-3', outcome: 'completed', milliseconds: 1 }],
        });
      }
    }),
  );
  return charges / ((performance.now() - startedAt) / 1_000);
}
