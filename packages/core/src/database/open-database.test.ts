import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, asAppError, DatabaseDamaged, DatabaseLocked } from '@quoth/contract';
import { sql } from 'kysely';
import { migrations } from './migrations/index.ts';
import { openDatabase, unflushed } from './open-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-database-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a new file has mode 600, every table, and opens again [DATA-MODES]', async () => {
  const path = join(folder, 'quoth.db');
  const first = await openDatabase(path);
  await first.insertInto('settings').values({ key: 'a', value: '1' }).execute();
  await first.destroy();
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const second = await openDatabase(path);
  const rows = await second.selectFrom('settings').selectAll().execute();
  assert.deepEqual(
    rows.map((row) => [row.key, row.value]),
    [['a', '1']],
  );
  await second.destroy();
});

test('only what asks for it commits without waiting for the disk, however it ends', async () => {
  const database = await openDatabase(join(folder, 'quoth.db'));
  const level = async (on: typeof database) =>
    (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(on)).rows[0]?.synchronous;
  const [FULL, NORMAL] = [2, 1];
  const [inside, beside] = await Promise.all([unflushed(database, level), level(database)]);
  assert.deepEqual([inside, beside], [NORMAL, FULL]);
  await assert.rejects(
    unflushed(database, async () => {
      throw new Error('stop');
    }),
    /stop/,
  );
  assert.equal(await level(database), FULL);
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

test('a process killed in the middle of a migration leaves a database that opens [LOSS-MIGRATION]', async () => {
  const path = join(folder, 'quoth.db');
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)});
    const { migrations } = await import(${JSON.stringify(new URL('./migrations/index.ts', import.meta.url).href)});
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
  const { '0020-completed-without-error': last, ...earlier } = migrations;
  const old = await openDatabase(path, earlier);
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
  assert(last);
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
});

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

test('a damaged page inside the database is told in words, at a start and later', async () => {
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
