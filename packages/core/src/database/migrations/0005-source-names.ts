import { type Kysely, sql } from 'kysely';

/** The name of the file that a recording's audio came in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE recordings ADD COLUMN source_name TEXT').execute(database);
}
