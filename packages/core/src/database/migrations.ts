import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The statements of every migration, in order. A database of any earlier state opens with them, so none of them is ever
 * edited.
 */
const statements = {
  // Settings, modes, recordings and the index that search uses.
  '0001-first': [
    `CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT`,
    `CREATE TABLE modes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    fields TEXT NOT NULL,
    is_default INTEGER NOT NULL,
    is_system INTEGER NOT NULL,
    sort_order INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    modified_ms INTEGER NOT NULL
  ) STRICT`,
    `CREATE TABLE recordings (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    date_ms INTEGER NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    duration_s REAL NOT NULL,
    mode_id TEXT,
    mode_name TEXT,
    options TEXT NOT NULL,
    text TEXT NOT NULL,
    transcribed_text TEXT,
    post_processed_text TEXT,
    transcription_provider TEXT,
    transcription_model TEXT,
    language TEXT,
    post_processing_provider TEXT,
    error_code TEXT,
    error_message TEXT,
    audio_file TEXT,
    audio_format TEXT,
    words TEXT,
    segments TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    deleted_ms INTEGER
  ) STRICT`,
    `CREATE INDEX recordings_live ON recordings (seq) WHERE deleted_ms IS NULL`,
    `CREATE INDEX recordings_by_status ON recordings (status, seq) WHERE deleted_ms IS NULL`,

    `CREATE INDEX recordings_in_trash ON recordings (deleted_ms) WHERE deleted_ms IS NOT NULL`,
    // Apart from the recordings, so that a scan reads nothing but text.
    `CREATE TABLE recording_texts (
    seq INTEGER PRIMARY KEY REFERENCES recordings (seq) ON DELETE CASCADE,
    folded TEXT NOT NULL
  ) STRICT`,
    `CREATE VIRTUAL TABLE recording_index USING fts5 (
    folded, content = 'recording_texts', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1'
  )`,
    `CREATE TRIGGER recording_texts_inserted AFTER INSERT ON recording_texts BEGIN
    INSERT INTO recording_index (rowid, folded) VALUES (new.seq, new.folded);
  END`,
    `CREATE TRIGGER recording_texts_deleted AFTER DELETE ON recording_texts BEGIN
    INSERT INTO recording_index (recording_index, rowid, folded) VALUES ('delete', old.seq, old.folded);
  END`,
    `CREATE TRIGGER recording_texts_updated AFTER UPDATE ON recording_texts BEGIN
    INSERT INTO recording_index (recording_index, rowid, folded) VALUES ('delete', old.seq, old.folded);
    INSERT INTO recording_index (rowid, folded) VALUES (new.seq, new.folded);
  END`,
  ],
  // Model files: downloaded, imported, on their way.
  '0002-models': [
    `CREATE TABLE models (
      id TEXT PRIMARY KEY,
      file TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      source TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 TEXT,
      modified_ms INTEGER,
      etag TEXT,
      place INTEGER NOT NULL,
      error_code TEXT,
      error_message TEXT,
      error_hint TEXT,
      facts TEXT
    ) STRICT`,
  ],
  // Callers' own keys, under which a request that is sent again finds what it has started.
  '0003-request-keys': [
    `CREATE TABLE request_keys (
    hash TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    recording_id TEXT NOT NULL,
    measured TEXT,
    created_ms INTEGER NOT NULL
  ) STRICT`,
    `CREATE INDEX request_keys_by_age ON request_keys (created_ms)`,
  ],
  // Providers: for whom a key is kept (not the key), and servers of the user.
  '0004-providers': [
    `CREATE TABLE provider_keys (
    name TEXT PRIMARY KEY,
    storage TEXT NOT NULL
  ) STRICT`,
    `CREATE TABLE provider_endpoints (
    id TEXT PRIMARY KEY,
    display_name TEXT NOT NULL,
    base_url TEXT NOT NULL,
    preset TEXT,
    place INTEGER NOT NULL
  ) STRICT`,
  ],
  // The name of the file that a recording's audio came in.
  '0005-source-names': ['ALTER TABLE recordings ADD COLUMN source_name TEXT'],
  // What the window works with: the vocabulary for all modes, what programs changed, edited texts.
  '0006-window': [
    `CREATE TABLE vocabulary (
    id TEXT PRIMARY KEY,
    phrase TEXT NOT NULL,
    phrase_key TEXT NOT NULL UNIQUE,
    written TEXT
  ) STRICT`,
    `CREATE TABLE changes (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    title TEXT NOT NULL,
    "before" TEXT,
    "after" TEXT,
    undone_ms INTEGER,
    seen INTEGER NOT NULL
  ) STRICT`,
    `CREATE INDEX changes_by_age ON changes (at_ms)`,
    `CREATE INDEX changes_by_subject ON changes (subject_id)`,
    `ALTER TABLE recordings ADD COLUMN text_before_edit TEXT`,
  ],
  // The search index, too, overwrites what is deleted (sqlite.org/fts5.html, "secure-delete"); for the tables `PRAGMA
  // secure_delete` does it.
  '0009-secure-delete': [
    `INSERT INTO recording_index (recording_index, rank) VALUES ('secure-delete', 1)`,
    // What was deleted before may still lie in the index.
    `INSERT INTO recording_index (recording_index) VALUES ('rebuild')`,
  ],
  // Which asking for a transcription a row is at, so that a late word of an earlier one changes nothing.
  '0010-work-runs': ['ALTER TABLE recordings ADD COLUMN work_run INTEGER NOT NULL DEFAULT 1'],
  // What to know of a recording's text, as JSON.
  '0012-warnings': [`ALTER TABLE recordings ADD COLUMN warning TEXT`],
  // How fast each model has been on this machine, by the kind of device it ran on.
  '0013-model-speeds': [
    `CREATE TABLE model_speeds (
        model TEXT NOT NULL,
        device TEXT NOT NULL,
        times_real_time REAL NOT NULL,
        measurements INTEGER NOT NULL,
        measured_ms INTEGER NOT NULL,
        PRIMARY KEY (model, device)
      ) STRICT`,
  ],
  // Tokens that the user made for programs, how often each was used, and which recordings each made.
  '0014-named-tokens': [
    `CREATE TABLE named_tokens (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER,
    last_used_ms INTEGER,
    file TEXT
  ) STRICT`,
    `CREATE TABLE named_token_calls (
    token_id TEXT NOT NULL REFERENCES named_tokens (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    done INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    PRIMARY KEY (token_id, day)
  ) STRICT`,
    // Not a reference: what a program made stays the user's when its token is gone.
    `ALTER TABLE recordings ADD COLUMN made_by TEXT`,
    `CREATE INDEX recordings_by_maker ON recordings (made_by, seq) WHERE made_by IS NOT NULL`,
  ],
  // How far a program with the scope `record` may record; what was made before may not.
  '0015-record-leaves': ["ALTER TABLE named_tokens ADD COLUMN record TEXT NOT NULL DEFAULT 'never'"],
  // What the program that made a recording was called, and what it had asked.
  '0016-recording-programs': [
    // The name stays when the token is gone.
    'ALTER TABLE recordings ADD COLUMN made_by_name TEXT',
    'ALTER TABLE recordings ADD COLUMN question TEXT',
    `UPDATE recordings SET made_by_name = (SELECT name FROM named_tokens WHERE named_tokens.id = recordings.made_by)
    WHERE made_by IS NOT NULL`,
  ],
  // What is done with texts after their transcription, the queue of it, and each attempt.
  '0017-actions': [
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
    // With a recording that is deleted permanently goes what actions did with its text.
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
  ],
  // The process group of an attempt's program, so that the next start can end what a kill of Quoth left of it.
  '0018-action-program-groups': ['ALTER TABLE action_attempts ADD COLUMN program_group INTEGER'],
  // Which mode was the default before a program's change made another one it; of a deleted default, which one became
  // it.
  '0019-other-default': ['ALTER TABLE changes ADD COLUMN other_default TEXT'],
  // What stood as the error of a recording with a text is its warning: a completed recording has not failed.
  '0020-completed-without-error': [
    `UPDATE recordings
    SET warning = coalesce(warning, json_object('code', error_code, 'message', coalesce(error_message, ''))),
      error_code = NULL, error_message = NULL
    WHERE status = 'completed' AND error_code IS NOT NULL`,
  ],
  '0021-vocabulary-corrections': ['ALTER TABLE recordings ADD COLUMN corrections TEXT'],
  // PocketSphinx is gone: what named it takes the best model instead, and the window says so once. A transcription that
  // replaces a text keeps that text.
  '0022-without-pocketsphinx': [
    'ALTER TABLE recordings ADD COLUMN earlier_text TEXT',
    `INSERT INTO settings (key, value) SELECT 'engineReplaced', 'true'
    WHERE EXISTS (SELECT 1 FROM recordings WHERE transcription_provider = 'pocketsphinx')
      OR EXISTS (SELECT 1 FROM modes WHERE json_extract(fields, '$.model') LIKE '%pocketsphinx%')`,
    `UPDATE modes SET fields = json_set(fields, '$.model', 'auto')
    WHERE json_extract(fields, '$.model') LIKE '%pocketsphinx%'`,
    // A transcription that was queued before the upgrade may have asked for it.
    `UPDATE recordings SET options = json_remove(options, '$.options.model', '$.options.engine')
    WHERE status NOT IN ('completed', 'failed', 'cancelled')
      AND (json_extract(options, '$.options.model') LIKE '%pocketsphinx%'
        OR json_extract(options, '$.options.engine') LIKE '%sphinx%')`,
  ],
  // How loud a recording is from its beginning to its end: a byte for each bar of its line. Of older ones, it is
  // counted when they are first opened.
  '0023-voice-lines': ['ALTER TABLE recordings ADD COLUMN voice_line BLOB'],
  // Whatever its status, a recording can be transcribed again, and would ask for PocketSphinx.
  '0024-retries-without-pocketsphinx': [
    `UPDATE recordings SET options = json_remove(options, '$.options.model', '$.options.engine')
    WHERE json_extract(options, '$.options.model') LIKE '%pocketsphinx%'
      OR json_extract(options, '$.options.engine') LIKE '%sphinx%'`,
  ],
  // Taking a program's change back puts a mode back as it was, and is refused where the mode is not as it became.
  '0025-changes-without-pocketsphinx': [
    `UPDATE changes SET before = json_set(before, '$.model', 'auto')
    WHERE json_extract(before, '$.model') LIKE '%pocketsphinx%'`,
    `UPDATE changes SET after = json_set(after, '$.model', 'auto')
    WHERE json_extract(after, '$.model') LIKE '%pocketsphinx%'`,
  ],
  '0026-offered-words': ['CREATE TABLE offered_words (digest TEXT PRIMARY KEY) WITHOUT ROWID'],
  // Which languages and which modes an entry of the vocabulary is for: JSON; an empty list is all of them.
  '0027-vocabulary-places': [
    "ALTER TABLE vocabulary ADD COLUMN languages TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE vocabulary ADD COLUMN modes TEXT NOT NULL DEFAULT '[]'",
  ],
  // With row ids, which tell the oldest ones, so that their number has a limit.
  '0028-offered-words-in-order': [
    'CREATE TABLE offered_in_order (digest TEXT PRIMARY KEY)',
    'INSERT INTO offered_in_order SELECT digest FROM offered_words',
    'DROP TABLE offered_words',
    'ALTER TABLE offered_in_order RENAME TO offered_words',
  ],
  // One choice instead of two switches.
  '0029-other-sound': [
    `INSERT INTO settings (key, value)
    SELECT 'otherSound', CASE max(key = 'muteOtherSound') WHEN 1 THEN '"mute"' ELSE '"pause"' END FROM settings
    WHERE key IN ('muteOtherSound', 'pauseOtherPlayers') AND value = 'true' HAVING count(*) > 0`,
    "DELETE FROM settings WHERE key IN ('muteOtherSound', 'pauseOtherPlayers')",
  ],
} as const;

/** The same as Kysely runs them. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(statements).map(([name, list]) => [
    name,
    {
      up: async (database) => {
        for (const statement of list) await sql.raw(statement).execute(database);
      },
    },
  ]),
);
