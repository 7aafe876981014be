import { type Kysely, sql } from 'kysely';

/** Which mode was the default before a program's change made another one it; of a deleted default, which one became it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE changes ADD COLUMN other_default TEXT').execute(database);
}
