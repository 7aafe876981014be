import type { Database } from './database.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { statements } from './statements/index.ts';

/** A Postgres by its address, or a folder for the embedded database. */
export type DatabasePlace = { readonly url: string } | { readonly folder: string };

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
