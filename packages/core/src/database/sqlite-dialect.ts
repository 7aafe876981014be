import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { asAppError, DatabaseLocked } from '@quoth/contract';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';

/** How long another program may hold the lock before what waits for it fails, and how often it is asked for. */
const PATIENCE_MS = 30_000;
const RETRY_MS = 50;

/** SQLite runs DDL in transactions; Kysely's adapter says no, which would let a crash leave half a migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Waits while another program holds the database's lock, without holding up this process as SQLite's own waiting does. A transaction takes the lock when it begins,
 * so that nothing in it has to wait.
 */
class PatientDriver extends SqliteDriver {
  #lockedAt: number | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query, options) => this.#patiently(() => connection.executeQuery(query, options)),
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** Whoever comes when the lock has been held for long already does not wait as long again. */
  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
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

class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config);
  }
}

/** Kysely over `node:sqlite`: its own dialect expects better-sqlite3's `reader` flag and parameters as one array. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (prepared.size < 200) prepared.set(sql, statement);
    return statement;
  };
  return new NodeSqliteDialect({
    database: {
      close: () => {
        prepared.clear();
        database.close();
      },
      prepare: (sql) => {
        const statement = prepare(sql);
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
      },
    },
  });
}
