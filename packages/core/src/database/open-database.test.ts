import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs, {
  chmodSync,
  copyFileSync,
  fstatSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, type TestContext, test } from 'node:test';
import { AppError, asAppError, DatabaseDamaged, DatabaseLocked } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sql } from 'kysely';
import { inDatabase } from '../fixtures/in-database.ts';
import { listDatabaseCopies } from './database-copies.ts';
import { migrations } from './migrations.ts';
import { openDatabase, unflushed } from './open-database.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test('a new file has mode 600, every table, and opens again', async () => {
  const path = join(folder, 'quoth.db');
  const first = await openDatabase(path);
  await first.insertInto('settings').values({ key: 'a', value: '1' }).execute();
  await first.destroy();
  // Windows has no modes: the folder's access list says who may read it.
  const assertMode = () => process.platform === 'win32' || assert.equal(statSync(path).mode & 0o777, 0o600);
  assertMode();
  // As a file is that was copied here from elsewhere.
  chmodSync(path, 0o644);
  const second = await openDatabase(path);
  assertMode();
  const rows = await second.selectFrom('settings').selectAll().execute();
  assert.deepEqual(
    rows.map((row) => [row.key, row.value]),
    [['a', '1']],
  );
  await second.destroy();
});

/** Has the application's flushes go through a function of the test; a flush can't be seen from outside. */
function onFlush(
  context: TestContext,
  flush: (path: string, done: (error: Error | null) => void) => void,
): void {
  context.mock.method(fs, 'fdatasync', (file: number, done: (error: Error | null) => void) => {
    const { ino } = fstatSync(file);
    const paths = readdirSync(folder).map((name) => join(folder, name));
    flush(paths.find((path) => statSync(path).ino === ino) ?? '', done);
  });
  syncBuiltinESMExports();
}

function flushAsBefore(context: TestContext): void {
  context.mock.restoreAll();
  syncBuiltinESMExports();
}

const row = (key: string) => ({ key, value: '1' });

test('what is written is on the disk before its writer goes on, alone and in a transaction', async (context) => {
  const path = join(folder, 'quoth.db');
  const database = await openDatabase(path);
  // What a power cut would leave: the database as it was, and of its log what the last flush has seen.
  const afterPowerCut = join(folder, 'after.db');
  copyFileSync(path, afterPowerCut);
  onFlush(context, (file, done) => {
    assert.equal(file, `${path}-wal`);
    const seen = readFileSync(file);
    setImmediate(() => {
      writeFileSync(`${afterPowerCut}-wal`, seen);
      done(null);
    });
  });
  const survivors = () => {
    const copy = join(folder, 'copy.db');
    copyFileSync(afterPowerCut, copy);
    copyFileSync(`${afterPowerCut}-wal`, `${copy}-wal`);
    const query = 'SELECT key FROM settings ORDER BY key';
    const keys = inDatabase(copy, (opened) => opened.prepare(query).all());
    return keys.map(({ key }) => key).join('');
  };

  await database.insertInto('settings').values(row('a')).execute();
  assert.equal(survivors(), 'a');
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('settings').values(row('b')).execute();
  });
  assert.equal(survivors(), 'ab');
  await unflushed(database).insertInto('settings').values(row('c')).execute();
  assert.equal(survivors(), 'ab');
  await Promise.all(['d', 'e', 'f'].map((key) => database.insertInto('settings').values(row(key)).execute()));
  assert.equal(survivors(), 'abcdef');
  flushAsBefore(context);
  await database.destroy();
});

test('while one writer waits for the disk, others read and write; a flush that fails is reported to its writer', async (context) => {
  const database = await openDatabase(join(folder, 'quoth.db'));
  const flush = Promise.withResolvers<(error: Error | null) => void>();
  onFlush(context, (_file, done) => flush.resolve(done));
  let isDone = false;
  const writer = database
    .insertInto('settings')
    .values(row('a'))
    .execute()
    .finally(() => {
      isDone = true;
    });
  const endFlush = await flush.promise;
  await unflushed(database).insertInto('settings').values(row('b')).execute();
  assert.equal((await database.selectFrom('settings').selectAll().execute()).length, 2);
  assert.equal(isDone, false);
  flushAsBefore(context);
  endFlush(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
  await assert.rejects(writer, /EIO/);
  await database.insertInto('settings').values(row('c')).execute();
  await database.destroy();
});

test('a transaction that throws leaves nothing', async () => {
  const database = await openDatabase(join(folder, 'quoth.db'));
  await assert.rejects(
    database.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ key: 'a', value: '1' }).execute();
      throw new Error('stop');
    }),
    /stop/,
  );
  assert.deepEqual(await database.selectFrom('settings').selectAll().execute(), []);
  await database.destroy();
});

test('a file that is no database, and one of a newer version, are refused in words and left alone', async () => {
  const garbage = join(folder, 'garbage.db');
  writeFileSync(garbage, 'this is not a database at all, but it is long enough to be looked at'.repeat(20));
  const before = statSync(garbage).size;
  await assert.rejects(openDatabase(garbage), (error: unknown) => {
    assert(error instanceof AppError);
    assert.match(error.message, /damaged/);
    return true;
  });
  assert.equal(statSync(garbage).size, before);

  const newer = join(folder, 'newer.db');
  const database = await openDatabase(newer, { ...migrations, '9999-future': { up: async () => {} } });
  await database.destroy();
  await assert.rejects(openDatabase(newer), /newer version/);
});

test('a process killed in the middle of a migration leaves a database that opens', async () => {
  const path = join(folder, 'quoth.db');
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)});
    const { migrations } = await import(${JSON.stringify(new URL('./migrations.ts', import.meta.url).href)});
    const { sql } = await import('kysely');
    await openDatabase(${JSON.stringify(path)}, {
      ...migrations,
      '0002-slow': { up: async (database) => {
        await sql.raw('CREATE TABLE half (a INTEGER)').execute(database);
        process.stdout.write('midway');
        await new Promise((resolve) => setTimeout(resolve, 60000));
      } },
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the child ended early: ${code}`)));
  });
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('close', resolve));

  const database = await openDatabase(path);
  const tables = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(
    database,
  );
  const names = tables.rows.map((row) => row.name);
  assert(names.includes('recordings'));
  assert(!names.includes('half'));
  await database.destroy();
});

test('what earlier versions wrote as the error of a completed recording becomes its warning', async () => {
  const path = join(folder, 'quoth.db');
  const old = await openDatabase(path, before('0020-completed-without-error'));
  const rows = [
    ['rewriting', 'completed', 'TIMEOUT', null],
    ['language', 'completed', 'CANCELLED', '{"code":"LANGUAGE_MISMATCH","message":"German"}'],
    ['failed', 'failed', 'NO_SPEECH', null],
  ];
  for (const [id, status, code, warning] of rows)
    await sql`INSERT INTO recordings (id, seq, date_ms, status, text, duration_s, source, options, error_code, error_message, warning)
      VALUES (${id}, ${rows.findIndex(([one]) => one === id)}, 0, ${status}, '', 1, 'api', '{}', ${code}, 'why', ${warning})`.execute(
      old,
    );
  await old.destroy();
  const database = await openDatabase(path);
  const found = await database
    .selectFrom('recordings')
    .select(['id', 'error_code', 'warning'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    found.map((row) => [row.id, row.error_code, JSON.parse(row.warning ?? 'null')?.code ?? null]),
    [
      ['rewriting', null, 'TIMEOUT'],
      ['language', null, 'LANGUAGE_MISMATCH'],
      ['failed', 'NO_SPEECH', null],
    ],
  );
  await database.destroy();
  // The database as it was stays beside it.
  const [copy, ...others] = await listDatabaseCopies(folder);
  assert(copy && others.length === 0);
  const query = "SELECT error_code FROM recordings WHERE id = 'rewriting'";
  assert.equal(inDatabase(copy.file, (earlier) => earlier.prepare(query).get())?.error_code, 'TIMEOUT');
});

test('what named PocketSphinx takes the best model, also what waits in the queue or may be tried again; its texts stay, and the window has something to say', async () => {
  const path = join(folder, 'quoth.db');
  const old = await openDatabase(path, before('0022-without-pocketsphinx'));
  for (const [id, model] of [
    ['named', 'pocketsphinx-en-us'],
    ['other', 'whisper-small'],
  ])
    await sql`INSERT INTO modes (id, name, name_key, fields, is_default, is_system, sort_order, created_ms, modified_ms)
      VALUES (${id}, ${id}, ${id}, ${JSON.stringify({ model, language: 'en' })}, 0, 0, 0, 0, 0)`.execute(old);
  const options = JSON.stringify({ options: { engine: 'sphinx', model: 'pocketsphinx-en-us', save: true } });
  for (const [seq, status] of ['completed', 'failed', 'cancelled', 'pending'].entries())
    await sql`INSERT INTO recordings (id, seq, date_ms, status, text, duration_s, source, options, transcription_provider)
      VALUES (${status}, ${seq}, 0, ${status}, 'text', 1, 'api', ${options}, 'pocketsphinx')`.execute(old);
  await old.destroy();
  const database = await openDatabase(path);
  const modes = await database.selectFrom('modes').select('fields').orderBy('id').execute();
  assert.deepEqual(
    modes.map(({ fields }) => JSON.parse(fields)),
    [
      { model: 'auto', language: 'en' },
      { model: 'whisper-small', language: 'en' },
    ],
  );
  const recordings = await database.selectFrom('recordings').selectAll().orderBy('seq').execute();
  assert.deepEqual(
    recordings.map((row) => [row.text, row.transcription_provider, JSON.parse(row.options)]),
    Array(4).fill(['text', 'pocketsphinx', { options: { save: true } }]),
  );
  const settings = await database.selectFrom('settings').selectAll().execute();
  assert.deepEqual(
    settings.map(({ key, value }) => [key, value]),
    [['engineReplaced', 'true']],
  );
  await database.destroy();
  const fresh = await openDatabase(join(folder, 'fresh.db'));
  assert.deepEqual(await fresh.selectFrom('settings').selectAll().execute(), []);
  await fresh.destroy();
});

test('an undo brings no mode back that names PocketSphinx, and is not refused for it', async () => {
  const path = join(folder, 'quoth.db');
  const old = await openDatabase(path, before('0025-changes-without-pocketsphinx'));
  const mode = (model: string) => JSON.stringify({ id: 'mode', name: 'Mine', model });
  for (const [id, was, became] of [
    ['updated', mode('pocketsphinx-en-us'), mode('whisper-small')],
    ['created', null, mode('PocketSphinx')],
    ['recording', null, null],
  ])
    await sql`INSERT INTO changes (id, at_ms, kind, subject_id, title, before, after, seen)
      VALUES (${id}, 0, 'mode-updated', 'mode', 'Mine', ${was}, ${became}, 0)`.execute(old);
  await old.destroy();
  const database = await openDatabase(path);
  const changes = await database
    .selectFrom('changes')
    .select(['id', 'before', 'after'])
    .orderBy('id')
    .execute();
  assert.deepEqual(
    changes.map((change) => ({ ...change })),
    [
      { id: 'created', before: null, after: mode('auto') },
      { id: 'recording', before: null, after: null },
      { id: 'updated', before: mode('auto'), after: mode('whisper-small') },
    ],
  );
  await database.destroy();
});

/** The migrations of the version that came before this one. */
function before(name: string): typeof migrations {
  assert(name in migrations);
  return Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name));
}

test('a lock of another program is waited for, and is named where that takes too long', async () => {
  const path = join(folder, 'quoth.db');
  const database = await openDatabase(path);
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const busy = new DatabaseSync(path, { timeout: 0 });
  assert.throws(
    () => busy.exec('BEGIN IMMEDIATE'),
    (error) => asAppError(error) instanceof DatabaseLocked,
  );
  busy.close();
  const writing = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('settings').values({ key: 'a', value: '1' }).execute();
  });
  await new Promise(setImmediate);
  other.exec('COMMIT');
  other.close();
  await writing;
  assert.equal((await database.selectFrom('settings').selectAll().execute()).length, 1);
  await database.destroy();
});

test('a damaged page inside the database is explained, at a start and later', async () => {
  const path = join(folder, 'quoth.db');
  const first = await openDatabase(path);
  for (let at = 0; at < 500; at++)
    await first
      .insertInto('settings')
      .values({ key: `${at}`, value: 'x'.repeat(500) })
      .execute();
  await first.destroy();
  const bytes = readFileSync(path);
  // Every page but the first, which has the header and the list of tables.
  bytes.fill(0xa5, 4_096);
  writeFileSync(path, bytes);
  await assert.rejects(
    openDatabase(path),
    (error) => error instanceof AppError && /damaged/.test(error.message) && /audio/.test(error.hint ?? ''),
  );
  const raw = new DatabaseSync(path);
  assert.throws(
    () => raw.prepare('SELECT * FROM settings').all(),
    (error) => asAppError(error) instanceof DatabaseDamaged,
  );
  raw.close();
});

test('the migrations of earlier versions keep their names, without which their databases would not open', () => {
  assert.deepEqual(Object.keys(migrations).slice(0, 20), [
    '0001-first',
    '0002-models',
    '0003-request-keys',
    '0004-providers',
    '0005-source-names',
    '0006-window',
    '0009-secure-delete',
    '0010-work-runs',
    '0012-warnings',
    '0013-model-speeds',
    '0014-named-tokens',
    '0015-record-leaves',
    '0016-recording-programs',
    '0017-actions',
    '0018-action-program-groups',
    '0019-other-default',
    '0020-completed-without-error',
    '0021-vocabulary-corrections',
    '0022-without-pocketsphinx',
    '0023-voice-lines',
  ]);
});

test('a database that cannot be written is no fault of Quoth: the reason is named', async () => {
  const path = join(temporaryFolder(), 'quoth.db');
  await (await openDatabase(path)).destroy();
  using database = new DatabaseSync(path, { readOnly: true });
  assert.throws(
    () => database.exec("INSERT INTO settings VALUES ('a', '1')"),
    (error) => asAppError(error).code === 'DISK_FULL' && /read-only/.test(asAppError(error).message),
  );
});
