import type { CallableRoute } from './route-table.ts';

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
export type Transport = ((url: string, request: TransportRequest) => Promise<TransportAnswer>) & {
  /**
   * Whether the next request to this address goes over a connection that has answered before. Absent if that is
   * unknown.
   */
  readonly isConnected?: (baseUrl: string) => boolean;
};

/** The same body as a stream that reports how many bytes have been passed on. */
async function* countUpload(
  body: RequestBody,
  onProgress: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of chunksOf(body)) {
    yield chunk;
    // Asked for the next one: this one was taken.
    sent += chunk.byteLength;
    onProgress(sent);
  }
}

function chunksOf(body: RequestBody): AsyncIterable<Uint8Array> {
  if (typeof body === 'object' && Symbol.asyncIterator in body) return body;
  return new Response(body).body ?? noChunks();
}

async function* noChunks(): AsyncGenerator<Uint8Array> {}

/** A call's input, any route's. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly json?: unknown;
  readonly form?: { readonly file: Blob; readonly name: string };
  readonly bytes?: RequestBody;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onUploadProgress?: (sentBytes: number) => void;
}

/** The route's path with its parameters and query filled in. Lists are written as JSON, absent values left out. */
export function pathOf(route: CallableRoute, input: LooseInput): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  // A form carries its options as fields of its own.
  if (input.form) return path;
  const query = new URLSearchParams();
  for (const [name, value] of textFields(input.query)) query.append(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Method, headers and body of a call. */
export function toRequest(
  route: CallableRoute,
  input: LooseInput,
  headers: Readonly<Record<string, string>>,
): TransportRequest {
  const { body, contentType } = counted(bodyOf(route, input), input.onUploadProgress);
  return {
    method: route.method,
    headers: { ...headers, ...(contentType ? { 'content-type': contentType } : {}), ...input.headers },
    ...(body === undefined ? {} : { body }),
    ...(isStream(body) ? { duplex: 'half' as const } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  };
}

interface Body {
  readonly body?: RequestBody;
  readonly contentType?: string;
}

function counted(given: Body, onProgress: LooseInput['onUploadProgress']): Body {
  const { body, contentType } = given;
  if (body === undefined || onProgress === undefined) return given;
  // A form has a boundary, which is chosen when the form is encoded.
  const form = isForm(body) ? new Response(body) : undefined;
  const type = form?.headers.get('content-type') ?? contentType;
  return { body: countUpload(form?.body ?? body, onProgress), ...(type && { contentType: type }) };
}

function bodyOf(route: CallableRoute, input: LooseInput): Body {
  if (input.form) {
    const form = new FormData();
    for (const [name, value] of textFields(input.query)) form.append(name, value);
    form.append('file', input.form.file, input.form.name);
    return { body: form };
  }
  if (input.bytes !== undefined)
    return { body: input.bytes, contentType: input.contentType ?? 'application/octet-stream' };
  const json = route.body.kind === 'audio' ? input.json : input.body;
  if (json === undefined || route.body.kind === 'none') return {};
  return { body: JSON.stringify(json), contentType: 'application/json' };
}

function textFields(fields: Readonly<Record<string, unknown>> | undefined): [string, string][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

function isStream(body: RequestBody | undefined): boolean {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return false;
  return !(body instanceof Blob || isForm(body));
}

/** Node loads the whole of its `fetch` with the first mention of FormData: a stream is distinguished before. */
function isForm(body: RequestBody): body is FormData {
  return typeof body === 'object' && !(Symbol.asyncIterator in body) && body instanceof FormData;
}
