/** What a request can carry. Streams are sent as they come, never held in memory as a whole. */
export type RequestBody =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | FormData
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** The part of `fetch`'s second argument that the client uses. */
export interface TransportRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: RequestBody;
  readonly signal?: AbortSignal;
  /** `fetch` asks for this with a streamed body. */
  readonly duplex?: 'half';
}

/** The part of `fetch`'s answer that the client uses. A transport need not bring the whole of it. */
export interface TransportAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  text(): Promise<string>;
}

/** The part of `Headers` that the client uses. */
export interface AnswerHeaders {
  get(name: string): string | null;
  has(name: string): boolean;
  forEach(each: (value: string, name: string) => void): void;
}

/** How requests travel: `fetch` itself, a listener's transport, or a handler in memory. */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportAnswer>;
