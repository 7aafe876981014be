import { type Kysely, sql } from 'kysely';

/** How far a program with the scope `record` may record; what was made before may not. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE named_tokens ADD COLUMN record TEXT NOT NULL DEFAULT 'never'").execute(database);
}
