import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What a route gets in addition to the request. */
export interface RouteEnvironment {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

export type RouteContext = Context<RouteEnvironment>;

/** Aborts if the client disconnects before its answer is sent. */
export function clientSignal({ env: { outgoing } }: RouteContext): AbortSignal {
  const gone = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort(new Error('the client has gone'));
  });
  return gone.signal;
}

/** The bearer token of the request; empty if it has none. */
export function bearerOf(context: RouteContext): string {
  return /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
}

/** An answer in JSON; bigints are micro-units, written as text if they exceed JavaScript's safe integers. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'bigint') return each;
    const number = Number(each);
    return Number.isSafeInteger(number) ? number : String(each);
  });
}

export function jsonAnswer(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(toJson(value), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}
