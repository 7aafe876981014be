import { type Kysely, sql } from 'kysely';

/** Model files: downloaded, imported, on their way. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE TABLE models (
      id TEXT PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      source TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 TEXT,
      modified_ms INTEGER,
      etag TEXT,
      place INTEGER NOT NULL,
      error_code TEXT,
      error_message TEXT,
      error_hint TEXT,
      facts TEXT
    ) STRICT`)
    .execute(database);
}
