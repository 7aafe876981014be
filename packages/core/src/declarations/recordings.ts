import type {
  CaptionShape,
  Change,
  LearnedWord,
  Recording,
  RecordingPage,
  RetentionPreview,
  SearchRecordingsQuery,
  Statistics,
  TranscriptFormat,
} from '@quoth/contract';
import type { Caller } from './programs.ts';

/** A file on disk, as it is served to a caller. */
export interface ServedFile {
  /** Absolute. */
  readonly path: string;
  readonly contentType: string;
  readonly fileName: string;
}

/** A transcript printed in one of the formats. */
export interface TranscriptFile {
  readonly body: string;
  readonly contentType: string;
  readonly fileName: string;
}

/**
 * Past transcriptions. An unknown or malformed id throws RECORDING_NOT_FOUND, and so does one that the caller does not
 * see.
 */
export interface Recordings {
  get(id: string, caller: Caller): Promise<Recording>;
  /** Whether this named token made it, for events: from memory, of the newest 20,000 recordings that programs made. */
  isMadeBy(id: string, tokenId: string): boolean;
  /** Newest first. Throws TIMEOUT, RATE_LIMITED, or the signal's reason. */
  search(query: SearchRecordingsQuery, caller: Caller, signal?: AbortSignal): Promise<RecordingPage>;
  /**
   * What was transcribed in the last year, counted on the thread of the searches. Throws TIMEOUT, RATE_LIMITED, or the
   * signal's reason.
   */
  statistics(signal?: AbortSignal): Promise<Statistics>;
  /** At most `count` of the newest transcripts that are not empty. Unlike `search`, it starts no thread. */
  newestTexts(count: number): Promise<readonly string[]>;
  /** Throws BUSY while the recording is being processed. */
  moveToTrash(id: string, caller: Caller): Promise<void>;
  /**
   * Replaces the text with the user's own; null undoes every edit. With `learn`, a word that was corrected comes along,
   * each once ever. Throws BUSY while the recording is being processed.
   */
  edit(
    id: string,
    text: string | null,
    options?: { readonly learn?: boolean | undefined },
  ): Promise<{ readonly recording: Recording; readonly learned?: LearnedWord }>;
  /** The word that somebody corrected elsewhere, whose text is this one now; each once ever. */
  learn(id: string, text: string): Promise<LearnedWord | undefined>;
  /** Restores the text from before rewriting. Throws CONFLICT if it was not rewritten. */
  undoRewriting(id: string): Promise<Recording>;
  /** What would move to the trash now if recordings were kept for this many days. */
  previewRetention(days: number): Promise<RetentionPreview>;
  /** Takes a recording out of the trash. */
  restore(id: string, caller: Caller): Promise<Recording>;
  /**
   * Permanently deletes the named recordings in the trash, or all that the caller sees if none are named. Returns how
   * many.
   */
  purge(ids: readonly string[] | undefined, caller: Caller): Promise<number>;
  /** Those that are still being processed or waiting, oldest first. */
  unfinished(): Promise<Recording[]>;
  /** Throws FILE_NOT_FOUND if the audio no longer exists. */
  audio(id: string, caller: Caller): Promise<ServedFile>;
  /**
   * How loud it is from its beginning to its end, `VOICE_LINE_BARS` bars; counted now where that was not done yet.
   * Throws FILE_NOT_FOUND, AUDIO_DECODE_FAILED, or the signal's reason.
   */
  voiceLine(id: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
  /** The lines that were counted already, by id. */
  voiceLines(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  transcript(
    id: string,
    format: TranscriptFormat,
    shape: CaptionShape,
    caller: Caller,
  ): Promise<TranscriptFile>;
}

/**
 * Who asked for a change: a program through the public API, or the user through the application's own window or command
 * line.
 */
export type ChangeAuthor = 'program' | 'user';

/** What programs changed through the local API, kept for 30 days. */
export interface Changes {
  /** Newest first. */
  list(limit: number): Promise<readonly Change[]>;
  /**
   * Throws INVALID_REQUEST if the change is unknown, CONFLICT if it is undone already or if what it changed has been
   * changed again since.
   */
  undo(id: string): Promise<Change>;
  /** Marks it and all before it; nothing where it is unknown. A later one may not have been shown yet. */
  markSeen(id: string): Promise<void>;
}
