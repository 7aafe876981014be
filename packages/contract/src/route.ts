import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { NeededScopes } from './scopes.ts';

/** The parameter of routes about one thing. */
export const byId = z.object({ id: z.string() });

/** The errors of a transcription, besides those of every route. */
export const transcriptionErrors = [
  'MODE_NOT_FOUND',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_INSTALLED',
  'ENGINE_UNAVAILABLE',
  'MISSING_API_KEY',
  'AUDIO_DECODE_FAILED',
  'PAYMENT_REQUIRED',
  'TRANSCRIPTION_FAILED',
  'NO_SPEECH',
  'CANCELLED',
  'RATE_LIMITED',
  'TIMEOUT',
] as const;

/**
 * The form of a route's request body. `audio` is the three forms of POST /transcribe, `form` a multipart form with a
 * `file` part, `bytes` a file as it is, its length declared.
 */
type BodyKind =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly optional?: boolean }
  | { readonly kind: 'audio'; readonly json: z.ZodType; readonly options: z.ZodType }
  | { readonly kind: 'form'; readonly fields: z.ZodType }
  | { readonly kind: 'bytes' };

/** What a route answers with when it succeeds. */
type ReturnKind =
  /** `stream`: the events that it answers with instead, if its caller asks for that. */
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly stream?: z.ZodType }
  | { readonly kind: 'file'; readonly contentTypes: readonly string[]; readonly ranges?: true }
  | { readonly kind: 'variants'; readonly content: Readonly<Record<string, z.ZodType | undefined>> }
  | { readonly kind: 'events' }
  /** A WebSocket: the events that go in, and those that come out. */
  | { readonly kind: 'socket'; readonly takes: z.ZodType; readonly gives: z.ZodType };

/** A route as data: mounted by the server, called by the client, printed into /openapi.json and the reference. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{name}` stands for a parameter. */
  readonly path: string;
  /**
   * `api`: the public local API. `app`: the application's own window and command line only. `window`: the window alone.
   */
  readonly audience: 'api' | 'app' | 'window';
  /** False for GET /health, and for exchanging a window's code for its token. */
  readonly needsToken: boolean;
  /** What a named token needs for it. Every route of the public API that needs a token says this. */
  readonly scopes?: NeededScopes;
  /** The error format; our own envelope by default. */
  readonly dialect?: 'openai';
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Additional headers with a meaning for this route. */
  readonly headers?: z.ZodObject;
  readonly body: BodyKind;
  readonly returns: ReturnKind;
  /** Codes beyond those that every route can give (401, 403, 404, 405, 500 and their kind). */
  readonly errors: readonly ErrorCode[];
}

/** What the paths of a route look like, where `path` may have parameters. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
}

export const noBody = { kind: 'none' } as const;

/** A route as it is written down: a body and codes of its own may be missing. */
export type WrittenRoute = Omit<Route, 'body' | 'errors'> & Partial<Pick<Route, 'body' | 'errors'>>;

type Completed<Written> = Omit<Written, 'errors'> &
  (Written extends { readonly body: BodyKind } ? unknown : { readonly body: typeof noBody }) &
  Pick<Route, 'errors'>;

/**
 * Routes with what was left out: no body, and no codes beyond those of every route. Whatever takes input may answer
 * INVALID_REQUEST.
 */
export function completed<const Written extends Readonly<Record<string, WrittenRoute>>>(
  written: Written,
): { readonly [Name in keyof Written]: Completed<Written[Name]> } {
  const all = Object.entries(written).map(([name, route]) => {
    const { body = noBody, query, headers, errors = [] } = route;
    const takesInput = body.kind !== 'none' || query !== undefined || headers !== undefined;
    return [name, { ...route, body, errors: takesInput ? ['INVALID_REQUEST', ...errors] : errors }];
  });
  return Object.fromEntries(all);
}

/** A JSON body; `optional` takes an empty one as `{}`. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema, options: { optional?: boolean } = {}) {
  return { kind: 'json', schema, optional: options.optional ?? false } as const;
}

/** A JSON answer `{ok: true, ...fields}`. */
export function returnsOk<Shape extends z.ZodRawShape>(fields: Shape) {
  return { kind: 'json', schema: z.object({ ok: z.literal(true), ...fields }) } as const;
}

/** A JSON answer of the given schema. */
export function returnsJson<Schema extends z.ZodType>(schema: Schema) {
  return { kind: 'json', schema } as const;
}
