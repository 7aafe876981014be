import type { HeardAudio } from './heard-audio.ts';

/** How a stream is asked for. */
export interface StreamRequest {
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

/** The other end of a stream, as a stand-in sees it. */
interface StreamPeer {
  /** Sends JSON. */
  say(message: unknown): void;
  close(code: number): void;
  /** What is heard of samples at this rate. */
  listen(sampleRate: number): HeardAudio;
}

/** A stream that goes on. Throws Refusal for what the vendor would not take. */
export interface OpenStream {
  readonly onText: (text: string) => void | Promise<void>;
  readonly onAudio: (samples: Buffer) => void | Promise<void>;
}

/** A streaming call of a vendor's API. */
export interface SimulatedStream {
  /** Matched against the whole path below the vendor's base address. */
  readonly path: RegExp;
  /** Called with the key checked. Throws Refusal for a handshake that the vendor would not take. */
  readonly check: (request: StreamRequest) => void;
  readonly open: (request: StreamRequest, peer: StreamPeer) => OpenStream;
  /** How the vendor says that it refuses something midway, and the code that it closes with. */
  readonly refusal: (
    status: number,
    message: string,
  ) => { readonly message?: unknown; readonly code: number };
}

/** A stream that arrived, as tests look at it. */
export interface StreamRecord {
  readonly vendor: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Text frames, in order. */
  readonly texts: string[];
  /** Of audio, base64 decoded. */
  audioBytes: number;
  /** The connection is gone. */
  isClosed: boolean;
}

/** What can go wrong with a stream. */
export type StreamFault =
  /** Answers the handshake with this status. */
  | { readonly kind: 'status'; readonly status: number; readonly body?: object }
  | { readonly kind: 'redirect'; readonly to: string }
  /** The handshake is refused, and why is never told to the end. */
  | { readonly kind: 'stall' }
  /** The handshake is never answered. */
  | { readonly kind: 'hang' }
  /** Closes once there is audio. */
  | { readonly kind: 'closes'; readonly code: number }
  /** The connection is gone once there is audio, after this has been said. */
  | { readonly kind: 'drops'; readonly after?: string }
  /** Sends this once there is audio, besides what it would say. */
  | { readonly kind: 'says'; readonly frame: string | Buffer }
  /** Says nothing at all, or nothing from the first audio on. */
  | { readonly kind: 'mute'; readonly from: 'opening' | 'audio' }
  /** Reads nothing from the first audio on. */
  | { readonly kind: 'deaf' }
  /** Says the same without an end once there is audio. */
  | { readonly kind: 'flood'; readonly frame: string };
