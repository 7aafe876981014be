import { type Kysely, sql } from 'kysely';

/** What to know of a recording's text, as JSON. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE recordings ADD COLUMN warning TEXT`.execute(database);
}
