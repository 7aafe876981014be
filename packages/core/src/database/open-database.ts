import { chmodSync, closeSync, existsSync, fdatasync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, asAppError, DatabaseDamaged, DatabaseLocked, DiskFull, say } from '@quoth/contract';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as z from 'zod';
import { type Clock, type EventBus, type Logger, refuseNoFile } from '../base/index.ts';
import { copyDatabase } from './database-copies.ts';
import { migrations as allMigrations } from './migrations.ts';
import type { Schema } from './schema.ts';

export type Database = Kysely<Schema>;

/** What nearly every part of core works with. */
export interface CoreContext {
  readonly database: Database;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Opens the one SQLite file (mode 600) and brings its tables up to date in one transaction: a process killed midway
 * leaves the old tables. A commit has reached the disk when it returns; what is deleted is overwritten with zeros.
 * Throws INTERNAL_ERROR with words for the user when the file is damaged or was written by a newer version; it is left
 * as it is.
 */
export async function openDatabase(
  path: string,
  migrations: Readonly<Record<string, Migration>> = allMigrations,
): Promise<Database> {
  let connection: DatabaseSync | undefined;
  try {
    for (const suffix of ['', '-wal', '-shm']) refuseNoFile(path + suffix);
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    connection = new DatabaseSync(path, { timeout: 0 });
    // SQLite itself would flush each commit in this thread, and everything else would wait for the disk; `LogFlusher`
    // does it instead.
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA secure_delete = ON;',
    );
    const config = { database: preparedBy(connection) };
    const turns = new Turns();
    const log = new LogFlusher(`${path}-wal`);
    const database = new Kysely<Schema>({ dialect: dialectOf(new RetryingDriver(config, turns, log)) });
    const unflushedDatabase = new Kysely<Schema>({ dialect: dialectOf(new RetryingDriver(config, turns)) });
    withoutFlush.set(database, unflushedDatabase);
    logs.set(database, log);
    const opened = connection;
    await migrate(database, migrations, (last) => copyDatabase(opened, dirname(path), last));
    return database;
  } catch (error) {
    if (connection?.isOpen) connection.close();
    throw databaseStartError(error, path);
  }
}

const withoutFlush = new WeakMap<Database, Database>();
const logs = new WeakMap<Database, LogFlusher>();

/** Resolves when everything that was committed before the call is on the disk, `unflushed` or not. */
export async function flushed(database: Database): Promise<void> {
  await logs.get(database)?.flush();
}

/**
 * The same database, with commits that do not wait for the disk: for what must outlive this process and not the
 * machine's power, such as a note that a file is about to be tried, or a progress that a restart finds out again. The
 * next flushed commit makes them last; nothing that a caller was promised depends on them.
 */
export function unflushed(database: Database): Database {
  return withoutFlush.get(database) ?? database;
}

/** The names of the changes to the tables that this version knows, in order. */
export const knownMigrations: readonly string[] = Object.keys(allMigrations);

/** Those of the changes that have these names. */
export function migrationsNamed(names: readonly string[]): Readonly<Record<string, Migration>> {
  return Object.fromEntries(Object.entries(allMigrations).filter(([name]) => names.includes(name)));
}

/** `copy` is called before the tables of a database that has data are changed, with the last change that it has. */
async function migrate(
  database: Database,
  migrations: Readonly<Record<string, Migration>>,
  copy: (lastMigration: string) => Promise<void>,
): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const known = await migrator.getMigrations();
  if (known.length > 0 && known.every((migration) => migration.executedAt !== undefined)) {
    await refuseNewer(database, known.length);
    return;
  }
  const last = known.findLast(({ executedAt }) => executedAt !== undefined);
  if (last) await copy(last.name);
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function refuseNewer(database: Database, known: number): Promise<void> {
  const executed = await database
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  if (executed.length > known) throw new Error('corrupted migrations: a newer version ran more of them');
}

/** Why the database cannot be used at a start, in words for the user. */
export function databaseStartError(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/corrupted migrations/.test(text)) {
    return newerDatabase(path, error);
  }
  const known = asAppError(error);
  // A row whose JSON breaks off, or whose value no version writes, is damaged as well.
  if (known instanceof DatabaseDamaged || error instanceof SyntaxError || error instanceof z.ZodError) {
    return new AppError('INTERNAL_ERROR', {
      message: say('databaseDamagedAt', { path }),
      hint: say('moveDatabaseAside'),
      cause: error,
    });
  }
  if (known instanceof DiskFull) {
    return new AppError('INTERNAL_ERROR', {
      message: say('diskFull'),
      hint: say('freeSpaceAtPath', { path }),
      cause: error,
    });
  }
  return known;
}

/** Nothing was changed: the newer version finds it as it was. */
export function newerDatabase(path: string, cause?: unknown): AppError {
  return new AppError('INTERNAL_ERROR', {
    message: say('dataOfNewerVersion'),
    hint: say('installNewerVersion', { path }),
    cause,
  });
}

/**
 * Moves the write-ahead log into the database file and empties it. Called after something was deleted permanently: in
 * the file it has been overwritten (`PRAGMA secure_delete`), but the log still holds it. Throws DatabaseLocked where a
 * reader is running.
 */
export async function emptyLog(database: Database): Promise<void> {
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  if (rows[0]?.busy !== 0) throw new DatabaseLocked();
}

/** Another process has this data folder open. */
export class AlreadyRunning extends AppError {
  constructor() {
    super('ALREADY_RUNNING', {
      message: say('alreadyRunningHere'),
      remedy: say('stopOtherCopy'),
    });
  }
}

/**
 * Makes this process the only one that has the data folder. The lock is SQLite's own on a small file, so the system
 * lets go of it when the process ends, however it ends. Throws AlreadyRunning.
 */
export function lockInstance(path: string): { release(): void } {
  refuseNoFile(path);
  // SQLite would not say why it cannot be made.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const known = asAppError(error);
    if (known instanceof DatabaseLocked) throw new AlreadyRunning();
    // It holds nothing; any process that has it locked has a sound one.
    if (!(known instanceof DatabaseDamaged)) throw databaseStartError(error, path);
    rmSync(path, { force: true });
    return lockInstance(path);
  }
  return { release: () => database.close() };
}

/** How long another program may hold the lock before what waits for it fails, and how often it is asked for. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 50;

class SerializedAdapter extends SqliteAdapter {
  /** SQLite runs DDL in transactions; Kysely's adapter says no, which would let a crash leave half a migration. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely would keep the connection from others until its writer's flush is done; the driver gives it away before. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One after the other, in the order in which they came. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, with the function that ends it. */
  async next(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}

/**
 * Flushes the write-ahead log in the thread pool. Anyone who comes while it is being flushed shares the next time with
 * all that came meanwhile. SQLite has no lock on this file (they are on the database and on `-shm`), so closing it
 * loses none.
 */
class LogFlusher {
  readonly #path: string;
  #file: number | undefined;
  #running: Promise<unknown> | undefined;
  #next: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when everything that was committed before the call is on the disk. */
  flush(): Promise<void> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#running, this.#next]);
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #afterRunning(): Promise<void> {
    await this.#running;
    // Commits from now on may miss this flush.
    this.#next = undefined;
    const flushed = this.#flushed();
    this.#running = flushed.catch(() => undefined);
    await flushed;
  }

  #flushed(): Promise<void> {
    return new Promise((resolve, reject) => {
      // Windows flushes only what is open for writing.
      this.#file ??= openSync(this.#path, 'r+');
      fdatasync(this.#file, (error) => (error ? reject(error) : resolve()));
    });
  }
}

/** The one connection, while a caller holds it. */
interface HeldConnection extends DatabaseConnection {
  readonly release: () => void;
  /** Whether anything but SELECT was run. */
  hasWritten: boolean;
}

/**
 * Waits while another program holds the database's lock, without holding up this process as SQLite's own waiting does.
 * A transaction takes the lock when it begins, so that nothing in it has to wait. Who has written gives the connection
 * to the next one, then waits until it is on the disk.
 */
class RetryingDriver implements Driver {
  readonly #sqlite: SqliteDriver;
  readonly #turns: Turns;
  readonly #log: LogFlusher | undefined;
  #lockedAt: number | undefined;

  constructor(config: SqliteDialectConfig, turns: Turns, log?: LogFlusher) {
    this.#sqlite = new SqliteDriver(config);
    this.#turns = turns;
    this.#log = log;
  }

  async init(): Promise<void> {
    await this.#sqlite.init();
  }

  async acquireConnection(): Promise<HeldConnection> {
    const release = await this.#turns.next();
    const connection = await this.#sqlite.acquireConnection();
    const held: HeldConnection = {
      release,
      hasWritten: false,
      executeQuery: (query, options) => {
        held.hasWritten ||= query.query.kind !== 'SelectQueryNode';
        return this.#retryWhileLocked(() => connection.executeQuery(query, options));
      },
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    };
    return held;
  }

  async releaseConnection(connection: HeldConnection): Promise<void> {
    connection.release();
    if (connection.hasWritten) await this.#log?.flush();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#log?.close();
    await this.#sqlite.destroy();
  }

  /** A caller that comes when the lock has been held for long does not wait the full time. */
  async #retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        const result = await work();
        this.#lockedAt = undefined;
        return result;
      } catch (error) {
        if (!(asAppError(error) instanceof DatabaseLocked)) throw error;
        this.#lockedAt ??= performance.now();
        if (performance.now() - this.#lockedAt > PATIENCE_MS) throw error;
        await sleep(RETRY_MS);
      }
    }
  }
}

/** Kysely's own dialect with our driver. */
function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SerializedAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  };
}

/**
 * How many statements are kept prepared; Quoth's own are far fewer, and those that differ with each search are not
 * worth it.
 */
const MAX_PREPARED = 200;

/**
 * A connection's statements, prepared once, as Kysely's own dialect expects them: better-sqlite3's `reader` flag, and
 * parameters as one array.
 */
function preparedBy(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      prepared.clear();
      database.close();
    },
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = statementOf(database, sql);
      if (prepared.size < MAX_PREPARED) prepared.set(sql, statement);
      return statement;
    },
  };
}

function statementOf(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => {
      // SQLite has rolled back by itself when the disk was full; asked again it would hide why.
      if (sql === 'rollback' && !database.isTransaction) return { changes: 0, lastInsertRowid: 0 };
      return statement.run(...(parameters as SQLInputValue[]));
    },
    iterate: (parameters) =>
      statement.iterate(...(parameters as SQLInputValue[])) as IterableIterator<unknown>,
  };
}
