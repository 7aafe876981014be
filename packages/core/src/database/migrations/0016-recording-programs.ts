import { type Kysely, sql } from 'kysely';

/** What the program that made a recording was called, and what it had asked. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The name stays when the token is gone.
  'ALTER TABLE recordings ADD COLUMN made_by_name TEXT',
  'ALTER TABLE recordings ADD COLUMN question TEXT',
  `UPDATE recordings SET made_by_name = (SELECT name FROM named_tokens WHERE named_tokens.id = recordings.made_by)
    WHERE made_by IS NOT NULL`,
] as const;
