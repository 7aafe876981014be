import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { actionHeader, actionVariable } from '@quoth/contract';
import type { RequestBody, Transport, TransportAnswer, TransportRequest } from '../index.ts';
import { readConfig } from './read-config.ts';

/**
 * An answer of `node:http` as the client reads it; not a `Response`, for which Node loads its whole `fetch`: 60 ms of
 * every command.
 */
class IncomingAnswer implements TransportAnswer {
  readonly status: number;
  readonly headers: TransportAnswer['headers'];
  readonly #incoming: IncomingMessage;
  #body: TransportAnswer['body'] | undefined;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    this.status = incoming.statusCode ?? 500;
    this.headers = headersOf(incoming.headers);
    if (this.#isBare) incoming.resume();
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): TransportAnswer['body'] {
    if (this.#isBare) return null;
    this.#body ??= Readable.toWeb(this.#incoming) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return this.#body;
  }

  async text(): Promise<string> {
    return this.#isBare ? '' : text(this.#incoming);
  }

  get #isBare(): boolean {
    return this.status === 204 || this.status === 304;
  }
}

function headersOf(incoming: IncomingHttpHeaders): TransportAnswer['headers'] {
  const all = new Map<string, string>();
  for (const [name, value] of Object.entries(incoming))
    if (value !== undefined) all.set(name, Array.isArray(value) ? value.join(', ') : value);
  return {
    get: (name) => all.get(name.toLowerCase()) ?? null,
    has: (name) => all.has(name.toLowerCase()),
    forEach: (each) => {
      for (const [name, value] of all) each(value, name);
    },
  };
}

/** Says that the program of an action calls, so that what it makes triggers no other. */
const forAction = headerOf(readConfig().env[actionVariable]);

function headerOf(run: string | undefined): Record<string, string> {
  return run && /^[\w-]{1,64}$/.test(run) ? { [actionHeader]: run } : {};
}

/** A `fetch`-like transport over a Unix socket or a named pipe. Bodies are streamed; a proxy is never asked. */
export function createSocketTransport(socketPath: string): Transport {
  const agent = keepAlive();
  return async (url, request) =>
    new IncomingAnswer(await exchange({ socketPath, agent }, new URL(url), request));
}

/**
 * The same over the loopback address that the URL names: Node's own fetch may use a proxy that the environment names.
 */
export function createLoopbackTransport(): Transport {
  const agent = keepAlive();
  const send: Transport = async (url, request) => {
    const address = new URL(url);
    const target = { host: address.hostname, port: address.port, agent };
    return new IncomingAnswer(await exchange(target, address, request));
  };
  const isConnected = (baseUrl: string) => {
    const { hostname: host, port } = new URL(baseUrl);
    const free = agent.freeSockets[agent.getName({ host, port: Number(port) })] ?? [];
    return free.some(({ destroyed }) => !destroyed);
  };
  return Object.assign(send, { isConnected });
}

type Target = { readonly agent: Agent } & (
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: string }
);

/** A connection that may stay open: one that ends with the answer is cut while a refused upload is still being sent. */
function keepAlive(): Agent {
  return new Agent({ keepAlive: true });
}

function exchange(target: Target, url: URL, request: TransportRequest): Promise<IncomingMessage> {
  const { stream, length, contentType } = readable(request.body);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({
      ...target,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...(contentType ? { 'content-type': contentType } : {}),
        ...(length === undefined ? {} : { 'content-length': String(length) }),
        ...request.headers,
        ...forAction,
        host: url.host,
      },
      ...(request.signal ? { signal: request.signal } : {}),
    });
    outgoing.once('response', resolve);
    // Once there is an answer, the refused rest of the upload is no error of its own: the answer says why.
    outgoing.on('error', reject);
    // A switch to another protocol is no answer, and no other event reports it, the time limit included.
    outgoing.once('close', () => reject(new Error('closed without an answer')));
    if (stream) pipeline(stream, outgoing).catch(reject);
    else outgoing.end();
  });
}

function readable(body: RequestBody | undefined): {
  stream?: Readable;
  length?: number;
  contentType?: string | null;
} {
  if (body === undefined) return {};
  if (typeof body === 'string') return { stream: Readable.from([body]), length: Buffer.byteLength(body) };
  if (body instanceof Uint8Array) return { stream: Readable.from([body]), length: body.byteLength };
  // A stream first: Node loads the whole of its `fetch` with the first mention of FormData, and every command would
  // wait for that.
  if (Symbol.asyncIterator in body) return { stream: Readable.from(body) };
  if (body instanceof Blob || body instanceof FormData) {
    const encoded = new Response(body);
    const size = body instanceof Blob ? { length: body.size } : {};
    return {
      ...size,
      stream: Readable.from(encoded.body ?? []),
      contentType: encoded.headers.get('content-type'),
    };
  }
  return { stream: Readable.from(body) };
}
