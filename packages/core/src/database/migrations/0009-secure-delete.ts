import { type Kysely, sql } from 'kysely';

/** The search index, too, overwrites what is deleted (sqlite.org/fts5.html, "secure-delete"); for the tables `PRAGMA secure_delete` does it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`INSERT INTO recording_index (recording_index, rank) VALUES ('secure-delete', 1)`.execute(
    database,
  );
  // What was deleted before may still lie in the index.
  await sql`INSERT INTO recording_index (recording_index) VALUES ('rebuild')`.execute(database);
}
