import { type Kysely, sql } from 'kysely';

/** What stood as the error of a recording with a text is its warning: a completed recording has not failed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`UPDATE recordings
    SET warning = coalesce(warning, json_object('code', error_code, 'message', coalesce(error_message, ''))),
      error_code = NULL, error_message = NULL
    WHERE status = 'completed' AND error_code IS NOT NULL`.execute(database);
}
