import { addAbortListener } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProgramIdentity } from '@quoth/core';
import type { ListenerEnding } from './http/listener-ending.ts';

/** What a handler needs to know of its request, in memory as on a socket. */
export interface RequestContext {
  readonly requestId: string;
  readonly headers: Headers;
  readonly isHead: boolean;
  readonly query: Readonly<Record<string, string | string[]>>;
  /** By the names of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Aborted when the caller goes away before it has its answer, or has to be answered because the listener ends. */
  readonly signal: AbortSignal;
  readonly ending: ListenerEnding | undefined;
  /** Node's own response, if the request came through a socket. */
  readonly outgoing: ServerResponse | undefined;
  /** The calling program, if it has a named token. */
  readonly program: ProgramIdentity | undefined;
  /** Present where the connection may become a WebSocket. */
  readonly upgrade: UpgradeRequest | undefined;
  /** By the monotonic clock. */
  readonly startedAtMs: number;
  readonly bodyIdleTimeoutMs: number;
  /** Undefined when there is none. May be asked for once. */
  body(): AsyncIterable<Uint8Array> | undefined;
}

/** A request to speak another protocol from here on, as Node hands it over. */
export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the request. */
  readonly head: Buffer;
}

/** Node's own objects, if the request came through a socket. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** What the guard found out. */
  readonly program?: ProgramIdentity | undefined;
  readonly upgrade?: UpgradeRequest | undefined;
}

/** Aborted when the caller has gone before its answer was written, and as `due` is before that. */
export function callerSignal(
  request: Request,
  outgoing: ServerResponse | undefined,
  due: AbortSignal | undefined,
): AbortSignal {
  if (!outgoing) return request.signal;
  const gone = new AbortController();
  if (outgoing.closed && !outgoing.writableFinished) gone.abort();
  const waiting = due && addAbortListener(due, () => gone.abort(due.reason));
  outgoing.once('close', () => {
    waiting?.[Symbol.dispose]();
    if (!outgoing.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Query parameters; one that is repeated is a list. */
export function queryOf(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key);
    query[key] = values.length > 1 ? values : (values[0] ?? '');
  }
  return query;
}
