import type { AudioFormat, Capabilities, Segment, Word } from '@quoth/contract';
import type { VendorErrorKind } from '../call-error.ts';
import type { AudioContent, Fields, VendorReply, VendorRequest } from '../call-vendor.ts';

/** How long a transcription may take before it counts as timed out: the upload, the work and the answer together. */
interface TimeLimit {
  readonly baseMs: number;
  /** Added for each second of audio. */
  readonly perAudioSecondMs: number;
}

/**
 * How a vendor turns speech into text: facts, and functions that turn a job into requests and replies into text. It
 * does no I/O itself.
 */
export interface SpeechAdapter {
  readonly models: readonly SpeechModel[];
  /** One of `models`; empty if only the user knows them (an endpoint of the user). */
  readonly defaultModel: string;
  /** One upload may not be larger. */
  readonly maxBytes: number;
  /** One upload may not be longer; null: no limit is documented. */
  readonly maxSeconds: number | null;
  /** Sent unchanged; anything else is sent as FLAC, which every vendor accepts. */
  readonly formats: readonly AudioFormat[];
  readonly timeLimit: TimeLimit;
  /** What to send first. Each reply leads to the next step, until one is `done`. */
  readonly begin: (job: SpeechJob) => SpeechStep;
  /** True if its models take the user's own words (`SpeechJob.instructions`). */
  readonly takesInstructions?: boolean;
  /** Present if it transcribes while one speaks; then some of `models` have a `live`. */
  readonly live?: LiveSpeech;
}

/** What most models do. */
export const usualCapabilities: Capabilities = {
  segment_timestamps: true,
  word_timestamps: true,
  streaming: false,
  vocabulary: true,
  translation: false,
};

/** A model of a vendor that turns speech into text. */
export interface SpeechModel {
  /** As the vendor's API writes it. */
  readonly id: string;
  readonly displayName: string;
  /** BCP-47 primary tags, or `*` for any that the vendor knows. */
  readonly languages: readonly string[];
  readonly capabilities: Capabilities;
  /** What it is made for; only `general` if not given. */
  readonly domains?: readonly SpeechDomain[];
  /** Given if the vendor also transcribes while one speaks, with this model or with one beside it. */
  readonly live?: LiveModel;
  /** Given if it accepts less in one upload than the vendor's other models. */
  readonly maxSeconds?: number;
}

/** A model for streams. */
interface LiveModel {
  /** As the vendor's streaming API writes it. */
  readonly id: string;
  /** BCP-47 primary tags, if it knows fewer languages than the model that transcribes files. */
  readonly languages?: readonly string[];
}

export type SpeechDomain = 'general' | 'medical';

/** What a vendor is asked for. */
export interface SpeechJob {
  readonly model: SpeechModel;
  /** BCP-47; undefined: the vendor detects it. */
  readonly language: string | undefined;
  readonly vocabulary: readonly string[];
  readonly domain: SpeechDomain;
  /** The text should be in English, whatever language is spoken. */
  readonly translate: boolean;
  /** Which times are wanted; a vendor may take longer for them. */
  readonly wants: { readonly words: boolean; readonly segments: boolean };
  /** The user's own words for a model that takes instructions. */
  readonly instructions: string | undefined;
  /** The vendor is asked to keep nothing, if it has an option for that. */
  readonly keepNothing: boolean;
  readonly audio: AudioFile;
  /** Random, and the same for every try of this job: a service that accepts such keys does the work once. */
  readonly idempotencyKey: string;
}

/** A file of audio on the disk, or bytes from elsewhere. It is streamed and never held in memory as a whole. */
export interface AudioFile {
  /** Ignored if there is a `content`. */
  readonly path: string;
  readonly content?: AudioContent;
  readonly format: AudioFormat;
  readonly bytes: number;
  readonly seconds: number;
}

/** What a vendor recognised. Times are seconds from the start of the audio. */
export interface SpeechTranscript {
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** BCP-47 primary tag; null if the vendor does not say. */
  readonly language: string | null;
}

/** One step of a transcription. A vendor that answers at once needs one call; others are polled until they are done. */
export type SpeechStep =
  | {
      readonly kind: 'call';
      readonly request: VendorRequest;
      /** Only called with a reply of status 2xx. Throws UnreadableReply or JobFailed. */
      readonly next: (reply: VendorReply) => SpeechStep;
      /** Sent at the end, whatever happens from now on: deletes what earlier calls left with the vendor. */
      readonly cleanUp?: VendorRequest;
    }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly next: () => SpeechStep }
  | { readonly kind: 'done'; readonly transcript: SpeechTranscript };

/** The steps of a vendor that answers at once. */
export function oneCall(
  request: VendorRequest,
  fromResponse: (body: unknown) => SpeechTranscript,
): SpeechStep {
  return {
    kind: 'call',
    request,
    next: ({ body }) => ({ kind: 'done', transcript: fromResponse(body) }),
  };
}

const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 3_000;

/**
 * Polls until there is a result: `read` returns the next step, or undefined while the vendor is still working. The
 * interval grows from 0.3 s to 3 s, so that a short dictation is not kept waiting.
 */
export function poll(
  request: VendorRequest,
  read: (body: unknown) => SpeechStep | undefined,
  cleanUp?: VendorRequest,
  asked = 0,
): SpeechStep {
  return {
    kind: 'call',
    request,
    ...(cleanUp ? { cleanUp } : {}),
    next: ({ body }) =>
      read(body) ?? {
        kind: 'wait',
        milliseconds: Math.min(FIRST_PAUSE_MS * 1.5 ** asked, MAX_PAUSE_MS),
        next: () => poll(request, read, undefined, asked + 1),
      },
  };
}

/** What a stream is asked for. */
export interface LiveJob extends Pick<SpeechJob, 'language' | 'vocabulary' | 'domain' | 'keepNothing'> {
  /** As the vendor's streaming API writes it. */
  readonly model: string;
}

/** A text frame, or a binary one. */
export type LiveMessage = string | Uint8Array;

/**
 * How a vendor transcribes while one speaks, over a WebSocket: facts, and functions that turn a job into messages, and
 * messages into text. It does no I/O itself.
 */
export interface LiveSpeech {
  /**
   * Given if it is not the vendor's own: `https`, without a slash at the end. The stream's address is the same with
   * `wss`.
   */
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
  /**
   * Given if the vendor settles its text only when it is asked to: at pauses, and at the end. The stream is over when
   * it has answered the last one.
   */
  readonly commit?: {
    readonly message: string;
    /** A commit with less audio is refused: it is filled up with silence. */
    readonly minSeconds: number;
  };
  /** What ends the stream; the vendor then says `done`. Empty if the last commit ends it. */
  readonly end: readonly LiveMessage[];
  /** Only called with an object. Throws UnreadableReply. */
  readonly read: (message: Fields) => readonly LiveEvent[];
  /** What a close code of the vendor's own means; undefined: a connection that was lost. */
  readonly closed?: (code: number) => VendorErrorKind | undefined;
}

/** What a vendor's message says. */
export type LiveEvent =
  | { readonly kind: 'started' }
  | LiveTextPart
  /** A commit has been taken; its text comes in the part of this name, or in the one that is being spoken. */
  | { readonly kind: 'committed'; readonly part?: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: VendorErrorKind };

/** Text of a part of the audio. */
export interface LiveTextPart {
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
