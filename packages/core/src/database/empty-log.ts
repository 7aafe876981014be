import { sql } from 'kysely';
import type { Database } from './open-database.ts';

/**
 * Moves the write-ahead log into the database file and empties it. Called after something was deleted for good: in the file it has been
 * overwritten (`PRAGMA secure_delete`), but the log still holds it. A reader at work delays it to the next time.
 */
export async function emptyLog(database: Database): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
}
