import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiCall, type ErrorCode, openAiRoutes, patternOf, type Route, routes } from '@quoth/contract';
import { type CallOutcome, isoTime, type ProgramIdentity } from '@quoth/core';

const MAX_CALLS = 100;
/** Milliseconds between two updates of a window that shows the list. */
const NOTIFY_MS = 1_000;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly client: string | undefined;
  readonly program: string | undefined;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  count: number;
  at: number;
  durationMs: number;
}

interface CallLogOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly onChange: (last: ApiCall) => void;
  /** Called when a call with a named token has ended. */
  readonly onProgramCall?: ((tokenId: string, outcome: CallOutcome) => void) | undefined;
}

/**
 * The last calls of the local API, in memory: who asked for what, and how it ended; never what was sent or answered.
 */
export class CallLog {
  readonly #now: () => number;
  readonly #onChange: (last: ApiCall) => void;
  readonly #onProgramCall: (tokenId: string, outcome: CallOutcome) => void;
  readonly #codes = new WeakMap<ServerResponse, ErrorCode>();
  readonly #programs = new WeakMap<ServerResponse, ProgramIdentity>();
  readonly #calls: Call[] = [];
  #notifying: NodeJS.Timeout | undefined;
  #lastAgent: { readonly written: string | undefined; readonly client: string | undefined } = {
    written: undefined,
    client: undefined,
  };

  constructor({ now, onChange, onProgramCall = () => undefined }: CallLogOptions) {
    this.#now = now;
    this.#onChange = onChange;
    this.#onProgramCall = onProgramCall;
  }

  /** Notes a call when its answer has ended. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    const startedAt = this.#now();
    response.on('close', () => {
      const at = this.#now();
      const program = this.#programs.get(response);
      const code = this.#codes.get(response);
      if (program) this.#onProgramCall(program.tokenId, outcomeOf(code));
      this.#note({
        method: request.method ?? '',
        // The query may hold the text that is searched for, so it is not logged.
        path: pathOf(request.url ?? ''),
        client: this.#clientOf(request.headers['user-agent']),
        program: program?.name,
        status: response.statusCode,
        code,
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

  /** Notes which program calls. */
  by(response: ServerResponse, program: ProgramIdentity): void {
    this.#programs.set(response, program);
  }

  /** The last ones first. */
  list(): ApiCall[] {
    return this.#calls.toReversed().map(shown);
  }

  /** Programs ask again and again, most often one program. */
  #clientOf(userAgent: string | undefined): string | undefined {
    if (userAgent !== this.#lastAgent.written)
      this.#lastAgent = { written: userAgent, client: clientName(userAgent) };
    return this.#lastAgent.client;
  }

  #note(call: Call): void {
    const last = this.#calls.at(-1);
    if (last && isSame(last, call)) {
      last.count += 1;
      last.at = call.at;
      last.durationMs = call.durationMs;
    } else {
      this.#calls.push(call);
      if (this.#calls.length > MAX_CALLS) this.#calls.shift();
    }
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined;
      const last = this.#calls.at(-1);
      if (last) this.#onChange(shown(last));
    }, NOTIFY_MS).unref();
  }
}

function shown({ method, path, client, program, status, code, count, at, durationMs }: Call): ApiCall {
  return {
    at: isoTime(at),
    method,
    route: routeOf(method, path),
    client: client ?? null,
    program: program ?? null,
    status,
    code: code ?? null,
    duration_ms: durationMs,
    count,
  };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The same program asking the same thing again is one line with a number. */
function isSame(one: Call, other: Call): boolean {
  return (
    one.path === other.path &&
    one.method === other.method &&
    one.client === other.client &&
    one.program === other.program &&
    one.status === other.status &&
    one.code === other.code
  );
}

/** What a program was refused, and what it tried without success. */
function outcomeOf(code: ErrorCode | undefined): CallOutcome {
  if (code === undefined) return 'done';
  return refusals.includes(code) ? 'refused' : 'failed';
}

const patterns = Object.values<Route>({ ...routes, ...openAiRoutes })
  .filter(({ audience }) => audience === 'api')
  .map(({ method, path }) => ({ method, path, pattern: patternOf(path) }))
  // An address that stands in the table goes before one that fits a pattern.
  .sort((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));

function routeOf(method: string, path: string): string | null {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fitting = patterns.filter(({ pattern }) => pattern.test(path));
  return (fitting.find((entry) => entry.method === wanted) ?? fitting[0])?.path ?? null;
}

const refusals: readonly string[] = ['FORBIDDEN_SCOPE', 'RATE_LIMITED', 'RECORDING_NOT_ALLOWED'];

const LONGEST = 60;

/**
 * What a program's User-Agent begins with, as a name and a version: `curl/8.5.0` is `curl 8.5.0`. Undefined if it says
 * nothing.
 */
export function clientName(userAgent: string | undefined): string | undefined {
  const first = /^[\w.+-]+(\/[\w.+-]+)?/.exec(userAgent?.trim() ?? '')?.[0];
  if (first === undefined) return undefined;
  const name = first.replace('/', ' ').slice(0, LONGEST);
  return name === 'node' ? 'Node.js' : name;
}
