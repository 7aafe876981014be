import type {
  AcceptedTranscription,
  AddEndpointBody,
  AudioFormat,
  CaptionFormat,
  CaptionShape,
  CatalogModel,
  Change,
  CreateModeBody,
  CreateVocabularyEntryBody,
  Dictation,
  Finding,
  Health,
  ListModelsQuery,
  Microphone,
  Mode,
  Model,
  ModelDownload,
  Notice,
  OpenApplication,
  PostProcessBody,
  PostProcessed,
  Processing,
  Provider,
  ProviderAccount,
  ProviderHealth,
  QuothEvent,
  RecognizedAudio,
  Recording,
  RecordingPage,
  RecordingSource,
  RetentionPreview,
  RetranscribeBody,
  SearchRecordingsQuery,
  Settings,
  StartDictationBody,
  TranscribeOptions,
  TranscriptFormat,
  Transcription,
  TriedMode,
  TryModeBody,
  UpdateModeBody,
  UpdateSettingsBody,
  UpdateVocabularyEntryBody,
  VocabularyEntry,
  VocabularyImport,
} from '@quoth/contract';
import type { EventLog } from './base/index.ts';

/** Audio as it comes from outside. A path is judged by the user's allowed folders before anything is looked up. */
export type AudioSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array> }
  /** Audio that was taken in before its options were known. */
  | { readonly kind: 'ingested'; readonly audio: IngestedAudio };

/** Audio that lies whole in our own folder, told to be audio by its first bytes. `discard` deletes it unless a recording took it over. */
export interface IngestedAudio {
  readonly path: string;
  readonly bytes: number;
  readonly format: AudioFormat;
  discard(): Promise<void>;
}

/** A model file that a user brings: by its absolute path on this machine, or its bytes as somebody sends them. */
export type ModelFileSource =
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'stream';
      readonly name: string;
      readonly bytes: number;
      /** From the first byte to the last, once. A block is done with before the next one is asked for. */
      readonly blocks: AsyncIterable<Uint8Array>;
    };

/** Modes (contract, section 4). Reads answer from memory; an unknown or malformed id throws MODE_NOT_FOUND. */
export interface Modes {
  list(): readonly Mode[];
  get(id: string): Mode;
  /** What a program does is written down, so that the user can take it back; so with `update` and `delete`. */
  create(body: CreateModeBody, by?: ChangeAuthor): Promise<Mode>;
  update(id: string, body: UpdateModeBody, by?: ChangeAuthor): Promise<Mode>;
  delete(id: string, by?: ChangeAuthor): Promise<void>;
  /** What a mode makes of a text; neither is saved. Throws CANCELLED when the caller gave up. */
  try(body: TryModeBody, signal: AbortSignal): Promise<TriedMode>;
}

/** Who asked for a change: a program through the public API, or the user through the application's own window and command line. */
export type ChangeAuthor = 'program' | 'user';

/** The vocabulary for all modes. Reads answer from memory; an unknown id and a phrase that is there already throw INVALID_REQUEST. */
export interface Vocabulary {
  list(): readonly VocabularyEntry[];
  create(body: CreateVocabularyEntryBody): Promise<VocabularyEntry>;
  update(id: string, body: UpdateVocabularyEntryBody): Promise<VocabularyEntry>;
  delete(id: string): Promise<void>;
  import(csv: string): Promise<VocabularyImport>;
  export(): string;
}

/** What programs changed through the local API, kept for 30 days. */
export interface Changes {
  /** Newest first. */
  list(limit: number): Promise<readonly Change[]>;
  /** Throws INVALID_REQUEST for an unknown one, one that was undone, and where the same thing has been changed since. */
  undo(id: string): Promise<Change>;
  markSeen(): Promise<void>;
}

/** A file to be sent: where it lies and what it is. */
export interface ServedFile {
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

/** Past transcriptions. An unknown or malformed id throws RECORDING_NOT_FOUND. */
export interface Recordings {
  get(id: string): Promise<Recording>;
  search(query: SearchRecordingsQuery, signal?: AbortSignal): Promise<RecordingPage>;
  /** The newest transcripts, none of them empty: at most `count`. A search would start a thread of its own for that. */
  newestTexts(count: number): Promise<readonly string[]>;
  /** Refuses with INVALID_REQUEST while the recording is being worked on. */
  moveToTrash(id: string, by?: ChangeAuthor): Promise<void>;
  /** Replaces the text by the user's own; null takes every edit back. Refuses with INVALID_REQUEST while it is being worked on. */
  edit(id: string, text: string | null): Promise<Recording>;
  /** Goes back to the text before rewriting. Throws INVALID_REQUEST where it was not rewritten. */
  undoRewriting(id: string): Promise<Recording>;
  /** What a limit on the age of recordings would move to the trash now. */
  previewRetention(days: number): Promise<RetentionPreview>;
  restore(id: string): Promise<Recording>;
  /** Deletes for good what is in the trash, or those of it that are named. Answers with how many. */
  purge(ids: readonly string[] | undefined): Promise<number>;
  /** Those whose work is not done, oldest first. */
  unfinished(): Promise<Recording[]>;
  audio(id: string): Promise<ServedFile>;
  transcript(id: string, format: TranscriptFormat, shape: CaptionShape): Promise<TranscriptFile>;
}

/** Who waits for the work and when to stop it. */
export interface TranscriptionContext {
  readonly source: RecordingSource;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request came, by the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
  /** The caller's own key: the same request with the same key is not worked on twice. */
  readonly idempotencyKey?: string | undefined;
  /** Told with the recording's first event, so that the caller knows its own. */
  readonly requestId?: string | undefined;
  /** Told how long the audio is, in seconds, as soon as that is known. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
  /** Told the text so far, after text rules: each is the one before and more, and does not change any more. */
  readonly onStablePartial?: ((text: string) => void) | undefined;
}

/** A transcription whose audio has been taken over. */
export interface Submission {
  /** With `async` as soon as the recording is safely on disk, else when the work is done. */
  readonly answer: Promise<Transcription | AcceptedTranscription>;
}

/** The captions that a request wants. */
export interface CaptionsWanted extends CaptionShape {
  readonly format: CaptionFormat;
}

/** Speech in, text out. */
export interface Transcriptions {
  /**
   * The one way in: settles who recognises, finds a place in that queue, takes the audio over and works on it. Resolves when the audio has
   * been taken over; until then it rejects with what is wrong with the options, RATE_LIMITED while that queue is full, and what is wrong
   * with the audio. The answer rejects with what the work came to. Audio that was `ingested` is discarded in every case.
   */
  submit(source: AudioSource, options: TranscribeOptions, context: TranscriptionContext): Promise<Submission>;
  /** Takes in the audio of a form whose options may stand behind it, to be submitted as `ingested`. */
  ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio>;
  retranscribe(
    id: string,
    options: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription>;
  /** Stops the work on a recording and waits until it has stopped; one that nothing is done on comes back as it is. */
  cancel(id: string): Promise<Recording>;
  /** A mode's text rules, for parts of a transcript such as captions; `language` is the transcript's. Throws MODE_NOT_FOUND. */
  textRules(options: TranscribeOptions): (text: string, language: string | null) => string;
  /** An answer as captions, under the text rules of its request. Throws MODE_NOT_FOUND. */
  captions(result: RecognizedAudio, options: TranscribeOptions, wanted: CaptionsWanted): Promise<string>;
  /** Ends the work in hand so that the next start takes it up; who waits for it is told so. Nothing new is taken from then on. */
  putOff(): Promise<void>;
  /** Work in hand. */
  load(): { readonly running: number; readonly waiting: number };
  /** True until the last job is done: its rewriting, for which no engine is needed, counts too. */
  busy(): boolean;
}

/** The speech models of this machine, from memory. */
export interface Models {
  list(query: ListModelsQuery): Model[];
  /** By engine family, for GET /health. */
  local(): Health['local_models'];
}

/**
 * The files of the speech models: what can be downloaded, what is on its way, what the user imported. A model is meant by its id, its file
 * name or its slug; an unknown one throws MODEL_NOT_FOUND. Reads answer from memory.
 */
export interface ModelFiles {
  catalog(): readonly CatalogModel[];
  /** Downloads that are not done, in their order. */
  downloads(): readonly ModelDownload[];
  /** True while a download is at work or waits for its turn, or a file is being taken in. */
  busy(): boolean;
  /** Answers as soon as they are on the list, with the ids of the models that were meant. */
  download(ids: readonly string[]): Promise<readonly string[]>;
  pause(id: string): Promise<ModelDownload>;
  resume(id: string): Promise<ModelDownload>;
  cancel(id: string): Promise<void>;
  /** Copies a file and checks that it works; with `meantId`, that it is the very file of that model of the catalog. */
  import(source: ModelFileSource, signal: AbortSignal, meantId?: string): Promise<CatalogModel>;
  /** Refuses with INVALID_REQUEST while a transcription uses the model. */
  remove(id: string): Promise<void>;
}

/**
 * Cloud vendors and servers of the user: keys, health. Reads answer from memory and never show a key. An unknown id throws
 * INVALID_REQUEST.
 */
export interface Providers {
  list(): readonly Provider[];
  /** For GET /health; the same object until something moves. */
  health(): {
    readonly providers: readonly ProviderHealth[];
    readonly post_processing_providers: readonly ProviderHealth[];
  };
  /** Keeps the key; it is checked half a second later. Throws INVALID_REQUEST where there is no place to keep it. */
  setKey(id: string, key: string): Promise<Provider>;
  removeKey(id: string): Promise<Provider>;
  /** Checks now and waits for the result; joins a check that is running. Throws MISSING_API_KEY without a key. */
  test(id: string): Promise<Provider>;
  /** What is left with a gateway. Throws INVALID_REQUEST for another provider, MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  account(id: string, signal: AbortSignal): Promise<ProviderAccount>;
  /** The network came back, the machine woke or the window got focus. */
  refresh(): void;
  addEndpoint(body: AddEndpointBody): Promise<Provider>;
  removeEndpoint(id: string): Promise<void>;
  /** Ids of the models that a server of the user has. Throws MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  listModels(id: string, signal: AbortSignal): Promise<readonly string[]>;
}

/** Who waits for a rewriting. */
export interface PostProcessingContext {
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request came, by the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
}

/** Rewriting by language models. */
export interface PostProcessing {
  /**
   * Throws INVALID_REQUEST, MODE_NOT_FOUND, or CANCELLED when the caller gave up. A provider that fails is no error: the text comes back as it
   * was, with a warning.
   */
  run(body: PostProcessBody, context: PostProcessingContext): Promise<PostProcessed>;
}

/** Where the token lives and how it is made anew (contract, section 2.4). */
export interface Tokens {
  /** The token in force; made at the first call. Never fails: a broken store gives a token for this run. */
  current(): Promise<string>;
  regenerate(): Promise<string>;
  storage(): 'secure-store' | 'file' | 'memory' | 'none';
  notices(): readonly Notice[];
}

/** The recorder: one microphone, one recording at a time, and as many that are being worked on. Reads answer from memory. */
export interface Dictations {
  /** True while one records, or a text is still to come. */
  readonly isBusy: boolean;
  /** `refusal` is about this mode, the default one when not given. Throws MODE_NOT_FOUND. */
  state(modeId?: string): Dictation;
  /**
   * Answers with its id when the first sample has been recorded. Throws what stands in the way: a recording that is going on
   * (INVALID_REQUEST), the plan's and the provider's own refusals, MICROPHONE_UNAVAILABLE.
   */
  start(body: StartDictationBody): Promise<string>;
  /** Ends the recording and answers with its id. Throws INVALID_REQUEST while nothing is recorded. */
  stop(): string;
  /** Gives up the recording, or else the last one that is being worked on. Throws INVALID_REQUEST where there is neither. */
  cancel(): string;
  /** The user is still there. Throws INVALID_REQUEST while nothing is recorded. */
  continue(): void;
  /** Throws RECORDING_NOT_FOUND for one that is unknown, or was finished more than a minute ago. */
  processing(id: string): Processing;
  /** The same, once it is finished; also for one that is still being recorded. */
  finished(id: string, signal: AbortSignal): Promise<Processing>;
  /** The text that an edit by voice replaced. Throws RECORDING_NOT_FOUND where none is kept. */
  replacedText(id: string): string;
  /** Programs that have a window open now. Throws INVALID_REQUEST where that cannot be seen. */
  applications(): Promise<readonly OpenApplication[]>;
  /** Tells of microphones that come and go, by events, until the function that it returns is called. */
  followMicrophones(): () => void;
  /** Throws MICROPHONE_UNAVAILABLE. */
  microphones(): Promise<readonly Microphone[]>;
}

/** State of an engine's host process. */
export interface EngineStatus {
  readonly id: string;
  readonly displayName: string;
  readonly installed: boolean;
  readonly loaded: boolean;
  /** The model in memory, and the kind of device it runs on. */
  readonly model: string | null;
  readonly device: string | null;
  /** The first of its processes, and how many there are. */
  readonly pid: number | null;
  readonly hosts: number;
  /** All of them together. */
  readonly memory_mb: number | null;
}

/** The product without its listeners: everything that api-server, window and CLI ask for. */
export interface Core {
  readonly dataFolder: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly events: {
    subscribe(listener: (event: QuothEvent) => void): () => void;
    publish(event: QuothEvent): void;
    /** The same events with their ids, and the last ones for readers that come back. */
    readonly log: EventLog;
  };
  readonly settings: { get(): Settings; update(patch: UpdateSettingsBody): Promise<Settings> };
  readonly modes: Modes;
  readonly vocabulary: Vocabulary;
  readonly changes: Changes;
  readonly models: Models;
  readonly modelFiles: ModelFiles;
  readonly providers: Providers;
  readonly recordings: Recordings;
  readonly transcriptions: Transcriptions;
  readonly postProcessing: PostProcessing;
  /** Undefined where the application was given no microphone. */
  readonly dictations?: Dictations;
  readonly tokens: Tokens;
  engines(): EngineStatus[];
  notices(): readonly Notice[];
  /** What is missing on this machine, and the command that fixes it. */
  examine(): Promise<Finding[]>;
  /** Ends the work in hand so that the next start resumes it, and closes everything. */
  close(): Promise<void>;
}
