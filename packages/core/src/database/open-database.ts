import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { AppError, asAppError, DatabaseDamaged, DiskFull } from '@quoth/contract';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { migrations as allMigrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** The open database. */
export type Database = Kysely<Schema>;

/**
 * Opens the one SQLite file (mode 600) and brings its tables up to date in one transaction: a process killed midway leaves the
 * old tables. A commit has reached the disk when it returns; what is deleted is overwritten with zeros. Throws INTERNAL_ERROR with words for the user when the file is
 * damaged or was written by a newer version; it is left as it is.
 */
export async function openDatabase(
  path: string,
  migrations: Readonly<Record<string, Migration>> = allMigrations,
): Promise<Database> {
  let connection: DatabaseSync | undefined;
  try {
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    connection = new DatabaseSync(path, { timeout: 0 });
    connection.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA secure_delete = ON;',
    );
    const database = new Kysely<Schema>({ dialect: sqliteDialect(connection) });
    await migrate(database, migrations);
    return database;
  } catch (error) {
    if (connection?.isOpen) connection.close();
    throw startWords(error, path);
  }
}

/**
 * Commits that do not wait for the disk, for what must outlive this process and not the machine's power: a note that a file is about to be tried, or
 * a progress that a restart finds out anew. The next flushed commit makes them last; nothing that a caller is told depends on them.
 */
export function unflushed<Result>(
  database: Database,
  work: (connection: Database) => Promise<Result>,
): Promise<Result> {
  // Nobody else has the connection meanwhile.
  return database.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = NORMAL`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection);
    }
  });
}

async function migrate(database: Database, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
  });
  const known = await migrator.getMigrations();
  if (known.length > 0 && known.every((migration) => migration.executedAt !== undefined)) {
    await refuseNewer(database, known.length);
    return;
  }
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
export function startWords(error: unknown, path: string): AppError {
  if (error instanceof AppError) return error;
  const text = error instanceof Error ? error.message : '';
  if (/corrupted migrations/.test(text)) {
    return new AppError('INTERNAL_ERROR', {
      message: 'The data was written by a newer version of Quoth.',
      hint: `Install the newer version again, or start with another data folder (QUOTH_HOME). The file is ${path}.`,
      cause: error,
    });
  }
  const known = asAppError(error);
  if (known instanceof DatabaseDamaged) {
    return new AppError('INTERNAL_ERROR', {
      message: `The database ${path} is damaged.`,
      hint: 'Move the file aside (keep it) and start Quoth again, or restore it from a backup. The audio next to it is untouched.',
      cause: error,
    });
  }
  if (known instanceof DiskFull) {
    return new AppError('INTERNAL_ERROR', {
      message: 'The disk is full.',
      hint: `Free some space where ${path} lies and start Quoth again.`,
      cause: error,
    });
  }
  return known;
}
