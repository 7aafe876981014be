import { addAbortListener } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import { AppError } from '@quoth/contract';
import type { EventStreams } from '../events.ts';
import type { RealtimeSockets } from '../realtime/realtime-sockets.ts';

/** What the connections of a listener may take. */
export interface ConnectionLimitsOptions {
  /** Open at the same time; a further one takes the place of the one that has waited longest without a whole request, or is closed. */
  readonly maxConnections?: number;
  /** Requests that one connection may have sent without waiting for their answers. */
  readonly maxInFlight?: number;
  /** Bytes that wait to be read by callers, all connections together. */
  readonly maxPendingBytes?: number;
  /** Milliseconds without reading its answer after which a caller counts as gone. */
  readonly stalledMs?: number;
  readonly lookMs?: number;
}

interface Watched {
  /** Requests whose head is complete and that are not answered yet. */
  inFlight: number;
  /** Since when none exists, by the monotonic clock: it has sent nothing, or only a part of a head. */
  waitingSince: number;
  bytesWritten: number;
  /** When something was last taken, by the monotonic clock. */
  movedAt: number;
}

/** Callers that were slow for so long give way where too much waits for all of them. */
const SLOW_MS = 1_000;
const MEBIBYTE = 1024 * 1024;

/** Node's own answer to the head of a request whose rest is no HTTP: the parser stops there (lib/_http_common.js, parserOnHeadersComplete). */
const SKIP_THE_REST = 2;

/**
 * Destroys a connection, and stops its parser in the middle of what was read. Node would go on and make an object and an error of each of a
 * thousand more requests: seconds of work where many connections do it. The hook is not documented; without it only the time is lost.
 */
function cut(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } };
  if (parser?.onIncoming) parser.onIncoming = () => SKIP_THE_REST;
  socket.destroy();
}

/** Keeps one listener's connections within bounds: how many, how many requests each, how many bytes they leave waiting, how long. */
export function limitConnections(
  server: Server,
  {
    maxConnections = 512,
    maxInFlight = 64,
    maxPendingBytes = 64 * MEBIBYTE,
    stalledMs = 30_000,
    lookMs = 1_000,
  }: ConnectionLimitsOptions = {},
): void {
  const watched = new Map<Socket, Watched>();
  server.on('connection', (socket: Socket) => {
    if (watched.size >= maxConnections && !makeRoom(watched)) {
      socket.destroy();
      return;
    }
    const now = performance.now();
    watched.set(socket, { inFlight: 0, waitingSince: now, bytesWritten: 0, movedAt: now });
    socket.once('close', () => watched.delete(socket));
  });
  const count = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const entry = watched.get(socket);
    if (!entry) return;
    entry.inFlight++;
    response.on('close', () => {
      entry.inFlight--;
      entry.waitingSince = performance.now();
    });
    if (entry.inFlight > maxInFlight) cut(socket);
  };
  server.prependListener('request', count);
  server.prependListener('checkContinue', count);
  // An upgraded connection has limits of its own and waits for no further request.
  server.prependListener('upgrade', ({ socket }: IncomingMessage) => {
    const entry = watched.get(socket);
    if (entry) entry.inFlight++;
  });

  const look = () => {
    const now = performance.now();
    let pending = 0;
    const slow: Socket[] = [];
    for (const [socket, entry] of watched) {
      const { bytesWritten, writableLength } = socket;
      if (writableLength === 0 || bytesWritten !== entry.bytesWritten) entry.movedAt = now;
      entry.bytesWritten = bytesWritten;
      if (now - entry.movedAt > stalledMs) socket.destroy();
      else {
        pending += writableLength;
        if (now - entry.movedAt >= SLOW_MS) slow.push(socket);
      }
    }
    slow.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of slow) {
      if (pending <= maxPendingBytes) return;
      pending -= socket.writableLength;
      socket.destroy();
    }
  };
  const timer = setInterval(look, lookMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Closes the connection that has waited longest without a whole request. False if each has one. */
function makeRoom(watched: Map<Socket, Watched>): boolean {
  let oldest: Socket | undefined;
  let since = Number.POSITIVE_INFINITY;
  for (const [socket, { inFlight, waitingSince }] of watched) {
    if (inFlight > 0 || waitingSince >= since) continue;
    oldest = socket;
    since = waitingSince;
  }
  if (!oldest) return false;
  watched.delete(oldest);
  oldest.destroy();
  return true;
}

/** What programs with named tokens have open at a listener: streams, uploads, downloads, work that they wait for. */
export class ProgramConnections {
  readonly #open = new Map<string, Set<ServerResponse>>();

  /** Notes an answer that is not over, until it is. */
  opened(tokenId: string, response: ServerResponse): void {
    const open = this.#open.get(tokenId) ?? new Set();
    this.#open.set(tokenId, open);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0 && this.#open.get(tokenId) === open) this.#open.delete(tokenId);
    });
  }

  /** Cuts the connections of all that a token has open: nothing more goes in or out, and work that only waited for them is cancelled. */
  end(tokenId: string): void {
    for (const response of [...(this.#open.get(tokenId) ?? [])]) response.destroy();
  }
}

/** Tells open requests that their listener is closing: endless bodies at once, everything else shortly before the connections are cut. */
export class ListenerEnding {
  readonly #begun = new AbortController();
  readonly #due = new AbortController();

  /** Aborted when it takes no more requests: streams without an end are closed now. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** Aborted, with the error to answer with, when there is just enough time to send it. */
  get due(): AbortSignal {
    return this.#due.signal;
  }

  /** The work's outcome; where that does not come before `due`, why it is not waited for. */
  async inTime<Result>(work: Promise<Result>, why: () => AppError = listenerEnded): Promise<Result> {
    const given = Promise.withResolvers<never>();
    using _due = addAbortListener(this.due, () => given.reject(why()));
    return await Promise.race([work, given.promise]);
  }

  begin(): void {
    this.#begun.abort(listenerEnded());
  }

  callIn(): void {
    this.#due.abort(listenerEnded());
  }
}

function listenerEnded(): AppError {
  return new AppError('CANCELLED', {
    message: 'Quoth was stopped, or its local API was switched off, before this was done.',
    hint: 'Send it again when Quoth answers.',
  });
}

/** Starts listening and returns the port (0 for a socket path). Rejects with the system's error. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address as AddressInfo).port : 0;
}

/** How long requests in progress may take when the server is switched off. */
const GRACE_MS = 2_000;
/** How much of that is left for answering those that have not finished. */
const LAST_WORDS_MS = 500;

/** What a server has open that would not end by itself. */
interface OpenAnswers {
  readonly events: Pick<EventStreams, 'close'>;
  readonly ending: ListenerEnding;
  readonly sockets?: Pick<RealtimeSockets, 'close'>;
}

/** Stops listening at once, gives requests in progress a moment to finish, has the others answer with an error, then closes what is left. */
export async function closeServer(server: Server, { events, ending, sockets }: OpenAnswers): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Event streams and sockets would never finish by themselves.
  events.close();
  sockets?.close();
  ending.begin();
  server.closeIdleConnections();
  // A connection that is answering now may be idle a moment later.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  let timer = setTimeout(() => {
    ending.callIn();
    timer = setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS);
  }, GRACE_MS - LAST_WORDS_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
