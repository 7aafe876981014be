import type { HttpBindings } from '@hono/node-server';
import { check, englishText, say } from '@quoth/contract';
import type { Context } from 'hono';
import type * as z from 'zod';
import { GatewayError, type GatewayErrorCode } from '../errors.ts';

/** What a route gets in addition to the request. */
export interface RouteEnvironment {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

export type RouteContext = Context<RouteEnvironment>;

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

/** An error in OpenAI's format, which its clients understand. */
interface ErrorFacts {
  readonly status: number;
  readonly type:
    | 'invalid_request_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'server_error'
    | 'request_forbidden';
  /** The field that is wrong, unless the error names one. */
  readonly param?: string;
}

const type = 'invalid_request_error';

const errorFacts: Readonly<Record<GatewayErrorCode, ErrorFacts>> = {
  invalid_api_key: { status: 401, type },
  forbidden_origin: { status: 403, type: 'request_forbidden' },
  unknown_url: { status: 404, type },
  method_not_supported: { status: 405, type },
  not_found: { status: 404, type },
  invalid_value: { status: 400, type },
  unsupported_media_type: { status: 415, type },
  payload_too_large: { status: 413, type },
  timeout: { status: 408, type },
  model_not_found: { status: 404, type, param: 'model' },
  audio_decode_failed: { status: 400, type, param: 'file' },
  request_refused: { status: 400, type },
  insufficient_quota: { status: 402, type: 'insufficient_quota' },
  budget_exceeded: { status: 402, type: 'insufficient_quota' },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error' },
  request_in_progress: { status: 409, type },
  idempotency_key_reused: { status: 422, type },
  answer_expired: { status: 410, type },
  vendors_failed: { status: 502, type: 'server_error' },
  vendors_too_slow: { status: 504, type: 'server_error' },
  unavailable: { status: 503, type: 'server_error' },
  internal_error: { status: 500, type: 'server_error' },
};

/** An error as its answer. */
export function errorAnswer(
  { code, message, param, retryAfterSeconds, tries }: GatewayError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const facts = errorFacts[code];
  return jsonAnswer(
    { error: { message, type: facts.type, param: param ?? facts.param ?? null, code } },
    facts.status,
    {
      ...(code === 'invalid_api_key' && { 'WWW-Authenticate': 'Bearer realm="quoth-gateway"' }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(tries !== undefined && { 'X-Quoth-Tries': tries }),
      ...headers,
    },
  );
}

/** The value as the schema reads it. Throws invalid_value with the first thing that is wrong. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = check(schema, value);
  if (result.success) return result.data;
  const [{ path, said } = { path: [], said: say('valueNotValid') }] = result.problems;
  throw new GatewayError('invalid_value', {
    message: `"${path.join('.')}": ${englishText(said)}`,
    param: String(path[0] ?? ''),
  });
}
