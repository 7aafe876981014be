import { fsyncSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PGlite, type PGliteInterface, types } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import {
  type Database,
  DatabaseError,
  type Parameter,
  type Queries,
  type Row,
  toDatabaseError,
} from './database.ts';
import type { Statements } from './statements.ts';

interface EmbeddedOptions {
  /** Created if missing. Undefined: in memory, for tests. */
  readonly folder?: string;
  /** In memory: the files of a new database, which take seconds to make, as an archive. */
  readonly files?: Blob;
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

/**
 * Postgres in WebAssembly, in this process: one machine, nothing to install. A second process is refused; every commit
 * is flushed.
 */
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

  static async open({ folder, files, statements, flush }: EmbeddedOptions): Promise<EmbeddedDatabase> {
    const parsers = { [types.INT8]: BigInt };
    if (folder === undefined)
      return new EmbeddedDatabase(
        await PGlite.create({ parsers, ...(files && { loadDataDir: files }) }),
        statements,
        undefined,
      );
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

type Init = NodeFS['init'];

/** The extension points of Emscripten's Node file system. */
interface Module {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd?: number }) => void } };
}

/** Has the system write what it buffers of an open file to the disk. */
type Flush = (descriptor: number) => void;

/** A folder for PGlite whose flushes reach the disk. PGlite's own skips fsync, so a power cut could undo commits. */
class DurableFolder extends NodeFS {
  readonly #flush: Flush;

  constructor(path: string, flush: Flush = fsyncSync) {
    super(path);
    this.#flush = flush;
  }

  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const made = await super.init(pg, options);
    const { emscriptenOpts } = made;
    const flush = (module: unknown) => {
      (module as Module).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) this.#flush(nfd);
      };
    };
    return {
      ...made,
      emscriptenOpts: { ...emscriptenOpts, preRun: [flush, ...(emscriptenOpts.preRun ?? [])] },
    };
  }
}

/** Holds a folder for this process until it ends, however it ends. Throws if another process holds it. */
class FolderLock {
  readonly #lock: DatabaseSync;

  constructor(folder: string) {
    this.#lock = new DatabaseSync(join(folder, 'in-use.lock'));
    try {
      // The system lets go of SQLite's lock when the process dies.
      this.#lock.exec('pragma locking_mode = exclusive; begin exclusive');
    } catch {
      this.#lock.close();
      throw new Error(
        `Another gateway uses the embedded database in ${folder}. Stop it, or give this one a folder of its own; several nodes need Postgres.`,
      );
    }
  }

  release(): void {
    this.#lock.close();
  }
}
