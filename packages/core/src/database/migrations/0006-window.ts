import { type Kysely, sql } from 'kysely';

/** What the window works with: the vocabulary for all modes, what programs changed, edited texts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE vocabulary (
    id TEXT PRIMARY KEY,
    phrase TEXT NOT NULL,
    phrase_key TEXT NOT NULL UNIQUE,
    written TEXT
  ) STRICT`,
  `CREATE TABLE changes (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    title TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    undone_ms INTEGER,
    seen INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX changes_by_age ON changes (at_ms)`,
  `CREATE INDEX changes_by_subject ON changes (subject_id)`,
  `ALTER TABLE recordings ADD COLUMN text_before_edit TEXT`,
] as const;
