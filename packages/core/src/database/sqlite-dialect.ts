import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { type Dialect, SqliteAdapter, SqliteDialect } from 'kysely';

/** SQLite runs DDL in transactions; Kysely's adapter says no, which would let a crash leave half a migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
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
