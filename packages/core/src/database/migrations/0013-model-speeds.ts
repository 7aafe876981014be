import { type Kysely, sql } from 'kysely';

/** How fast each model has been on this machine, by the kind of device it ran on. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE model_speeds (
        model TEXT NOT NULL,
        device TEXT NOT NULL,
        times_real_time REAL NOT NULL,
        measurements INTEGER NOT NULL,
        measured_ms INTEGER NOT NULL,
        PRIMARY KEY (model, device)
      ) STRICT`,
    )
    .execute(database);
}
