import { type Kysely, sql } from 'kysely';

/** Callers' own keys, under which a request that is sent again finds what it has started. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE request_keys (
    hash TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    recording_id TEXT NOT NULL,
    measured TEXT,
    created_ms INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX request_keys_by_age ON request_keys (created_ms)`,
] as const;
