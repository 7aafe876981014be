import { isNoConnection } from './quoth-error.ts';
import type { Transport, TransportAnswer, TransportRequest } from './request.ts';
import { routeTable } from './route-table.ts';

/** The server's address, and the token that it requires. */
export interface ServerAddress {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly token: string;
}

/** What a returning transport needs. */
export interface ReconnectingTransportOptions {
  readonly fetch: Transport;
  /** Finds the server and makes certain that it is Quoth; rejects with NO_CONNECTION while none exists. */
  readonly find: () => Promise<ServerAddress>;
  /** How long the application may be away, such as for a restart; 0 asks once. */
  readonly returnWithinMs: number;
  /** Milliseconds from any starting point. */
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  /** A new Idempotency-Key, for a transcription that has none: with it the work is not done twice. */
  readonly newKey: () => string;
}

/** The base URL to give the client together with this transport, which puts the real one in its place. */
export const anyServer = 'http://quoth';

const PAUSE_MS = 150;

/**
 * A transport that outlives its server. After a restart, on another port or with a new token, it finds the server
 * again. A request is repeated if that does no harm: it never arrived, was refused for its token, only reads or sets
 * values, or has an Idempotency-Key. A body that is a stream can be sent only once.
 */
export function createReconnectingTransport(options: ReconnectingTransportOptions): Transport {
  const { fetch } = options;
  const server = new LastServer(options);
  return async (url, given) => {
    const path = url.slice(anyServer.length);
    const request = withKey(path, given, options.newKey);
    const patience = new Patience(options, request.signal);
    let isRefused = false;
    for (;;) {
      const address = await patience.with(
        () => server.address(),
        (cause) => isNoConnection(cause) && server.wasFound,
      );
      const headers = { ...request.headers, authorization: `Bearer ${address.token}` };
      try {
        const response = await fetch(`${address.baseUrl}${path}`, { ...request, headers });
        if (response.status !== 401 || isRefused || isStream(request)) return await readWhole(response);
        isRefused = true;
        server.forget();
        await response.body?.cancel();
      } catch (cause) {
        server.forget();
        if (!mayRepeat(request, cause)) throw cause;
        await patience.waitOr(cause);
      }
    }
  };
}

/**
 * The server that was found last. It proves itself again for each new connection: by then, its port may be another
 * program's, or another user's. Calls at the same time share one search.
 */
class LastServer {
  wasFound = false;
  readonly #options: ReconnectingTransportOptions;
  #found: ServerAddress | undefined;
  #search: Promise<ServerAddress> | undefined;

  constructor(options: ReconnectingTransportOptions) {
    this.#options = options;
  }

  address(): Promise<ServerAddress> {
    // First: until it ends, the connection that it made may be to anyone.
    if (this.#search) return this.#search;
    const { fetch, find } = this.#options;
    if (this.#found && fetch.isConnected?.(this.#found.baseUrl)) return Promise.resolve(this.#found);
    this.#found = undefined;
    const search = find();
    this.#search = search;
    const isOver = () => {
      if (this.#search === search) this.#search = undefined;
    };
    search.then((found) => {
      this.wasFound = true;
      // If the server was forgotten during the search, it stays forgotten.
      if (this.#search === search) this.#found = found;
      isOver();
    }, isOver);
    return search;
  }

  forget(): void {
    this.#found = undefined;
    this.#search = undefined;
  }
}

/** Waits for a server that is away, as long as was agreed upon and the caller still wants to know. */
class Patience {
  readonly #options: ReconnectingTransportOptions;
  readonly #signal: AbortSignal | undefined;
  #until: number | undefined;

  constructor(options: ReconnectingTransportOptions, signal: AbortSignal | undefined) {
    this.#options = options;
    this.#signal = signal;
  }

  async with<Result>(
    attempt: () => Promise<Result>,
    isPassing: (cause: unknown) => boolean,
  ): Promise<Result> {
    for (;;) {
      try {
        return await attempt();
      } catch (cause) {
        if (!isPassing(cause)) throw cause;
        await this.waitOr(cause);
      }
    }
  }

  /** A short pause, or the error itself when there has been enough of them. */
  async waitOr(cause: unknown): Promise<void> {
    const { now, pause, returnWithinMs } = this.#options;
    this.#until ??= now() + returnWithinMs;
    if (this.#signal?.aborted || now() >= this.#until) throw cause;
    await pause(PAUSE_MS);
  }
}

/** JSON is read here, so that a truncated answer is noticed while the request can still be repeated. */
async function readWhole(answer: TransportAnswer): Promise<TransportAnswer> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  if (!isJson) return answer;
  const { ok, status, headers } = answer;
  const text = await answer.text();
  return { ok, status, headers, body: null, text: async () => text };
}

function withKey(path: string, request: TransportRequest, newKey: () => string): TransportRequest {
  const isTranscription =
    request.method === routeTable.transcribe.method && path.startsWith(routeTable.transcribe.path);
  if (!isTranscription || isStream(request) || hasKey(request) || isLiveAudio(request)) return request;
  return { ...request, headers: { ...request.headers, 'idempotency-key': newKey() } };
}

function mayRepeat(request: TransportRequest, cause: unknown): boolean {
  if (isStream(request)) return false;
  const setsOrReads = ['GET', 'PUT', 'PATCH'].includes(request.method);
  return setsOrReads || hasKey(request) || wasNotSent(cause);
}

function isStream({ duplex }: TransportRequest): boolean {
  return duplex !== undefined;
}

/**
 * Samples without a container are transcribed while they come, which is not done twice: the server refuses a key for
 * them.
 */
function isLiveAudio({ headers }: TransportRequest): boolean {
  return /^audio\/(pcm|l16)\b/i.test(headers['content-type'] ?? '');
}

function hasKey({ headers }: TransportRequest): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
}

/** Refused connections, as Node's own client and `fetch` report them. */
function wasNotSent(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && cause.code === 'ECONNREFUSED') || wasNotSent(cause.cause);
}
