import { type Kysely, sql } from 'kysely';

/** Tokens that the user made for programs, how often each was used, and which recordings each made. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE named_tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    last_used_ms INTEGER,
    file TEXT
  ) STRICT`,
  `CREATE TABLE named_token_calls (
    token_id TEXT NOT NULL REFERENCES named_tokens (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    done INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (token_id, day)
  ) STRICT`,
  // Not a reference: what a program made stays the user's when its token is gone.
  `ALTER TABLE recordings ADD COLUMN made_by TEXT`,
  `CREATE INDEX recordings_by_maker ON recordings (made_by, seq) WHERE made_by IS NOT NULL`,
] as const;
