import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';

/** What the connections of a listener may take. */
export interface ServerLimits {
  readonly headerBytes: number;
  /** How long the headers of a request may take, and all of it; 0 for a body that may take as long as it likes. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a connection without a request stays open. */
  readonly keepAliveMs: number;
  /** Open at the same time; further ones are closed at once. */
  readonly connections: number;
  /** Requests that one connection may have sent without waiting for their answers. */
  readonly inFlight: number;
  /** Answers that wait to be read by callers, all connections together. */
  readonly unreadBytes: number;
  /** After so long without reading its answer, a caller counts as gone. */
  readonly stalledMs: number;
  readonly lookMs: number;
}

export const serverLimits: ServerLimits = {
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 0,
  keepAliveMs: 30_000,
  connections: 512,
  inFlight: 64,
  unreadBytes: 64 * 1024 * 1024,
  stalledMs: 30_000,
  lookMs: 1_000,
};

interface LimitedServerOptions {
  readonly limits: ServerLimits;
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined;
  /**
   * Called for each request within the limits, also for one without a Host. `accept` asks a client for its body that
   * waits until it is asked (Expect: 100-continue).
   */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse, accept: () => void) => void;
  /** True for a request that the listener of `upgrade` takes; none by default: they are requests like any other. */
  readonly mayUpgrade?: (request: IncomingMessage) => boolean;
}

/** A server of Node's whose connections keep within these limits. */
export function createLimitedServer({
  limits,
  tls,
  onRequest,
  mayUpgrade = () => false,
}: LimitedServerOptions): Server {
  const inFlight = new WeakMap<Socket, number>();
  const options = {
    // Behind an answer that is not written yet, the connection cannot be handed over: Node would throw.
    shouldUpgradeCallback: (request: IncomingMessage) => !inFlight.get(request.socket) && mayUpgrade(request),
    // `onRequest` refuses a request without one. Node would answer it before it can be counted.
    requireHostHeader: false,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs / 2),
  };
  const server = tls
    ? createTlsServer({ ...options, cert: tls.certificate, key: tls.key })
    : createServer(options);
  // Each connection holds a descriptor and memory before its caller is known.
  server.maxConnections = limits.connections;
  const handle = (
    request: IncomingMessage,
    response: ServerResponse,
    accept: () => void = () => undefined,
  ) => {
    const { socket } = request;
    const requests = (inFlight.get(socket) ?? 0) + 1;
    inFlight.set(socket, requests);
    response.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (requests <= limits.inFlight) {
      onRequest(request, response, accept);
      return;
    }
    socket.destroy();
    // One read may hold thousands of requests, and Node makes objects of them all until it hears that the socket has
    // closed: gigabytes where many connections do that in one turn of the event loop.
    socket.emit('close', false);
  };
  server.on('request', (request, response) => handle(request, response));
  server.on('checkContinue', (request, response) =>
    handle(request, response, () => response.writeContinue()),
  );
  server.on('checkExpectation', (request, response) => handle(request, response));
  limitUnreadAnswers(server, tls ? 'secureConnection' : 'connection', limits);
  return server;
}

/** Callers that were slow for so long give way where too much waits for all of them. */
const SLOW_MS = 1_000;

/**
 * Cuts off callers that do not read their answers: at last each of them, and those with the most where too much waits.
 */
function limitUnreadAnswers(
  server: Server,
  opened: 'connection' | 'secureConnection',
  { unreadBytes, stalledMs, lookMs }: ServerLimits,
): void {
  const watched = new Map<Socket, { bytesWritten: number; movedAt: number }>();
  server.on(opened, (socket: Socket) => {
    watched.set(socket, { bytesWritten: 0, movedAt: performance.now() });
    socket.once('close', () => watched.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    let unread = 0;
    const slow: Socket[] = [];
    for (const [socket, entry] of watched) {
      const { writableLength } = socket;
      // What waits counts as written for Node.
      const bytesWritten = socket.bytesWritten - writableLength;
      if (writableLength === 0 || bytesWritten !== entry.bytesWritten) entry.movedAt = now;
      entry.bytesWritten = bytesWritten;
      if (now - entry.movedAt > stalledMs) socket.destroy();
      else {
        unread += writableLength;
        if (now - entry.movedAt >= SLOW_MS) slow.push(socket);
      }
    }
    slow.sort((a, b) => b.writableLength - a.writableLength);
    for (const socket of slow) {
      if (unread <= unreadBytes) return;
      unread -= socket.writableLength;
      socket.destroy();
    }
  };
  const timer = setInterval(look, lookMs).unref();
  server.once('close', () => clearInterval(timer));
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

interface DiscardLimits {
  readonly bytes: number;
  readonly ms: number;
}

/**
 * An answer may be given before the body has come, while the client still sends. If the connection were closed then,
 * the system would drop what the client has not received of the answer. So it stays open while the rest is discarded,
 * within limits, and is closed after that if `isLast`.
 */
export function discardRest(
  request: IncomingMessage,
  response: ServerResponse,
  limits: DiscardLimits,
  isLast = endsConnection(request),
): void {
  if (isLast) {
    response.setHeader('Connection', 'keep-alive');
    // Nothing is left to discard: the client may know that no further request is taken here.
    request.once('end', () => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    });
  }
  response.once('finish', () => {
    const { socket } = request;
    if (request.complete) {
      if (isLast) socket.end();
      return;
    }
    const mostRead = socket.bytesRead + limits.bytes;
    const timer = setTimeout(() => socket.destroy(), limits.ms);
    // Node discards the rest by itself, so that it is counted at the socket.
    const look = setInterval(() => socket.bytesRead > mostRead && socket.destroy(), 20);
    const stop = () => {
      clearTimeout(timer);
      clearInterval(look);
    };
    socket.once('close', stop);
    request
      .once('end', () => {
        stop();
        socket.off('close', stop);
        if (isLast) socket.end();
      })
      .on('error', () => undefined)
      .resume();
  });
}

function endsConnection({ headers: { connection = '' }, httpVersion }: IncomingMessage): boolean {
  return /\bclose\b/i.test(connection) || (httpVersion === '1.0' && !/\bkeep-alive\b/i.test(connection));
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

/** Stops listening at once; resolves when the last connection has ended. */
export async function closeWhenIdle(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is answering now may be idle a moment later.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(idle);
}
