/** One setting that differs from its default. `value` is JSON. */
interface SettingsTable {
  key: string;
  value: string;
}

/** A mode. `fields` is JSON of the writable fields but those that have a column. */
export interface ModesTable {
  id: string;
  name: string;
  /** The name as it is compared: folded to lower case. */
  name_key: string;
  fields: string;
  is_default: number;
  is_system: number;
  sort_order: number;
  created_ms: number;
  modified_ms: number;
}

/** A recording: a row before it is audio. */
export interface RecordingsTable {
  /** Order of time: milliseconds since 1970 times 1000, made unique; newest first is `seq DESC`. */
  seq: number;
  id: string;
  date_ms: number;
  status: string;
  source: string;
  duration_s: number;
  mode_id: string | null;
  mode_name: string | null;
  /** JSON: what was asked for, so that interrupted work can be taken up again. */
  options: string;
  text: string;
  transcribed_text: string | null;
  post_processed_text: string | null;
  transcription_provider: string | null;
  transcription_model: string | null;
  language: string | null;
  post_processing_provider: string | null;
  error_code: string | null;
  error_message: string | null;
  /** JSON: what to know of the text. */
  warning: string | null;
  /** JSON: where the vocabulary corrected the engine's text. */
  corrections: string | null;
  /** Relative to the data folder's `audio`. */
  audio_file: string | null;
  audio_format: string | null;
  /** JSON of words and segments. */
  words: string | null;
  segments: string | null;
  /** How often the work was begun; a recording that crashes its engine repeatedly fails. */
  attempts: number;
  /** Grows each time the work is asked for: what an earlier run writes late changes nothing. */
  work_run: number;
  /** Name of the file that the audio came in. */
  source_name: string | null;
  /** The text before the user edited it; null if it was not edited. */
  text_before_edit: string | null;
  /** What the text was when the recording was last queued again. */
  earlier_text: string | null;
  /** Id of the named token with which a program made it; null for every other recording. */
  made_by: string | null;
  /** What that token was called; it is kept when the token is revoked. */
  made_by_name: string | null;
  /** What the program had asked, where this recording answers. */
  question: string | null;
  /** `VOICE_LINE_BARS` bytes; null until they are counted. */
  voice_line: Uint8Array | null;
  /** When it was put into the trash. */
  deleted_ms: number | null;
}

/**
 * What search looks through: a recording's texts and file name, folded. Recordings without text and those in the trash
 * have no row.
 */
interface RecordingTextsTable {
  seq: number;
  folded: string;
}

/** A model file: a row before it is a file, and until the file is gone. */
export interface ModelsTable {
  id: string;
  /** Name in the data folder's `models`; what is not whole yet has `.part` behind it. */
  file: string;
  /** See `ModelStatus` in `models/model-rows.ts`. */
  status: string;
  /**
   * `download`, `import` (the user named it), `found` (it lay in the folder) or `included` (it is part of Quoth; `file`
   * is its whole path).
   */
  source: string;
  size_bytes: number;
  /** Lower-case hex; null until it is known. */
  sha256: string | null;
  /** When the file was last changed before its check, so that a changed file is detected without reading it. */
  modified_ms: number | null;
  /** Of what has been downloaded so far. */
  etag: string | null;
  /** Order of the queue. */
  place: number;
  error_code: string | null;
  error_message: string | null;
  error_hint: string | null;
  /** JSON of what a file that is not in the catalog says of itself; null for a file of the catalog. */
  facts: string | null;
}

/** How fast a model has been on one kind of device of this machine. */
export interface ModelSpeedsTable {
  model: string;
  /** `cpu`, `gpu` ... */
  device: string;
  /** Seconds of audio for each second of decoding, smoothed. */
  times_real_time: number;
  measurements: number;
  /** When it was measured last. */
  measured_ms: number;
}

/** A caller's own key and the recording that it has started. */
interface RequestKeysTable {
  /** Of the key. */
  hash: string;
  /** Of audio and options. */
  fingerprint: string;
  recording_id: string;
  /** JSON of the answer's timings once it was given, or of the advice of the error that it was. */
  measured: string | null;
  created_ms: number;
}

/** That a key is kept for a provider, and where; the key itself is never here. */
interface ProviderKeysTable {
  /** Name of the secret. */
  name: string;
  /** `secure-store` or `file`. */
  storage: string;
}

/** An OpenAI-compatible server that the user named. */
export interface ProviderEndpointsTable {
  id: string;
  display_name: string;
  base_url: string;
  /** Null for one without a preset. */
  preset: string | null;
  place: number;
}

/** An entry of the vocabulary for all modes. */
interface VocabularyTable {
  id: string;
  phrase: string;
  /** The phrase as it is compared. */
  phrase_key: string;
  written: string | null;
  /** JSON: the languages and the modes that it is for; all of them where the list is empty. */
  languages: string;
  modes: string;
}

/**
 * Words that an edit corrected and that were offered to be remembered, each as a plain digest. It outlives the
 * recording and goes into backups, and who guesses the word can tell that it was offered.
 */
interface OfferedWordsTable {
  digest: string;
}

/** What a program changed through the local API. */
export interface ChangesTable {
  id: string;
  at_ms: number;
  kind: string;
  subject_id: string;
  title: string;
  /** JSON of a mode, as it was and as it became. */
  before: string | null;
  after: string | null;
  undone_ms: number | null;
  seen: number;
  /** Id of the mode that was the default before; of a deleted default, of the one that became it. */
  other_default: string | null;
}

/** A token that the user made for one program. */
export interface NamedTokensTable {
  id: string;
  /** SHA-256 of the token, lower-case hex; the token itself is nowhere. */
  hash: string;
  name: string;
  /** The name as it is compared. */
  name_key: string;
  /** JSON. */
  scopes: string;
  /** How far the scope `record` goes: `never`, `ask`, `always`. */
  record: string;
  created_ms: number;
  expires_ms: number | null;
  last_used_ms: number | null;
  /** Name of the file that holds the token for the MCP bridge. */
  file: string | null;
}

/** How often such a token was used on one day, by how the calls ended. */
interface NamedTokenCallsTable {
  token_id: string;
  /** `YYYY-MM-DD` on this machine. */
  day: string;
  done: number;
  failed: number;
  refused: number;
}

/** What is done with texts after their transcription. */
export interface ActionsTable {
  id: string;
  name: string;
  /** The name as it is compared. */
  name_key: string;
  /** JSON: `ActionWork`. The secret that signs what is posted is never here. */
  does: string;
  /** JSON: ids of modes; null: all. */
  modes: string | null;
  /** JSON: sources of recordings. */
  sources: string;
  paused_ms: number | null;
  pause_reason: string | null;
  /** Attempts that failed since the last that succeeded. */
  failures: number;
  /** The number of its latest run. */
  sequence: number;
  created_ms: number;
}

/** What an action has to do, or has done, for one recording. */
export interface ActionRunsTable {
  id: string;
  action_id: string;
  recording_id: string;
  /** `transcription` or `user`. */
  by: string;
  sequence: number;
  state: string;
  queued_ms: number;
  /** From when on the time is counted for which attempts are repeated. */
  first_ms: number;
  /** The next attempt, while it waits. */
  due_ms: number | null;
  attempts: number;
  /** How often Quoth ended during an attempt. */
  interruptions: number;
}

/** One attempt. */
export interface ActionAttemptsTable {
  run_id: string;
  number: number;
  started_ms: number;
  ended_ms: number | null;
  outcome: string;
  message: string;
  output: string;
  /** Of the program that it started, on systems that have groups. */
  program_group: number | null;
}

/** Every table, as Kysely knows them. */
export interface Schema {
  settings: SettingsTable;
  modes: ModesTable;
  recordings: RecordingsTable;
  recording_texts: RecordingTextsTable;
  models: ModelsTable;
  model_speeds: ModelSpeedsTable;
  request_keys: RequestKeysTable;
  provider_keys: ProviderKeysTable;
  provider_endpoints: ProviderEndpointsTable;
  vocabulary: VocabularyTable;
  offered_words: OfferedWordsTable;
  changes: ChangesTable;
  named_tokens: NamedTokensTable;
  named_token_calls: NamedTokenCallsTable;
  actions: ActionsTable;
  action_runs: ActionRunsTable;
  action_attempts: ActionAttemptsTable;
}
