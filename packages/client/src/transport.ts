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

/** How requests travel: `fetch` itself, a listener's transport, or a handler in memory. */
export type Transport = (url: string, request: TransportRequest) => Promise<Response>;
