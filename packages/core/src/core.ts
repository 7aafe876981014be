import type {
  AcceptedTranscription,
  AddEndpointBody,
  CatalogModel,
  CreateModeBody,
  Finding,
  Health,
  ListModelsQuery,
  Mode,
  Model,
  ModelDownload,
  Notice,
  PostProcessBody,
  PostProcessed,
  Provider,
  ProviderHealth,
  QuothEvent,
  Recording,
  RecordingPage,
  RecordingSource,
  RetranscribeBody,
  SearchRecordingsQuery,
  Settings,
  TranscribeOptions,
  TranscriptFormat,
  Transcription,
  UpdateModeBody,
  UpdateSettingsBody,
} from '@quoth/contract';
import type { EventLog } from './base/index.ts';

/** Audio as it comes from outside. A path is judged by the user's allowed folders before anything is looked up. */
export type AudioSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly stream: AsyncIterable<Uint8Array> };

/** Audio that lies whole in our own folder, told to be audio by its first bytes. `discard` deletes it unless a recording took it over. */
export interface IngestedAudio {
  readonly path: string;
  readonly bytes: number;
  /** Such as `wav`, `mp3`. */
  readonly format: string;
  discard(): Promise<void>;
}

/** Modes (contract, section 4). Reads answer from memory; an unknown or malformed id throws MODE_NOT_FOUND. */
export interface Modes {
  list(): readonly Mode[];
  get(id: string): Mode;
  create(body: CreateModeBody): Promise<Mode>;
  update(id: string, body: UpdateModeBody): Promise<Mode>;
  delete(id: string): Promise<void>;
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
  /** Refuses with INVALID_REQUEST while the recording is being worked on. */
  moveToTrash(id: string): Promise<void>;
  restore(id: string): Promise<Recording>;
  audio(id: string): Promise<ServedFile>;
  transcript(id: string, format: TranscriptFormat): Promise<TranscriptFile>;
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
  /** Told how long the audio is, in seconds, as soon as that is known. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
  /** Told the text so far, after text rules: each is the one before and more, and does not change any more. */
  readonly onSettledText?: ((text: string) => void) | undefined;
}

/** Speech in, text out. */
export interface Transcriptions {
  /** Throws what is wrong with the options before any audio is taken. */
  check(options: TranscribeOptions): void;
  /** Throws RATE_LIMITED while the queue is full. */
  checkQueue(): void;
  ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio>;
  /** Takes the audio over and works on it; with `async` it answers as soon as the recording is safely on disk. */
  transcribe(
    audio: IngestedAudio,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription>;
  retranscribe(
    id: string,
    options: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription>;
  /** Stops the work on a recording and waits until it has stopped; one that nothing is done on comes back as it is. */
  cancel(id: string): Promise<Recording>;
  /** A mode's text rules, for pieces of a transcript such as captions. */
  textRules(options: TranscribeOptions): (text: string) => string;
  /** Work in hand. */
  load(): { readonly running: number; readonly waiting: number };
}

/** The speech models of this machine, from memory. */
export interface Models {
  list(query: ListModelsQuery): Model[];
  /** By engine family, for GET /health. */
  local(): Health['local_models'];
}

/**
 * The files of the speech models: what can be downloaded, what is on its way, what the user brought. A model is meant by its id, its file
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
  /** Copies a file of this machine, named by its absolute path, and checks that it works. */
  import(path: string, signal: AbortSignal): Promise<CatalogModel>;
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

/** The product without its doors: everything that api-server, window and CLI ask for. */
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
  readonly models: Models;
  readonly modelFiles: ModelFiles;
  readonly providers: Providers;
  readonly recordings: Recordings;
  readonly transcriptions: Transcriptions;
  readonly postProcessing: PostProcessing;
  readonly tokens: Tokens;
  engines(): EngineStatus[];
  notices(): readonly Notice[];
  /** What is missing on this machine, and the line that mends it. */
  examine(): Promise<Finding[]>;
  /** Ends the work in hand so that the next start resumes it, and closes everything. */
  close(): Promise<void>;
}
