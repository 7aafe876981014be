import { rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { VOICE_LINE_BARS } from '@quoth/audio';
import {
  asAppError,
  type BackupSummary,
  DatabaseDamaged,
  recording as recordingSchema,
  segment,
  word,
} from '@quoth/contract';
import * as z from 'zod';
import { openActionQueue } from '../actions/index.ts';
import { EventBus, silentLogger, systemClock } from '../base/index.ts';
import { checkChanges } from '../changes.ts';
import {
  type Database,
  knownMigrations,
  migrationsNamed,
  newerDatabase,
  openDatabase,
} from '../database/index.ts';
import { ModeStore } from '../modes.ts';
import { MAX_ENDPOINTS, storedEndpoints } from '../providers/index.ts';
import { audioName, DISCARDING, toStored } from '../recordings/index.ts';
import { SettingsStore } from '../settings.ts';
import { VocabularyStore } from '../vocabulary/index.ts';
import { DATABASE, notWhole } from './backup-archive.ts';
import { hasTable } from './make-backup.ts';

/*
 * A database that comes from outside is a stranger's until shown otherwise: its tables, indexes and triggers must be
 * those that its version makes, every number one that Quoth can read, every path one that Quoth writes; and then the
 * code of the next start opens it, here, before the good data are touched.
 */

type Facts = Pick<BackupSummary, 'recordings' | 'actions' | 'program_actions' | 'servers_left_out'>;

/**
 * Checks the unpacked database, and takes out of it what belongs to the run that wrote it. `present`: the database that
 * it replaces, whose program tokens stay valid. Throws INVALID_REQUEST for one that is damaged or not made by Quoth, or
 * one of a newer version.
 */
export async function settleDatabase(folder: string, present: string): Promise<Facts> {
  const path = join(folder, DATABASE);
  try {
    const migrations = migrationsOf(path);
    checkSchema(path, await schemaAfter(migrations, join(folder, 'expected.db')));
    settleRows(path, tokensIn(present));
    const facts = await openAsAtStart(path);
    const database = new DatabaseSync(path);
    // One file, as it is put into place.
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    return facts;
  } catch (error) {
    const known = asAppError(error);
    throw known instanceof DatabaseDamaged ? notWhole() : known.cause === undefined ? known : notWhole();
  }
}

/** Which changes to its tables a database has seen. */
function migrationsOf(path: string): readonly string[] {
  using database = new DatabaseSync(path, { allowExtension: false });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA journal_mode = DELETE');
  const [check] = database.prepare('PRAGMA quick_check(1)').all();
  if (check?.quick_check !== 'ok' || !hasTable(database, 'kysely_migration')) throw notWhole();
  const names = database
    .prepare('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map(({ name }) => String(name));
  if (names.some((name) => !knownMigrations.includes(name))) throw newerDatabase(path);
  return names;
}

/** The SQL of everything that a database has, once these changes were made to it. */
async function schemaAfter(migrations: readonly string[], path: string): Promise<string> {
  await (await openDatabase(path, migrationsNamed(migrations))).destroy();
  try {
    using database = new DatabaseSync(path);
    return schemaOf(database);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
  }
}

function checkSchema(path: string, expected: string): void {
  using database = new DatabaseSync(path, { allowExtension: false });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON');
  if (schemaOf(database) !== expected) throw notWhole();
  // What follows from the tables is made from them.
  database.exec("REINDEX; INSERT INTO recording_index (recording_index) VALUES ('rebuild')");
  if (database.prepare('PRAGMA foreign_key_check').get() !== undefined) throw notWhole();
}

function schemaOf(database: DatabaseSync): string {
  const rows = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name')
    .all()
    .map(({ type, name, tbl_name, sql }) => [type, name, tbl_name, String(sql).replace(/\s+/g, ' ')]);
  return JSON.stringify(rows);
}

/** Milliseconds since 1970 that are a date of a year with four digits. */
const MAX_MS = Date.UTC(9999, 11, 31);
/** A name of a file, with no way out of its folder. */
const plainName = /^[^./\\\0][^/\\\0]{0,254}$/;

/**
 * Rows whose values no version of Quoth writes are refused; those that were only for the run that wrote them are taken
 * out.
 */
function settleRows(path: string, tokens: PresentTokens): void {
  using database = new DatabaseSync(path, { allowExtension: false });
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON; BEGIN');
  const rows = (query: string) => database.prepare(query).all();
  const remove = (table: string, column: string, value: unknown) =>
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(String(value));
  checkNumbers(database);
  database.prepare('DELETE FROM recordings WHERE status = ?').run(DISCARDING);
  for (const { audio_file } of rows('SELECT audio_file FROM recordings WHERE audio_file IS NOT NULL'))
    if (!audioName.test(String(audio_file))) throw notWhole();
  if (hasTable(database, 'models'))
    // Models of packages lie where this machine's packages put them, and the next start finds those.
    for (const { id, file } of rows('SELECT id, file FROM models'))
      if (isAbsolute(String(file))) remove('models', 'id', id);
      else if (!plainName.test(String(file))) throw notWhole();
  // A stranger's token, or one that was revoked since, opens nothing; any other may do what it may do now.
  const columns = rows("SELECT name FROM pragma_table_info('named_tokens') WHERE name != 'id'");
  if (columns.length > 0)
    for (const { hash } of rows('SELECT hash FROM named_tokens')) {
      const present = tokens.get(String(hash));
      if (!present) remove('named_tokens', 'hash', hash);
      else
        for (const name of columns.map((column) => String(column.name)).filter((column) => column in present))
          database
            .prepare(`UPDATE named_tokens SET ${name} = ? WHERE hash = ?`)
            .run(present[name] ?? null, String(hash));
    }
  if (hasColumn(database, 'recordings', 'voice_line'))
    for (const { line } of rows('SELECT voice_line AS line FROM recordings WHERE voice_line IS NOT NULL'))
      if (!(line instanceof Uint8Array && line.length === VOICE_LINE_BARS)) throw notWhole();
  // The next start would end the process groups of programs that were running then: their numbers mean others now.
  if (hasColumn(database, 'action_attempts', 'program_group'))
    database.exec('UPDATE action_attempts SET program_group = NULL');
  database.exec('COMMIT');
}

function hasColumn(database: DatabaseSync, table: string, column: string): boolean {
  return (
    database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined
  );
}

/** Every whole number is one that JavaScript has, every time a date, and every other number finite. */
function checkNumbers(database: DatabaseSync): void {
  const columns = database
    .prepare(
      "SELECT m.name AS tableName, c.name AS columnName, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.type IN ('INTEGER', 'REAL')",
    )
    .all();
  for (const { tableName, columnName, type } of columns) {
    const [least, most] = String(columnName).endsWith('_ms')
      ? [0, MAX_MS]
      : [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    // The index of searches keeps numbers of its own, and is made again.
    if (String(tableName).startsWith('recording_index')) continue;
    const isWrong = database
      .prepare(
        `SELECT 1 FROM "${tableName}" WHERE "${columnName}" IS NOT NULL AND NOT (typeof("${columnName}") = ? AND "${columnName}" BETWEEN ? AND ?)`,
      )
      .get(String(type).toLowerCase(), least, most);
    if (isWrong) throw notWhole();
  }
}

type PresentTokens = ReadonlyMap<string, Record<string, SQLOutputValue>>;

/** The rows of the tokens of a database, by their hashes; none where it cannot be read. */
function tokensIn(path: string): PresentTokens {
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    const rows = database.prepare('SELECT * FROM named_tokens').all();
    return new Map(rows.map((row) => [String(row.hash), row]));
  } catch {
    return new Map();
  }
}

const json = {
  object: z.record(z.string(), z.unknown()),
  words: z.array(word),
  segments: z.array(segment),
  list: z.array(z.unknown()),
};

/** Opens it with the code that a start runs, brings its tables up to date, and reads everything that a list shows. */
async function openAsAtStart(path: string): Promise<Facts> {
  const database = await openDatabase(path);
  try {
    const events = new EventBus(() => undefined);
    const shared = { database, events, clock: systemClock, logger: silentLogger };
    const modes = await ModeStore.open(shared);
    await SettingsStore.open(database, events);
    const vocabulary = await VocabularyStore.open({ ...shared, modes: () => modes.list() });
    const entries = await database.selectFrom('vocabulary').select('id').execute();
    if (vocabulary.list().length < entries.length) throw notWhole();
    await checkChanges(database);
    const endpoints = (await storedEndpoints(database)).map(({ id }) => id);
    // A later version may allow fewer addresses, so an honest backup has servers that the start leaves out.
    const servers_left_out = (
      await database
        .deleteFrom('provider_endpoints')
        .where('id', 'not in', endpoints)
        .returning('display_name')
        .execute()
    ).map(({ display_name }) => display_name);
    for (const { facts } of await database.selectFrom('models').select('facts').execute())
      if (facts !== null) json.object.parse(JSON.parse(facts));
    for (const { scopes } of await database.selectFrom('named_tokens').select('scopes').execute())
      json.list.parse(JSON.parse(scopes));
    const recordings = await readRecordings(database);
    const { store } = await openActionQueue(shared);
    // One reader's JSON is another's: what is counted here is what is kept.
    for (const { id, does } of store.list())
      await database
        .updateTable('actions')
        .set({ does: JSON.stringify(does) })
        .where('id', '=', id)
        .execute();
    return {
      recordings,
      actions: store.list().length,
      program_actions: store.list().filter(({ does }) => does.kind === 'program').length,
      // As many as Quoth ever had; a stranger's may be more.
      servers_left_out: servers_left_out.slice(0, MAX_ENDPOINTS),
    };
  } finally {
    await database.destroy();
  }
}

/** What the row of a recording says to programs, without what newer versions may name otherwise. */
const shown = recordingSchema.omit({ error: true, warning: true });
/** Rows at a time: texts of long recordings are megabytes. */
const ROWS = 200;

/** How many are in the history. */
async function readRecordings(database: Database): Promise<number> {
  let inHistory = 0;
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await database
      .selectFrom('recordings')
      .selectAll()
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(ROWS)
      .execute();
    for (const row of rows) {
      const { recording, work, words, segments } = toStored(row, { audio: '' });
      shown.parse(recording);
      json.object.parse(work);
      json.object.parse(work.options);
      json.words.parse(words);
      json.segments.parse(segments);
      if (work.incoming !== undefined && !plainName.test(work.incoming)) throw notWhole();
      if (row.deleted_ms === null) inHistory++;
    }
    const end = rows.at(-1);
    if (!end) return inHistory;
    last = end.seq;
  }
}
