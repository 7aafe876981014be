import { type Kysely, sql } from 'kysely';

/** Providers: for whom a key is kept (not the key), and servers of the user. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE provider_keys (
    name TEXT PRIMARY KEY,
    storage TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE provider_endpoints (
    id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    preset TEXT,
    place INTEGER NOT NULL
  ) STRICT`,
] as const;
