import type { Database } from './database.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { migrations } from './migrations.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { statements } from './statements.ts';

/** A Postgres by its address, or a folder for the embedded database. */
type DatabasePlace = { readonly url: string } | { readonly folder: string };

/** Opens the database and brings its tables up to date. */
export async function openDatabase(place: DatabasePlace): Promise<Database> {
  const database =
    'url' in place
      ? new PostgresDatabase({ url: place.url, statements })
      : await EmbeddedDatabase.open({ folder: place.folder, statements });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** An arbitrary number, the same on every node. */
const LOCK = 7_265_401_998_213;

/**
 * Brings the tables up to date. Nodes that start at the same time take turns; a node older than the tables is refused.
 */
export async function migrate(database: Database): Promise<void> {
  await database.script(async (run) => {
    await run(`select pg_advisory_xact_lock(${LOCK})`);
    await run(
      'create table if not exists migrations (name text primary key, at timestamptz not null default now())',
    );
    const done = new Set((await run('select name from migrations')).map(({ name }) => String(name)));
    const known = new Set(migrations.map(({ name }) => name));
    const newer = [...done].filter((name) => !known.has(name));
    if (newer.length > 0)
      throw new Error(
        `The database was made by a newer version of the gateway (${newer.join(', ')}). Start that version.`,
      );
    for (const { name, sql } of migrations) {
      if (done.has(name)) continue;
      await run(sql);
      await run(`insert into migrations (name) values ('${name}')`);
    }
  });
}
