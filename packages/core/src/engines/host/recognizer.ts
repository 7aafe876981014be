import type { SpoolReader } from '@quoth/audio';
import type { ErrorCode } from '@quoth/contract';
import type { HostRequest } from '../engine.ts';
import type { RecognizedSpeech } from '../protocol.ts';

/** One job in the host: what to recognise, and how to say how far it is. */
export interface Session {
  readonly request: HostRequest;
  readonly spool: SpoolReader;
  readonly signal: AbortSignal;
  /** Share of the work done, 0 to 1. */
  progress(share: number): void;
  /** All text so far, and how many of its characters will no longer change, if known. */
  partial(text: string, stableCharacters?: number): void;
}

/** A model that is ready. */
export interface LoadedModel {
  /** Kind of device it runs on: `cpu`, `gpu` ... */
  readonly device: string;
  /** True when it was there already. */
  readonly warm: boolean;
}

/**
 * The part of an engine that lives in the host process: it owns the loaded model. One session at a time; of recordings in progress with the same model as
 * many as `Engine.liveStreams` says.
 */
export interface Recognizer {
  /** Loads what the request needs, unless it is there already; called before every session. */
  load(request: HostRequest): Promise<LoadedModel>;
  recognize(session: Session): Promise<RecognizedSpeech>;
}

/** What a recogniser's module exports. */
export interface RecognizerFactory {
  createRecognizer(config: unknown): Recognizer;
}

/** A failure whose words are meant for the user; anything else that a recogniser throws counts as a failed transcription. */
export class RecognitionError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string) {
    super(message);
    this.name = 'RecognitionError';
    this.code = code;
    this.hint = hint;
  }
}
