import { type Kysely, sql } from 'kysely';

/** The process group of an attempt's program, so that the next start can end what a kill of Quoth left of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE action_attempts ADD COLUMN program_group INTEGER').execute(database);
}
