import type {
  AcceptedTranscription,
  CaptionFormat,
  CaptionShape,
  Recording,
  RecordingSource,
  RetranscribeBody,
  TranscribeOptions,
  Transcription,
} from '@quoth/contract';
import type { RecognizedAudio } from '@quoth/text';
import type { AudioSource, IngestedAudio } from './audio-source.ts';
import type { RecordingMaker } from './named-tokens.ts';

/** Who is waiting for a transcription, and how they are told about it. */
export interface TranscriptionContext {
  readonly source: RecordingSource;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
  /** When the request arrived, in the clock's monotonic milliseconds; latency is counted from here. */
  readonly startedAtMs?: number;
  /** The caller's own key: the same request with the same key is processed only once. */
  readonly idempotencyKey?: string | undefined;
  /** The caller, if it has a named token; its recordings and idempotency keys are its own. */
  readonly madeBy?: RecordingMaker | undefined;
  /** The program of an action calls: what it makes triggers no other. */
  readonly byAction?: boolean | undefined;
  /** Repeated in the recording's first event, or in those of its progress where nothing is kept, so that callers can recognise their own. */
  readonly requestId?: string | undefined;
  /** Called with the length of the audio, in seconds, as soon as it is known. */
  readonly onDuration?: ((seconds: number) => void) | undefined;
  /** Called with the text so far, after text rules. Each call extends the text of the one before, which no longer changes. */
  readonly onStablePartial?: ((text: string) => void) | undefined;
}

/** A transcription whose audio has been taken over. */
export interface Submission {
  /** With `async`, as soon as the recording is safely on disk; otherwise when the work is done. */
  readonly answer: Promise<Transcription | AcceptedTranscription>;
}

/** The captions that a request asks for. */
export interface CaptionsWanted extends CaptionShape {
  readonly format: CaptionFormat;
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
   * The one way in: decides who recognises, finds a place in that queue, takes the audio over and works on it. Resolves when the audio has
   * been taken over; before that it rejects with what is wrong with the options, RATE_LIMITED if the queue is full, or what is wrong with
   * the audio. The answer rejects with the error that the work ended with. Audio of kind `ingested` is discarded in every case.
   */
  submit(source: AudioSource, options: TranscribeOptions, context: TranscriptionContext): Promise<Submission>;
  /** Takes over the audio of a form whose options may follow it, to be submitted as `ingested`. */
  ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio>;
  /** Transcribes a recording's audio again. Throws RECORDING_NOT_FOUND, FILE_NOT_FOUND, and what `submit` does about options. */
  retranscribe(
    id: string,
    options: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription>;
  /** Stops the work on a recording and waits until it has stopped; a recording that is not being processed is returned unchanged. */
  cancel(id: string): Promise<Recording>;
  /**
   * A mode's text rules, for the segments of a transcript: `language` is the transcript's. Many segments are processed in a thread. Throws
   * MODE_NOT_FOUND.
   */
  textRules(options: TranscribeOptions): RewriteParts;
  /** An answer as captions, after the text rules of its request. Throws MODE_NOT_FOUND. */
  captions(result: RecognizedAudio, options: TranscribeOptions, wanted: CaptionsWanted): Promise<string>;
  /** Interrupts the work in hand so that the next start resumes it; its callers get an error that says so. New work is refused from then on. */
  putOff(): Promise<void>;
  /** How many jobs are running and how many are waiting. */
  load(): { readonly running: number; readonly waiting: number };
  /** True until the last job is done, including rewriting, which needs no engine. */
  busy(): boolean;
}
