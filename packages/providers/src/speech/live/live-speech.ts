import type { Word } from '@quoth/contract';
import type { ProviderErrorKind } from '../../call/provider-error.ts';
import type { Fields } from '../reply-fields.ts';
import type { SpeechJob } from '../speech-job.ts';

/** What a stream is asked for. */
export interface LiveJob extends Pick<SpeechJob, 'language' | 'vocabulary' | 'domain' | 'keepNothing'> {
  /** As the vendor's streaming API writes it. */
  readonly model: string;
}

/** A text frame, or a binary one. */
export type LiveMessage = string | Uint8Array;

/**
 * How a vendor transcribes while one speaks, over a WebSocket: facts, and functions that turn a job into messages, and messages into text. It does
 * no I/O itself.
 */
export interface LiveSpeech {
  /** Given if it is not the vendor's own: `https`, without a slash at the end. The stream's address is the same with `wss`. */
  readonly baseUrl?: string;
  /** Below the base address, with its query. */
  readonly path: (job: LiveJob) => string;
  /** Samples per second: 16-bit, mono. */
  readonly sampleRate: 16_000 | 24_000;
  /** Sent first. */
  readonly opening?: (job: LiveJob) => string;
  /** Audio may be sent as soon as the connection is open, or only after the vendor has said `started`. */
  readonly audioAfter: 'opening' | 'started';
  /** A piece of audio as it is sent. */
  readonly audio: (samples: Uint8Array) => LiveMessage;
  /** Given if the vendor settles its text only when it is told to: at pauses, and at the end. The stream is over when it has answered the last one. */
  readonly commit?: {
    readonly message: string;
    /** A commit with less audio is refused: it is filled up with silence. */
    readonly leastSeconds: number;
  };
  /** What ends the stream; the vendor then says `done`. Empty if the last commit ends it. */
  readonly end: readonly LiveMessage[];
  /** Only called with an object. Throws UnreadableReply. */
  readonly read: (message: Fields) => readonly LiveNews[];
  /** What a close code of the vendor's own means; undefined: a connection that was lost. */
  readonly closed?: (code: number) => ProviderErrorKind | undefined;
}

/** What a vendor's message says. */
export type LiveNews =
  | { readonly kind: 'started' }
  | LiveWords
  /** A commit has been taken; its text comes in the part of this name, or in the one that is being spoken. */
  | { readonly kind: 'committed'; readonly part?: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: ProviderErrorKind };

/** Text of a part of the audio. */
export interface LiveWords {
  readonly kind: 'words';
  /** The vendor's name for the part; absent where only the last one can still change. */
  readonly part?: string;
  /** Replaces what the part said before. */
  readonly text: string;
  /** True if `text` is added to the part's instead. */
  readonly adds?: boolean;
  /** True if the part will not change any more. */
  readonly final: boolean;
  /** True if the text has its own spaces where it joins the one before. */
  readonly joined?: boolean;
  /** With times, in seconds from the first sample that was sent; of final text. */
  readonly words?: readonly Word[];
  readonly language?: string | null;
}

/** JSON of messages in both directions is compact. */
export const asMessage = (value: unknown): string => JSON.stringify(value);

/** Samples as base64, for vendors whose audio is in JSON. */
export function base64Of(samples: Uint8Array): string {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
}
