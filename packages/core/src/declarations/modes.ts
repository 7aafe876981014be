import type {
  CreateModeBody,
  CreateVocabularyEntryBody,
  Mode,
  PostProcessBody,
  PostProcessed,
  TriedMode,
  TryModeBody,
  UpdateModeBody,
  UpdateVocabularyEntryBody,
  VocabularyEntry,
  VocabularyFormat,
  VocabularyImport,
} from '@quoth/contract';
import type { Caller } from './programs.ts';

/**
 * Modes. Reads answer from memory; an unknown or malformed id throws MODE_NOT_FOUND. A change by a program is recorded,
 * so that the user can undo it; what it may not change throws FORBIDDEN_SCOPE.
 */
export interface Modes {
  list(): readonly Mode[];
  get(id: string): Mode;
  create(body: CreateModeBody, caller: Caller): Promise<Mode>;
  update(id: string, body: UpdateModeBody, caller: Caller): Promise<Mode>;
  delete(id: string, caller: Caller): Promise<void>;
  /** Applies a mode to a text without saving either. Throws CANCELLED when the caller gives up. */
  try(body: TryModeBody, signal: AbortSignal): Promise<TriedMode>;
}

/** Who is waiting for a rewritten text. */
export interface PostProcessingContext {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request arrived, in the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
  /** Ids of the providers that may be asked, where that was decided before. */
  readonly receivers?: readonly string[];
}

/** Rewriting by language models. */
export interface PostProcessing {
  /**
   * Throws INVALID_REQUEST, MODE_NOT_FOUND, or CANCELLED when the caller gives up. A failing provider is not an error:
   * the text is returned unchanged, with a warning.
   */
  run(body: PostProcessBody, context: PostProcessingContext): Promise<PostProcessed>;
}

/**
 * The vocabulary for all modes. Reads answer from memory; an unknown id throws INVALID_REQUEST, a phrase that is there
 * ALREADY_EXISTS. A change by a program is recorded, so that the user can undo it.
 */
export interface Vocabulary {
  list(): readonly VocabularyEntry[];
  create(body: CreateVocabularyEntryBody, caller: Caller): Promise<VocabularyEntry>;
  update(id: string, body: UpdateVocabularyEntryBody, caller: Caller): Promise<VocabularyEntry>;
  delete(id: string, caller: Caller): Promise<void>;
  /** A file of any format that `export` writes. */
  import(text: string, caller: Caller, signal?: AbortSignal): Promise<VocabularyImport>;
  export(format: VocabularyFormat): Promise<string>;
}
