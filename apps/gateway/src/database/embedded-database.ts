import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteInterface, types } from '@electric-sql/pglite';
import type { Database, Parameter, Queries, Row } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { DurableFolder, type Flush } from './durable-folder.ts';
import { FolderLock } from './folder-lock.ts';
import type { Statements } from './statements/index.ts';

export interface EmbeddedOptions {
  /** Created if missing. Undefined: in memory, for tests. */
  readonly folder?: string;
  readonly statements: Statements;
  /** The system's fsync; a test may want to see what reaches the disk. */
  readonly flush?: Flush;
}

/** PGlite's own, without `-F`, which would switch fsync off. */
const startParams = [
  '--single',
  '-O',
  '-j',
  ...settings({
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    wal_sync_method: 'fsync',
    shared_buffers: '16MB',
  }),
];

const HOUR_MS = 3_600_000;

type Runner = Pick<PGliteInterface, 'query'>;

/** Postgres in WebAssembly, in this process: one machine, nothing to install. A second process is refused; every commit is flushed. */
export class EmbeddedDatabase implements Database {
  readonly kind = 'embedded';
  readonly #db: PGlite;
  readonly #statements: Statements;
  readonly #lock: FolderLock | undefined;
  readonly #upkeep: NodeJS.Timeout;

  private constructor(db: PGlite, statements: Statements, lock: FolderLock | undefined) {
    this.#db = db;
    this.#statements = statements;
    this.#lock = lock;
    this.#upkeep = setInterval(() => void this.#tidy(), HOUR_MS).unref();
  }

  static async open({ folder, statements, flush }: EmbeddedOptions): Promise<EmbeddedDatabase> {
    const parsers = { [types.INT8]: BigInt };
    if (folder === undefined)
      return new EmbeddedDatabase(await PGlite.create({ parsers }), statements, undefined);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = new FolderLock(folder);
    try {
      const fs = new DurableFolder(join(folder, 'pgdata'), flush);
      return new EmbeddedDatabase(await PGlite.create({ fs, parsers, startParams }), statements, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async q<R extends Row>(name: keyof Statements, parameters: readonly Parameter[] = []): Promise<R[]> {
    return this.#run<R>(this.#db, name, parameters);
  }

  async transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    let failure: unknown;
    try {
      return await this.#db.transaction((session) =>
        work({ q: (name, parameters = []) => this.#run(session, name, parameters) }).catch(
          (error: unknown) => {
            failure = error;
            throw error;
          },
        ),
      );
    } catch (error) {
      throw failure === undefined ? toDatabaseError(error, 'commit') : error;
    }
  }

  async script(work: (run: (sql: string) => Promise<Row[]>) => Promise<void>): Promise<void> {
    await this.#db.transaction((session) =>
      work(async (sql) => ((await session.exec(sql)).at(-1)?.rows ?? []) as Row[]),
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#upkeep);
    await this.#db.close();
    this.#lock?.release();
  }

  async #run<R extends Row>(
    on: Runner,
    name: keyof Statements,
    parameters: readonly Parameter[],
  ): Promise<R[]> {
    try {
      const { rows } = await on.query<R>(this.#statements[name], [...parameters]);
      return rows.map(withBuffers);
    } catch (error) {
      throw this.#db.closed ? new DatabaseError('lost', name, 'closed') : toDatabaseError(error, name);
    }
  }

  /** Nothing else here writes checkpoints or removes dead rows. */
  async #tidy(): Promise<void> {
    for (const sql of ['checkpoint', 'vacuum']) await this.#db.exec(sql).catch(() => undefined);
  }
}

function withBuffers<R extends Row>(row: R): R {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array && !Buffer.isBuffer(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : value,
  ]);
  return Object.fromEntries(entries) as R;
}

function settings(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
