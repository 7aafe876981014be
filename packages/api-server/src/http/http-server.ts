import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { AppError, limits, observerHeader, say } from '@quoth/contract';
import { type Logger, type ProgramIdentity, refuseOtherUsers } from '@quoth/core';
import {
  createLimitedServer,
  discardRest,
  hasBody,
  requestIdOf,
  serverLimits,
  setAnswerHeaders,
} from '@quoth/http';
import type { CallLog } from '../call-log.ts';
import type { FetchHandler, NodeBindings } from '../handler.ts';
import type { KeptAnswer } from '../kept-answers.ts';
import type { UpgradeRequest } from '../realtime/realtime-sockets.ts';
import type { ProgramConnections } from './connections.ts';
import { envelopeText, errorAnswer, ProtocolError, statusOf } from './errors.ts';
import type { RequestGuard } from './guard.ts';

/** Something that ends once. */
export type ClosingAnswer = Pick<ServerResponse, 'once'>;

interface HttpServerOptions {
  readonly fetch: FetchHandler;
  readonly guard: RequestGuard;
  /**
   * Called for every request that needs the application; its answer closes when the request is over, however it ends.
   */
  readonly onRequest?: ((answer: ClosingAnswer) => void) | undefined;
  /** Notes who calls. */
  readonly calls?: CallLog | undefined;
  /** Keeps what programs with named tokens have open, so that it can be ended. */
  readonly programs?: ProgramConnections | undefined;
  /**
   * For a listener that every user of the machine can reach: connections of other users are closed, if the system tells
   * whose they are, and the first is logged.
   */
  readonly otherUsers?: { readonly logger: Logger };
  /** True for a request whose connection may become a WebSocket; no request by default. */
  readonly mayUpgrade?: (request: IncomingMessage) => boolean;
  /** What a caller that may use everything is answered at once, as JSON; undefined where `fetch` has to be asked. */
  readonly kept?: (request: IncomingMessage) => KeptAnswer | undefined;
}

/**
 * A Node server that checks each request by its head before anything runs, and answers in our envelope also where Node
 * itself refuses (no Host, headers too large or too slow, not HTTP).
 */
export function createHttpServer({
  fetch,
  guard,
  onRequest,
  calls,
  programs,
  otherUsers,
  mayUpgrade = () => false,
  kept = () => undefined,
}: HttpServerOptions): Server {
  const identities = new WeakMap<IncomingMessage, ProgramIdentity>();
  const upgrades = new WeakMap<IncomingMessage, UpgradeRequest>();
  // The adapter's own Request and Response take the place of Node's: they are written to the socket without a stream in
  // between.
  const answered: FetchHandler = (request, bindings) => {
    const program = bindings?.incoming && identities.get(bindings.incoming);
    const upgrade = bindings?.incoming && upgrades.get(bindings.incoming);
    return fetch(request, program || upgrade ? { ...bindings, program, upgrade } : bindings);
  };
  const listener = getRequestListener((request, bindings) => answered(request, bindings as NodeBindings), {
    // The rest of a body is read or cut off below.
    autoCleanupIncoming: false,
    hostname: 'localhost',
  });
  const handle = (request: IncomingMessage, response: ServerResponse, accept: () => void): void => {
    const requestId = requestIdOf(request);
    const withBody = hasBody(request);
    if (withBody) discardRest(request, response, DISCARDED);
    if (request.headers[observerHeader] === undefined) onRequest?.(response);
    calls?.follow(request, response);
    const verdict = guard(request);
    const known = verdict === undefined && !withBody ? kept(request) : undefined;
    if (known) {
      response.writeHead(200, [
        'X-Request-Id',
        requestId,
        'Cache-Control',
        'no-store',
        'X-Content-Type-Options',
        'nosniff',
        'Content-Type',
        'application/json; charset=utf-8',
        'Content-Length',
        known.length,
      ]);
      // As text, Node sends it in one piece with the headers; bytes would be a second one, which takes longer than all
      // guards.
      response.end(known.text, known.encoding);
      return;
    }
    setAnswerHeaders(response, requestId);
    if (verdict instanceof AppError) {
      calls?.failed(response, verdict.code);
      answer(request, response, verdict, requestId);
      return;
    }
    if (verdict) {
      identities.set(request, verdict);
      calls?.by(response, verdict);
      programs?.opened(verdict.tokenId, response);
    }
    if (request.url === '*') {
      answer(request, response, new AppError('NOT_FOUND'), requestId);
      return;
    }
    // A client that waits to be asked for its body is asked only now.
    accept();
    inRequestScope({ requestId, url: request.url, response }, () => void listener(request, response));
  };
  const server = createLimitedServer({
    limits: { ...serverLimits, headerBytes: limits.headerBytes, headersMs: limits.headerTimeoutMs },
    onRequest: handle,
    // Any other `Upgrade` is ignored, and the request is answered as usual.
    mayUpgrade: (request) => !hasBody(request) && mayUpgrade(request),
  });
  if (otherUsers) refuseOtherUsers(server, otherUsers.logger);
  server.on('upgrade', (request, socket, head) => {
    // The way of every other request: what is refused is answered, and what is not becomes a WebSocket in its handler.
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as Socket);
    socket.on('error', () => socket.destroy());
    response.once('finish', () => refused(socket as Socket));
    upgrades.set(request, { request, socket, head });
    handle(request, response, () => undefined);
  });
  server.on('connect', (request, socket) => {
    const verdict = guard(request);
    refuseSocket(
      socket as Socket,
      verdict instanceof AppError ? verdict : new AppError('METHOD_NOT_ALLOWED'),
    );
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseSocket(socket as Socket, refusalOf(error)),
  );
  return server;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: AppError,
  requestId: string,
): void {
  const { status, headers, text } = errorAnswer(refusal, requestId, request.url);
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text) });
  response.end(request.method === 'HEAD' ? undefined : text);
}

/** How long the other side has to read why it was refused. */
const DRAIN_MS = 2_000;
/**
 * How long the rest of an unwanted body is discarded, and how much of it. Python's clients read no answer before they
 * have sent everything, and an upload of the largest size takes that long on a busy machine.
 */
const DISCARDED = { ms: 20_000, bytes: limits.uploadBytes };

/** Closes a connection whose answer is written: the other side has a moment to read it. */
function refused(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end();
}

function refusalOf(error: NodeJS.ErrnoException): AppError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new ProtocolError('PAYLOAD_TOO_LARGE', {
      message: say('headersTooLarge', { kibibytes: limits.headerBytes / 1024 }),
    });
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ProtocolError('TIMEOUT', {
      message: say('requestTooSlow'),
      hint: say('sendAgain'),
    });
  }
  if (error.code === 'HPE_INVALID_URL') {
    return new ProtocolError('INVALID_REQUEST', {
      message: say('addressNotEncoded'),
      hint: say('percentEncode'),
    });
  }
  return new ProtocolError('INVALID_REQUEST', { message: say('notHttp') });
}

/** An answer where Node has no response object any more. */
function refuseSocket(socket: Socket, refusal: AppError): void {
  // Node no longer handles errors of this socket; one without a listener would end the application.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const text = envelopeText(refusal, requestId);
  const status = statusOf(refusal);
  // The other side may keep its half open forever; it has a moment to read the answer.
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
  socket.end(
    [
      `HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${requestId}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      ...(status === 405 ? ['Allow: GET'] : []),
      'Connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** The request in progress on the current asynchronous path. */
interface RequestScope {
  readonly requestId: string;
  readonly url: string | undefined;
  readonly response: ServerResponse;
}

const SWITCHING_PROTOCOLS = 101;

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work of a request so that an uncaught error can still be attributed to it. */
function inRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/**
 * Fails the request that an uncaught error belongs to: 500 if no answer has begun, a broken connection otherwise, so
 * that its caller does not wait endlessly. Returns its id for the log; undefined when the error belongs to no request.
 * Called by the process's handlers of uncaught errors.
 */
export function failCurrentRequest(error: unknown): string | undefined {
  const scope = scopes.getStore();
  if (!scope) return undefined;
  const { requestId, url, response } = scope;
  // A connection that has become a WebSocket has no response.
  if (response.headersSent || response.statusCode === SWITCHING_PROTOCOLS) {
    if (!response.writableFinished) response.destroy();
    return requestId;
  }
  const { status, headers, text } = errorAnswer(
    new AppError('INTERNAL_ERROR', { cause: error }),
    requestId,
    url,
  );
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' });
  response.end(text);
  return requestId;
}
