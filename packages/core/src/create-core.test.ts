import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sql } from 'kysely';
import { listChanges } from './changes.ts';
import { createTestCore } from './fixtures/test-core.ts';
import { TestRecordings } from './fixtures/test-recordings.ts';
import { moveToTrash } from './recordings/index.ts';

/** A day, in milliseconds. */
const DAY = 24 * 3_600_000;
const DAYS_40 = 40 * 24 * 3_600_000;

/** What the database refuses, so that this part of the housekeeping fails. */
const refusals = {
  retention: 'update of deleted_ms on recordings',
  trash: 'delete on recordings',
  changes: 'delete on changes',
} as const;
type Part = keyof typeof refusals;

/**
 * The parts that a start has done on data of 40 days ago: an old recording, another in the trash, and the changes by
 * which a program made them.
 */
async function doneAtStart(refused?: Part): Promise<readonly string[]> {
  const recordings = await TestRecordings.open();
  const { home, folder, database, places, finder, now } = recordings;
  const old = await recordings.complete('old');
  const trashed = await recordings.complete('in the trash');
  await moveToTrash(places, trashed);
  assert.equal((await listChanges(database, 10)).length, 2);
  await database.insertInto('settings').values({ key: 'historyRetentionDays', value: '30' }).execute();
  if (refused)
    await sql`create trigger refusal before ${sql.raw(refusals[refused])} begin select raise(abort, 'refused'); end`.execute(
      database,
    );
  await finder.close();
  await database.destroy();

  const clock = { now: () => now + DAYS_40, monotonic: () => performance.now() };
  const starting = createTestCore(home, { clock });
  if (refused) await assert.rejects(starting, ({ cause }: Error) => /refused/.test(String(cause)));
  else await (await starting).close();

  using after = new DatabaseSync(folder.database);
  const one = (query: string, ...values: string[]) =>
    Object.values(after.prepare(query).get(...values) ?? {})[0];
  return [
    ...(one('select deleted_ms from recordings where id = ?', old) === null ? [] : ['retention']),
    ...(one('select count(*) from recordings where id = ?', trashed) === 0 ? ['trash'] : []),
    ...(one('select count(*) from changes') === 0 ? ['changes'] : []),
  ];
}

test('a start moves old recordings to the trash, empties it of old ones and forgets old changes, and one that fails stops no other', async () => {
  const parts = Object.keys(refusals) as Part[];
  assert.deepEqual(await doneAtStart(), parts);
  for (const refused of parts)
    assert.deepEqual(
      await doneAtStart(refused),
      parts.filter((part) => part !== refused),
    );
});

test('a start with a clock that is 31 days ahead deletes nothing and says so; once Quoth has run for a day it deletes what is old', async () => {
  const recordings = await TestRecordings.open();
  const { home, folder, places, finder, database, now } = recordings;
  const trashed = await recordings.complete('in the trash');
  await moveToTrash(places, trashed);
  await finder.close();
  await database.destroy();
  const day = new Date(now).toISOString().slice(0, 10);
  {
    using before = new DatabaseSync(folder.database, { enableForeignKeyConstraints: false });
    before
      .prepare('insert into request_keys (hash, fingerprint, recording_id, created_ms) values (?, ?, ?, ?)')
      .run('hash', 'fingerprint', trashed, now + DAY / 2);
    before.prepare('insert into named_token_calls values (?, ?, 1, 0, 0)').run('token', day);
  }
  const isThere = () => {
    using after = new DatabaseSync(folder.database);
    const found = ['recordings', 'request_keys', 'named_token_calls'].map(
      (table) => after.prepare(`select 1 from ${table}`).get() !== undefined,
    );
    assert.equal(new Set(found).size, 1, `${found}`);
    return found[0];
  };
  /** A run of so many hours that begins at this time; says whether it held deletion back. */
  const run = async (startMs: number, hours: number) => {
    let passed = 0;
    const clock = { now: () => startMs + passed, monotonic: () => passed };
    const core = await createTestCore(home, { clock });
    passed = hours * 3_600_000;
    const isHeld = core.notices().some(({ id }) => id === 'deletion-held');
    await core.close();
    return isHeld;
  };
  assert.deepEqual([await run(now, 1), isThere()], [false, true]);
  assert.deepEqual([await run(now + 31 * DAY, 1), isThere()], [true, true], 'a wrong clock');
  assert.deepEqual([await run(now + DAY, 1), isThere()], [false, true], 'set right');
  for (const days of [31, 33, 35])
    assert.deepEqual([await run(now + days * DAY, 1), isThere()], [true, true], 'wrong for days');
  assert.deepEqual([await run(now + DAY, 1), isThere()], [false, true], 'set right');
  assert.deepEqual([await run(now + 31 * DAY, 20), isThere()], [true, true], 'after a month');
  assert.deepEqual([await run(now + 32 * DAY, 3), isThere()], [true, true]);
  assert.deepEqual([await run(now + 32 * DAY + 3 * 3_600_000, 2), isThere()], [true, true]);
  assert.deepEqual([await run(now + 33 * DAY, 1), isThere()], [false, false], 'it has run for a day');
});

test('who runs Quoth for an hour every other day has what is old deleted too, a few runs later', async () => {
  const recordings = await TestRecordings.open();
  const { home, folder, places, finder, database, now } = recordings;
  await database.insertInto('settings').values({ key: 'historyRetentionDays', value: '30' }).execute();
  const trashed = await recordings.complete('in the trash');
  const old = await recordings.complete('to be thrown away');
  await moveToTrash(places, trashed);
  await finder.close();
  await database.destroy();
  const isThere = (id: string, column: string) => {
    using after = new DatabaseSync(folder.database);
    return after.prepare(`select 1 from recordings where id = ? and ${column}`).get(id) !== undefined;
  };
  for (let day = 0; day <= 38; day += 2) {
    let passed = 0;
    const clock = { now: () => now + day * DAY + passed, monotonic: () => passed };
    const core = await createTestCore(home, { clock });
    passed = 3_600_000;
    await core.close();
    assert.equal(isThere(trashed, '1'), day < 36, `day ${day}`);
    assert.equal(isThere(old, 'deleted_ms is null'), day < 36, `day ${day}`);
  }
  assert(isThere(old, '1'), 'it is in the trash, and has its 30 days there');
});

test('a start deletes what an earlier one was writing when it was killed, and what of a deleted text the log still holds', async () => {
  const recordings = await TestRecordings.open();
  const { home, finder, database } = recordings;
  const id = await recordings.complete('xylophone');
  await sql`delete from recording_texts`.execute(database);
  await sql`delete from recordings where id = ${id}`.execute(database);
  // As a kill leaves it: the log is in no file yet.
  const killed = temporaryFolder();
  for (const name of ['quoth.db', 'quoth.db-wal'])
    writeFileSync(join(killed, name), readFileSync(join(home, name)));
  assert(readFileSync(join(killed, 'quoth.db-wal')).includes('xylophone'));
  const unfinished = [
    'window-sessions.json',
    'provider-keys/provider-key-openai',
    'program-tokens/claude',
  ].map((name) => join(killed, `${name}.4711-0a1b2c3d.tmp`));
  const own = join(killed, 'notes.4711.tmp');
  for (const path of [...unfinished, own]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'a secret');
  }
  const core = await createTestCore(killed);
  for (const name of ['quoth.db', 'quoth.db-wal'])
    assert(!readFileSync(join(killed, name)).includes('xylophone'), name);
  assert.deepEqual([...unfinished, own].filter(existsSync), [own]);
  await core.close();
  await finder.close();
  await database.destroy();
});

test('folders that are swept are no links, and what is no file is refused before anything waits for it', async () => {
  for (const name of ['spool', 'incoming', 'database-copies']) {
    const home = temporaryFolder();
    const documents = temporaryFolder();
    writeFileSync(join(documents, 'letter.txt'), 'mine');
    symlinkSync(documents, join(home, name));
    await assert.rejects(createTestCore(home), {
      code: 'INTERNAL_ERROR',
      message: /is a link to another folder/,
    });
    assert.equal(readFileSync(join(documents, 'letter.txt'), 'utf8'), 'mine', name);
  }
  const read = [
    'quoth.db',
    'instance.lock',
    'clock.json',
    'window-sessions.json',
    'api-token',
    'muted-outputs.json',
  ];
  for (const name of [...read, 'backing-up/part.json', 'restoring/ready.json', 'provider-keys/openai']) {
    const home = temporaryFolder();
    mkdirSync(dirname(join(home, name)), { recursive: true });
    execFileSync('mkfifo', [join(home, name)]);
    await assert.rejects(createTestCore(home), { message: /is not a file/ }, name);
  }
  const home = temporaryFolder();
  symlinkSync('/dev/zero', join(home, 'api-server.json'));
  await assert.rejects(createTestCore(home), { message: /is not a file/ });
  const shared = temporaryFolder();
  symlinkSync('/dev/null', join(shared, '.bash_history'));
  execFileSync('mkfifo', [join(shared, 'player')]);
  await (await createTestCore(shared)).close();
});

test('garbage in the lock is not taken for a damaged database', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'instance.lock'), 'garbage '.repeat(200));
  await (await createTestCore(home)).close();
});

test('a row that cannot be read is called a damaged database, and what to do is said', async () => {
  const home = temporaryFolder();
  await (await createTestCore(home)).close();
  {
    using database = new DatabaseSync(join(home, 'quoth.db'));
    database.exec(`UPDATE modes SET fields = '{"language":'`);
  }
  await assert.rejects(createTestCore(home), {
    message: /quoth\.db is damaged/,
    hint: /Move the file aside/,
  });
});

test('notes that a disk has damaged keep no one from starting, and what a restore replaces is kept then', async () => {
  const recordings = await TestRecordings.open();
  await recordings.complete('said before');
  await recordings.close();
  const { home } = recordings;
  for (const damaged of ['', '{"at":', 'null']) {
    mkdirSync(join(home, 'restoring'));
    for (const name of ['restoring/quoth.db', 'quoth.db'])
      writeFileSync(join(home, name), readFileSync(join(home, 'quoth.db')));
    writeFileSync(join(home, 'restoring/ready.json'), damaged);
    writeFileSync(join(home, 'incoming/a.row.json'), damaged);
    await (await createTestCore(home)).close();
    assert(!existsSync(join(home, 'restoring')));
    assert.deepEqual(readdirSync(join(home, 'incoming')), []);
    const [copy = assert.fail()] = readdirSync(join(home, 'database-copies'));
    rmSync(join(home, 'database-copies', copy));
  }
});

test('a database that has gone, or is empty, is missed where audio lies beside it', async () => {
  const recordings = await TestRecordings.open();
  await recordings.complete('said before');
  await recordings.close();
  const { home, folder } = recordings;
  const isMissed = async () => {
    const core = await createTestCore(home);
    const missed = core.notices().some(({ id }) => id === 'history-lost');
    await core.close();
    return missed;
  };
  assert.equal(await isMissed(), false);
  writeFileSync(folder.database, '');
  assert.equal(await isMissed(), true);
  rmSync(folder.database);
  assert.equal(await isMissed(), true);
  const fresh = await createTestCore(temporaryFolder());
  assert(!fresh.notices().some(({ id }) => id === 'history-lost'));
  await fresh.close();
});
