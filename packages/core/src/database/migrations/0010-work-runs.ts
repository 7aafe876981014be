import { type Kysely, sql } from 'kysely';

/** Which asking for a transcription a row is at, so that a late word of an earlier one changes nothing. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE recordings ADD COLUMN work_run INTEGER NOT NULL DEFAULT 1').execute(database);
}
