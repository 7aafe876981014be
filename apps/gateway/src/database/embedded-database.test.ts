import assert from 'node:assert/strict';
import { cpSync, fsyncSync, mkdirSync, readlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { testAccount, testClaim, testLedger } from '../fixtures/test-database.ts';
import { checkBooks } from '../ledger/ledger.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './open-database.ts';
import { statements } from './statements.ts';

test('a power cut right after a charge takes nothing of it back: what was not flushed is lost, and the charge was', async () => {
  const folder = temporaryFolder();
  const [memory, disk] = [join(folder, 'memory'), join(folder, 'disk')];
  let flushes = 0;
  let isWatching = false;
  /** What the system would find again on the disk: of each file, what it was when it was last flushed. */
  const flush = (descriptor: number) => {
    fsyncSync(descriptor);
    if (!isWatching) return;
    flushes += 1;
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    const kept = join(disk, relative(memory, path));
    mkdirSync(dirname(kept), { recursive: true });
    cpSync(path, kept, { recursive: true });
  };
  const database = await EmbeddedDatabase.open({ folder: memory, statements, flush });
  await migrate(database);
  const account = await testAccount(database, 10_000n);
  // So far all of it is on the disk.
  await database.close();
  cpSync(memory, disk, { recursive: true });

  // From here on, as the database itself tells its disk that it is running.
  isWatching = true;
  const reopened = await EmbeddedDatabase.open({ folder: memory, statements, flush });
  const ledger = testLedger(reopened);
  const claim = await ledger.claim(testClaim(account, 'the key'));
  assert(claim.kind === 'granted');
  const flushedBefore = flushes;
  await ledger.settle({
    work: claim.work,
    vendor: 'deepgram',
    model: 'nova-3',
    priceId: null,
    charge: 60n,
    sealed: Buffer.from('the answer'),
    keepSeconds: 3_600,
    attempts: [],
  });
  assert(flushes > flushedBefore, 'the answer went out before its charge was flushed');
  // The power is cut: nothing more reaches the disk.
  isWatching = false;
  await reopened.close();

  const after = await EmbeddedDatabase.open({ folder: disk, statements });
  try {
    assert.deepEqual(await checkBooks(after), []);
    const [row] = await after.q<{ balance: bigint; held: bigint }>('account', [account.accountId]);
    assert.deepEqual([row?.balance, row?.held], [10_000n - 60n, 0n]);
    const again = await testLedger(after).claim(testClaim(account, 'the key'));
    assert(again.kind === 'replay');
    assert.equal(again.sealed.toString(), 'the answer');
  } finally {
    await after.close();
  }
});
