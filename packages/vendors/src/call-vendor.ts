import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  appVersion,
  endpointProblem,
  isInLocalNetwork,
  type Message,
  retryAfter,
  say,
} from '@quoth/contract';
import { JsonBudget } from '@quoth/text';
import {
  isWorthRetrying,
  retryDelay,
  statusError,
  systemCode,
  toVendorError,
  UnreadableReply,
  VendorError,
  wasNotTaken,
} from './call-error.ts';
import { networkFetch } from './local-network.ts';

/** A request to a vendor as data. The key's headers are added when it is sent. */
export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the vendor's base address, with its query, such as `/models?limit=1`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestBody;
  /**
   * True if sending it again does no work twice, because it has an idempotency key; 409 then means that it is still in
   * progress.
   */
  readonly isRepeatable?: boolean;
  /** `nothing`: the answer's body is not read. Default `json`. */
  readonly reply?: 'json' | 'nothing';
}

/** The body of a request. `audio` stands for the file of the job, which is streamed from the disk. */
export type RequestBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | {
      readonly kind: 'form';
      /** In this order; a name may repeat. */
      readonly fields: readonly (readonly [name: string, value: string])[];
      /** Name of the part that holds the audio; it comes last. */
      readonly audioField: string;
    }
  /** The file's bytes and nothing else; `contentType` if the vendor requires another one than the file's. */
  | { readonly kind: 'audio'; readonly contentType?: string }
  /** JSON in which the string `audioPlaceholder` is replaced by the audio as base64. */
  | { readonly kind: 'json-with-audio'; readonly value: unknown };

/** Marks the place of the audio in a body of kind `json-with-audio`. */
export const audioPlaceholder = '\u0000audio\u0000';

/** A reply with status 2xx, its JSON read; `body` is undefined for `nothing`. */
export interface VendorReply {
  readonly status: number;
  readonly body: unknown;
}

/** An object of a reply. Only the fields that are used are checked; others may come and go. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a call needs from outside. */
export interface VendorIo {
  readonly fetch: typeof fetch;
  /** Resolves after the given milliseconds; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The real network, clock and chance. */
export function systemIo(): VendorIo {
  return {
    fetch: networkFetch(),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    random: Math.random,
    now: Date.now,
  };
}

/** One call: its address, its caller, and its limits. */
export interface VendorCall {
  /** For messages. */
  readonly displayName: string;
  /** Checked by `checkBaseUrl`. */
  readonly baseUrl: string;
  /** The headers that carry the key. */
  readonly authorization: Readonly<Record<string, string>>;
  readonly request: VendorRequest;
  readonly audio?: RequestAudio;
  /** Time limit of each try, in milliseconds, until the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxReplyBytes?: number;
  /** Tries after the first one; 2 if absent. 0 if somebody else is asked instead. */
  readonly retries?: number | undefined;
  readonly signal: AbortSignal;
  /** True if the answer means that the key is refused, for statuses other than 401 and 403. */
  readonly refusesKey?: ((status: number, body: unknown) => boolean) | undefined;
  /** True if the answer means that a limit is reached, for statuses other than 402 and 429. */
  readonly isOverLimit?: ((status: number, body: unknown) => boolean) | undefined;
}

/**
 * Sends a request and reads its answer: the only place where vendors are called. A redirect is refused: fetch would
 * carry keys and audio to another host. After 429 and outages it is retried at most twice, when the vendor says so;
 * after a broken connection, only if the request changes nothing, is repeatable, or was not received. Throws
 * VendorError and nothing else.
 */
export async function callVendor(call: VendorCall, io: VendorIo): Promise<VendorReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(call, io);
    } catch (error) {
      const problem = toVendorError(error, call);
      const { method, isRepeatable = method === 'GET' } = call.request;
      const again =
        problem.status === undefined
          ? problem.kind === 'unreachable' && (isRepeatable || wasNotTaken(systemCode(error)))
          : isWorthRetrying(problem.status) || isInProgress(call, problem.status);
      const delay = again
        ? retryDelay(attempt, problem.retryAfterSeconds, io.random, call.retries)
        : undefined;
      if (delay === undefined) throw problem;
      await io.sleep(delay, call.signal).catch((reason: unknown) => {
        throw toVendorError(reason, call);
      });
    }
  }
}

async function send(call: VendorCall, io: VendorIo): Promise<VendorReply> {
  const { request, signal } = call;
  signal.throwIfAborted();
  const { contentType, contentLength, ...body } = await toFetchBody(call);
  const response = await io.fetch(`${call.baseUrl}${request.path}`, {
    method: request.method,
    headers: {
      accept: 'application/json',
      'user-agent': `Quoth/${appVersion}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
      ...request.headers,
      ...call.authorization,
    },
    ...body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(call.timeoutMs)]),
  });
  const { status } = response;
  if (response.ok && request.reply === 'nothing') {
    await response.body?.cancel();
    return { status, body: undefined };
  }
  if (response.ok) return { status, body: await readReply(response, call.maxReplyBytes) };
  const asked = retryAfter(response.headers.get('retry-after'), io.now());
  // Used only to distinguish a refused key or an empty account from other errors; none of it is shown.
  const explanation = await readReply(response, 64 * 1024).catch(() => undefined);
  throw isInProgress(call, status)
    ? new VendorError('timeout', say('providerStillWorking', { provider: call.displayName }), {
        status,
        retryAfterSeconds: asked,
      })
    : statusError(call, { status, retryAfterSeconds: asked, body: explanation });
}

/** True if an earlier try of the same request is still in progress. */
function isInProgress({ request }: VendorCall, status: number): boolean {
  return request.isRepeatable === true && status === 409;
}

/** The audio of a request: a file that is streamed from the disk, or bytes from elsewhere. */
export interface RequestAudio {
  /** Ignored if there is a `content`. */
  readonly path: string;
  readonly content?: AudioContent | undefined;
  /** As the vendor requires it: some recognise the format by the extension. */
  readonly fileName: string;
  readonly contentType: string;
}

/** Audio that is not in a readable file: in memory, or encrypted. Read again for each attempt. */
export interface AudioContent {
  readonly bytes: number;
  read(): AsyncIterable<Uint8Array>;
}

/** A body for `fetch`, created again for each attempt, since a stream can be read only once. */
interface FetchBody {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly contentType?: string;
  /** The length, if it is known and `fetch` cannot see it. */
  readonly contentLength?: number;
  /** Required by `fetch` for a stream. */
  readonly duplex?: 'half';
}

/** Base64 turns 3 bytes into 4 characters: a multiple of 3 bytes can be encoded separately. */
const CHUNK_BYTES = 3 * 64 * 1024;

/** What goes over the wire. Audio is read from the disk while it is sent. */
async function toFetchBody({ request: { body }, audio, baseUrl }: VendorCall): Promise<FetchBody> {
  if (!body) return {};
  if (body.kind === 'json') return { body: JSON.stringify(body.value), contentType: 'application/json' };
  if (!audio) throw new TypeError('This request needs an audio file.');
  const { content } = audio;
  if (body.kind === 'audio' && content)
    return streamed([content], content.bytes, body.contentType ?? audio.contentType);
  if (body.kind === 'audio')
    return { body: await openAsBlob(audio.path), contentType: body.contentType ?? audio.contentType };
  if (body.kind === 'json-with-audio') {
    const stream = ReadableStream.from(jsonAround(body.value, audio));
    return { body: stream, contentType: 'application/json', duplex: 'half' };
  }
  // Only Node's own `fetch` knows how long a form with a file is.
  if (content || isInLocalNetwork(new URL(baseUrl)))
    return streamedForm(body.fields, body.audioField, audio, content ?? (await contentOf(audio.path)));
  const form = new FormData();
  for (const [name, value] of body.fields) form.append(name, value);
  form.append(body.audioField, await openAsBlob(audio.path, { type: audio.contentType }), audio.fileName);
  return { body: form };
}

/** JSON with the file's base64 in place of the placeholder. */
async function* jsonAround(value: unknown, audio: RequestAudio): AsyncGenerator<Uint8Array> {
  const [before = '', after = ''] = JSON.stringify(value).split(
    JSON.stringify(audioPlaceholder).slice(1, -1),
  );
  yield Buffer.from(before);
  for await (const chunk of inChunks(audio.content?.read() ?? fileBytes(audio.path)))
    yield Buffer.from(chunk.toString('base64'));
  yield Buffer.from(after);
}

async function contentOf(path: string): Promise<AudioContent> {
  return { bytes: (await stat(path)).size, read: () => fileBytes(path) };
}

async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The same bytes in chunks whose base64 can be concatenated. */
async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const bytes of source) {
    const all = Buffer.concat([rest, bytes]);
    const whole = all.length - (all.length % 3);
    if (whole > 0) yield all.subarray(0, whole);
    rest = all.subarray(whole);
  }
  if (rest.length > 0) yield rest;
}

/** Without a length `fetch` sends a stream in chunks, which some vendors do not accept. */
function streamed(
  parts: readonly (AudioContent | Buffer)[],
  contentLength: number,
  contentType: string,
): FetchBody {
  const all = async function* (): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (Buffer.isBuffer(part)) yield part;
      else yield* part.read();
    }
  };
  return { body: ReadableStream.from(all()), contentLength, contentType, duplex: 'half' };
}

/** A form whose file is a stream: FormData takes only Blobs, which are in memory or in a file. */
function streamedForm(
  fields: readonly (readonly [name: string, value: string])[],
  audioField: string,
  { fileName, contentType }: RequestAudio,
  content: AudioContent,
): FetchBody {
  const boundary = `quoth-${randomUUID()}`;
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const before = fields.map(([name, value]) => `${part(name)}\r\n${value}\r\n`).join('');
  const file = `${part(audioField, `; filename="${fileName}"`)}Content-Type: ${contentType}\r\n\r\n`;
  const head = Buffer.from(`${before}${file}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const length = head.length + content.bytes + tail.length;
  return streamed([head, content, tail], length, `multipart/form-data; boundary=${boundary}`);
}

/** Six hours of words with their times are well below this. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

/** The JSON of a reply. Throws as `replyBytes` does, and UnreadableReply where it is empty or no JSON. */
export async function readReply(reply: Reply, maxBytes = MAX_REPLY_BYTES): Promise<unknown> {
  const bytes = await replyBytes(reply, { maxBytes });
  try {
    return JSON.parse(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  } catch {
    throw new UnreadableReply('not JSON');
  }
}

/** A `Response`, or what Node's own client gives. */
interface Reply {
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface ReplyLimits {
  /** After decompression. */
  readonly maxBytes: number;
  /** Of JSON. */
  readonly maxValues?: number;
}

/** A reply's whole body. Throws UnreadableReply, or JsonBudgetExceeded, as soon as it is larger than its limits. */
export async function replyBytes({ body }: Reply, limits: ReplyLimits): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const budget = new JsonBudget(limits);
  let bytes = 0;
  // Leaving the loop early cancels the body, and with it the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) throw new UnreadableReply('too large');
    budget.push(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

/** This machine's own names: never asked through a proxy. */
const OWN = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/**
 * The system's proxy, as `http.setGlobalProxyFromEnv` of Node takes it, which makes `fetch` use it; undefined if none
 * is set. Loopback addresses are always excluded, whatever the environment says: requests to an endpoint on this
 * machine must not leave it.
 */
export function systemProxy(
  env: Readonly<Record<string, string | undefined>>,
): { http_proxy?: string; https_proxy?: string; no_proxy: string } | undefined {
  const http = env.http_proxy || env.HTTP_PROXY || env.all_proxy || env.ALL_PROXY;
  const https = env.https_proxy || env.HTTPS_PROXY || http;
  if (!https) return undefined;
  const left = [env.no_proxy || env.NO_PROXY || '', ...OWN].filter((name) => name !== '');
  return { ...(http ? { http_proxy: http } : {}), https_proxy: https, no_proxy: left.join(',') };
}

/**
 * The base address of a vendor or of the user's own endpoint, without a slash at the end: https, or http on this
 * machine, or in the local network where the user has allowed it; without a user, a query or a fragment. Throws
 * VendorError `rejected` for any other: a bad address never falls back to another one.
 */
export function checkBaseUrl(written: string, provider: string): string {
  const problem = endpointProblem(written.trim(), true) ?? hiddenLoopback(written.trim());
  if (problem === undefined) return new URL(written.trim()).href.replace(/\/+$/, '');
  throw new VendorError('rejected', say('baseUrlUnusable', { provider, problem }));
}

/** Node's list of addresses that bypass the proxy has no ranges, so other names of this machine would go through it. */
function hiddenLoopback(written: string): Message | undefined {
  const { hostname } = new URL(written);
  return /^127\./.test(hostname) && hostname !== '127.0.0.1' ? say('useLoopbackAddress') : undefined;
}
