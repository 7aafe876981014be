import type { HeardAudio } from './heard-audio.ts';
import type { LanguageControl } from './language-control.ts';
import type { Recognizer } from './recognizer.ts';

/** A request as a stand-in sees it, its body whole, with what it answers from. */
export interface SimulatedRequest {
  readonly method: string;
  /** Below the vendor's base address, without the query. */
  readonly path: string;
  /** Groups of the call's path. */
  readonly groups: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer<ArrayBuffer>;
  readonly recognizer: Recognizer;
  readonly language: LanguageControl;
  /** Origin and prefix of the vendor, for answers that name an address. */
  readonly baseUrl: string;
  /** Uploads and jobs that the vendor holds, by path: what a client leaves here, it has forgotten. */
  readonly holdings: Map<string, unknown>;
}

/** One call of a vendor's API. `answer` throws Refusal for what the vendor would not take. */
export interface SimulatedCall {
  readonly method: string;
  /** Matched against the whole path. */
  readonly path: RegExp;
  readonly answer: (request: SimulatedRequest) => unknown;
  /** Of an answer that is no refusal. */
  readonly status: number;
}

export function call(
  method: string,
  path: RegExp,
  answer: SimulatedCall['answer'],
  status = 200,
): SimulatedCall {
  return { method, path, answer, status };
}

/** A stream that goes on. Throws Refusal for what the vendor would not take. */
interface OpenStream {
  readonly onText: (text: string) => void | Promise<void>;
  /** Binary frames; a vendor without it takes none. */
  readonly onAudio?: (samples: Buffer) => void | Promise<void>;
}

/** The other end of a stream, as a stand-in sees it. */
interface StreamPeer {
  /** Sends JSON. */
  say(message: unknown): void;
  close(code: number): void;
  /** What is heard of samples at this rate. */
  listen(sampleRate: number): HeardAudio;
}

/** A streaming call of a vendor's API. */
export interface SimulatedStream {
  /** Matched against the whole path below the vendor's base address. */
  readonly path: RegExp;
  /** Called with the key checked. Throws Refusal for a handshake that the vendor would not take. */
  readonly check: (query: URLSearchParams) => void;
  readonly open: (query: URLSearchParams, peer: StreamPeer) => OpenStream;
  /** How the vendor says that it refuses something midway, and the code that it closes with. */
  readonly refusal: (
    status: number,
    message: string,
  ) => { readonly message?: unknown; readonly code: number };
}

/** A vendor: how it asks for its key, how its errors look, and what it can do. */
export interface SimulatedVendor {
  readonly id: string;
  /** Path of the vendor's own base address. */
  readonly basePath: string;
  /** The key that a request carries; undefined where it carries none in the right place. */
  readonly keyOf: (headers: Headers) => string | undefined;
  /** True where a request without a key is fine. */
  readonly keyIsOptional?: boolean;
  /** What a bad key is answered. Real vendors repeat a part of the key. */
  readonly refusedKey: (key: string) => unknown;
  /** The status of that answer where it is not 401. */
  readonly refusedKeyStatus?: number;
  readonly errorBody: (status: number, message: string) => unknown;
  readonly calls: readonly SimulatedCall[];
  readonly stream?: SimulatedStream;
}

/** The key where most vendors want it. */
export const bearerKey = (headers: Headers) => /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];

/** The match of a whole path. */
export function matched(pattern: RegExp, path: string): RegExpExecArray | undefined {
  const match = pattern.exec(path);
  return match?.[0] === path ? match : undefined;
}
