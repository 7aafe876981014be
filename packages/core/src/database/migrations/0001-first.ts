import { type Kysely, sql } from 'kysely';

/** Settings, modes, recordings and the index that search uses. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
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
] as const;
