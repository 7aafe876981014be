import type {
  AcceptedTranscription,
  AudioFormat,
  Recording,
  RecordingSource,
  RetranscribeBody,
  TranscribeOptions,
  Transcription,
} from '@quoth/contract';
import type { Caller } from './programs.ts';

/** Audio as a caller gives it. A path is checked against the user's allowed folders before the file is looked up. */
export type AudioSource =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'stream';
      readonly stream: AsyncIterable<Uint8Array>;
      /** As many will come at least; 0 where that is not known. */
      readonly leastBytes: number;
    }
  /** Audio that was ingested before its options were known. */
  | { readonly kind: 'ingested'; readonly audio: IngestedAudio }
  /** Audio that was refused before its options were known: what is wrong with those is said first. */
  | { readonly kind: 'refused'; readonly reason: unknown };

/** A complete audio file in our own folder; its format was recognised by its first bytes. */
export interface IngestedAudio {
  /** Absolute. */
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly format: AudioFormat;
  /** Of its bytes, lower-case hex; taken as they came, so that nothing is read again. */
  readonly sha256: string;
  /** Resolves when the file is on the disk; rejects where the disk would not take it. */
  readonly flushed: Promise<void>;
  /** Deletes the file, unless a recording has taken it over. */
  discard(): Promise<void>;
}

/** Who is waiting for a transcription, and how they are told about it. */
export interface TranscriptionContext {
  readonly source: RecordingSource;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request arrived, in the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
  /** The caller's own key: the same request with the same key is processed only once. */
  readonly idempotencyKey?: string | undefined;
  /** The recordings and idempotency keys of a program are its own. */
  readonly caller: Caller;
  /**
   * Repeated in the recording's first event, or in those of its progress where nothing is kept, so that callers can
   * recognise their own.
   */
  readonly requestId?: string | undefined;
  /** Called with the length of the audio, in seconds, as soon as it is known. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
  /**
   * Called with the text so far, after text rules. Each call extends the text of the one before, which no longer
   * changes. Never with `post_process`.
   */
  readonly onStablePartial?: ((text: string) => void) | undefined;
}

/** A transcription whose audio has been taken over. */
export interface Submission {
  /** With `async`, as soon as the recording is safely on disk; otherwise when the work is done. */
  readonly answer: Promise<Transcription | AcceptedTranscription>;
}

/** Rewrites the parts of a text, and returns them in their order. Rejects with the signal's reason. */
export type RewriteParts = (
  parts: readonly string[],
  language: string | null,
  signal?: AbortSignal,
) => Promise<readonly string[]>;

/** Speech in, text out. */
export interface Transcriptions {
  /**
   * The one way in: decides who recognises, finds a place in that queue, takes the audio over and works on it. Resolves
   * when the audio has been taken over; before that it rejects with what is wrong with the options, RATE_LIMITED if the
   * queue is full, or what is wrong with the audio. The answer rejects with the error that the work ended with. Audio
   * of kind `ingested` is discarded in every case.
   */
  submit(source: AudioSource, options: TranscribeOptions, context: TranscriptionContext): Promise<Submission>;
  /** Takes over the audio of a form whose options may follow it, to be submitted as `ingested`. */
  ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio>;
  /**
   * Transcribes a recording's audio again. Throws RECORDING_NOT_FOUND, FILE_NOT_FOUND, and what `submit` does about
   * options.
   */
  retranscribe(
    id: string,
    options: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription>;
  /**
   * Stops the work on a recording and waits until it has stopped; a recording that is not being processed is returned
   * unchanged.
   */
  cancel(id: string, caller: Caller): Promise<Recording>;
  /**
   * A mode's text rules, for the segments of a transcript: `language` is the transcript's. Many segments are processed
   * in a thread. Throws MODE_NOT_FOUND.
   */
  textRules(options: TranscribeOptions): RewriteParts;
  /**
   * Interrupts the work in progress so that the next start resumes it; its callers get an error that says so. New work
   * is refused from then on.
   */
  suspend(): Promise<void>;
  /** How many jobs are running and how many are waiting. */
  load(): { readonly running: number; readonly waiting: number };
  /** True until the last job is done, including rewriting, which needs no engine. */
  busy(): boolean;
}

/** Samples without a container, one channel, as a program sends them. */
export interface LiveAudioFormat {
  readonly encoding: 'pcm16le' | 'pcm16be' | 'mulaw' | 'alaw';
  /** Samples per second. */
  readonly rate: number;
}

/** Sound that has just come. */
export interface LiveSound {
  /** 16 kHz. Their memory is not used again. */
  readonly samples: Int16Array;
  /** One boolean for each frame of 32 ms that these samples complete: somebody speaks. */
  readonly voiced: readonly boolean[];
}

/** Makes sound of bytes as they come. */
export interface LiveInput {
  push(bytes: Uint8Array): LiveSound;
  /** What was still held back; what comes later is audio of its own. */
  end(): LiveSound;
}

/** Who sends audio while somebody speaks. */
export type LiveContext = Pick<TranscriptionContext, 'source' | 'caller' | 'requestId' | 'onStablePartial'>;

/** What somebody is speaking. Call `finish` or `discard` once, whatever happens. */
export interface LiveRecording {
  /** Undefined if it is not kept. */
  readonly recordingId: string | undefined;
  /**
   * Takes sound over; resolves when the disk has it, which is when there is room for more. Rejects with an AppError
   * where the disk takes no more, and where it becomes too long; what came before stays.
   */
  take(sound: LiveSound): Promise<void>;
  /**
   * Nothing more comes. Rejects with the AppError that the work ended with; nothing of a kept recording is lost by
   * that. `signal` is aborted when no one waits for the text any more; without one, what was said becomes text no
   * matter who has gone.
   */
  finish(signal?: AbortSignal): Promise<Transcription>;
  /** Keeps nothing of it. */
  discard(): Promise<void>;
  /**
   * Its sender has gone: what is kept becomes text as by `finish`, anything else is discarded, since no one would ever
   * read it. Never rejects: what became of it is reported by its row.
   */
  abandon(): Promise<void>;
}

/** Speech that comes in while it is spoken, from programs. */
export interface LiveAudio {
  /**
   * Throws what is wrong with the options, as `Transcriptions.submit` does, and INVALID_REQUEST for those that make no
   * sense for live audio.
   */
  check(options: TranscribeOptions, caller: Caller): void;
  /**
   * A recording from its first sample on, transcribed while it goes on. Throws what `check` does, and RATE_LIMITED
   * where too many go on already.
   */
  begin(options: TranscribeOptions, context: LiveContext): LiveRecording;
  /** Throws INVALID_REQUEST for a rate that no one records speech at. */
  input(format: LiveAudioFormat): Promise<LiveInput>;
  /** True while a program sends speech, or waits for its text. */
  busy(): boolean;
}
