import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiCall, type ErrorCode, openAiRoutes, type Route, routes } from '@quoth/contract';
import { isoTime } from '@quoth/core';
import { clientName } from './client-name.ts';

const MOST = 100;
/** A window that shows the list is told so often at most. */
const TELL_MS = 1_000;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly client: string | undefined;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  count: number;
  at: number;
  durationMs: number;
}

/** The last calls of the local API, in memory: who asked for what, and how it ended; never what was sent or answered. */
export class CallLog {
  readonly #now: () => number;
  readonly #onChange: (last: ApiCall) => void;
  readonly #codes = new WeakMap<ServerResponse, ErrorCode>();
  readonly #calls: Call[] = [];
  #telling: NodeJS.Timeout | undefined;

  /** `now` in milliseconds since 1970. */
  constructor({ now, onChange }: { readonly now: () => number; readonly onChange: (last: ApiCall) => void }) {
    this.#now = now;
    this.#onChange = onChange;
  }

  /** Notes a call when its answer has ended. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = this.#now();
    response.once('close', () => {
      const at = this.#now();
      this.#note({
        method: request.method ?? '',
        // What is looked for stands in the query: that is content.
        path: (request.url ?? '').split('?')[0] ?? '',
        client: clientName(request.headers['user-agent']),
        status: response.statusCode,
        code: this.#codes.get(response),
        count: 1,
        at,
        durationMs: at - startedAt,
      });
    });
  }

  /** Notes why a call is about to be refused, or has failed. */
  failed(response: ServerResponse | undefined, code: ErrorCode): void {
    if (response) this.#codes.set(response, code);
  }

  /** The last ones first. */
  list(): ApiCall[] {
    return this.#calls.toReversed().map(({ method, path, client, status, code, count, at, durationMs }) => ({
      at: isoTime(at),
      method,
      route: routeOf(method, path),
      client: client ?? null,
      status,
      code: code ?? null,
      duration_ms: durationMs,
      count,
    }));
  }

  #note(call: Call): void {
    const last = this.#calls.at(-1);
    if (last && isSame(last, call)) {
      last.count += 1;
      last.at = call.at;
      last.durationMs = call.durationMs;
    } else {
      this.#calls.push(call);
      if (this.#calls.length > MOST) this.#calls.shift();
    }
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const [last] = this.list();
      if (last) this.#onChange(last);
    }, TELL_MS).unref();
  }
}

/** The same program asking the same thing again is one line with a number. */
function isSame(one: Call, other: Call): boolean {
  return (
    one.path === other.path &&
    one.method === other.method &&
    one.client === other.client &&
    one.status === other.status &&
    one.code === other.code
  );
}

const patterns = Object.values<Route>({ ...routes, ...openAiRoutes })
  .filter(({ audience }) => audience === 'api')
  .map(({ method, path }) => ({
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // An address that stands in the table goes before one that fits a pattern.
  .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));

function routeOf(method: string, path: string): string | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fitting = patterns.filter(({ pattern }) => pattern.test(path));
  return (fitting.find((entry) => entry.method === wanted) ?? fitting[0])?.path ?? null;
}
