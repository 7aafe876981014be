import { type Kysely, sql } from 'kysely';

/** What is done with texts after their transcription, the queue of it, and each attempt. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `CREATE TABLE actions (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    does TEXT NOT NULL,
    modes TEXT,
    sources TEXT NOT NULL,
    paused_ms INTEGER,
    pause_reason TEXT,
    failures INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
  ) STRICT`,
  // With a recording that is deleted for good goes what actions did with its text.
  `CREATE TABLE action_runs (
    id TEXT PRIMARY KEY,
    action_id TEXT NOT NULL REFERENCES actions (id) ON DELETE CASCADE,
    recording_id TEXT NOT NULL REFERENCES recordings (id) ON DELETE CASCADE,
    "by" TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    state TEXT NOT NULL,
    queued_ms INTEGER NOT NULL,
    first_ms INTEGER NOT NULL,
    due_ms INTEGER,
    attempts INTEGER NOT NULL,
    interruptions INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX action_runs_by_recording ON action_runs (recording_id)`,
  `CREATE INDEX action_runs_by_action ON action_runs (action_id, sequence)`,
  `CREATE INDEX action_runs_due ON action_runs (due_ms) WHERE state = 'waiting'`,
  `CREATE TABLE action_attempts (
    run_id TEXT NOT NULL REFERENCES action_runs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    ended_ms INTEGER,
    outcome TEXT NOT NULL,
    message TEXT NOT NULL,
    output TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
  ) STRICT`,
] as const;
