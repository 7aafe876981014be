import type { SampleRange, SpoolReader } from '@quoth/audio';
import { type Advice, type ErrorCode, englishText, type Message } from '@quoth/contract';
import type { Channel } from '@quoth/processes/parent';
import type { RecognizedSpeech } from '@quoth/text';
import type { HostRequest, HostSpeech } from './engine.ts';

/** One job in the host: what to recognise, and how to say how far it is. */
export interface RecognitionSession {
  readonly request: HostRequest;
  readonly spool: SpoolReader;
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1. */
  progress(share: number): void;
  /** All text so far, and how many of its characters will no longer change, if known. */
  partial(text: string, stableCharacters?: number): void;
  /**
   * Has another process recognise a part of a recording that goes on, without its vocabulary; times count from the
   * part's start. Rejects at once when the signal is aborted, and where that process is still at the part before.
   */
  draft(range: SampleRange, signal: AbortSignal): Promise<RecognizedSpeech>;
}

/** A model that is ready. */
interface LoadedModel {
  /** Kind of device it runs on: `cpu`, `gpu` ... */
  readonly device: string;
  /** True when it was there already. */
  readonly warm: boolean;
}

/**
 * The part of an engine that lives in the host process: it owns the loaded model. One session at a time; of recordings
 * in progress with the same model as many as `Engine.liveStreams` says.
 */
export interface Recognizer {
  /** Loads what the request needs, unless it is there already; called before every session. */
  load(request: HostRequest): Promise<LoadedModel>;
  recognize(session: RecognitionSession): Promise<HostSpeech>;
}

/** What a recogniser's module exports. */
export interface RecognizerFactory {
  createRecognizer(config: unknown): Recognizer;
}

/**
 * A failure whose words are meant for the user; anything else that a recogniser throws counts as a failed
 * transcription.
 */
export class RecognitionError extends Error {
  readonly code: ErrorCode;
  /** What happened. */
  readonly why: Message;
  /** What to do about it; the error code's own where nothing is said. */
  readonly advice: Advice | undefined;

  constructor(code: ErrorCode, why: Message, ...advice: Advice) {
    super(englishText(why));
    this.name = 'RecognitionError';
    this.code = code;
    this.why = why;
    this.advice = advice.length === 0 ? undefined : advice;
  }

  /** A recogniser is loaded by its address, and may bring a copy of this class. */
  static is(error: unknown): error is RecognitionError {
    return error instanceof Error && error.name === 'RecognitionError';
  }
}

/**
 * What the application and an engine host say to each other; `id` is that of a job. Every message is a sign of life.
 */
export interface HostChannel extends Channel {
  readonly toChild: {
    recognize(id: number, request: HostRequest): void;
    /** The growing spool of a job, or the part that it asked for, has ended at this sample. */
    spoolEnded(id: number, at: number | undefined): void;
    cancel(id: number): void;
    /** What a draft holds; undefined where it failed. */
    drafted(id: number, speech: HostSpeech | undefined): void;
  };
  readonly toParent: {
    alive(id: number): void;
    loaded(id: number, device: string, isWarm: boolean): void;
    progress(id: number, share: number): void;
    partial(id: number, text: string, stableCharacters: number | undefined): void;
    /** Asks for a draft of this part of the spool. One at a time for a job. */
    draft(id: number, range: SampleRange): void;
    result(id: number, result: HostSpeech, decodeMs: number): void;
    failure(id: number, code: ErrorCode, message: Message, advice: Advice | undefined): void;
  };
  readonly requests: object;
}
