import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type * as z from 'zod';

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

/** An error in OpenAI's format. */
interface ErrorFacts {
  readonly status: number;
  readonly type:
    | 'invalid_request_error'
    | 'insufficient_quota'
    | 'rate_limit_error'
    | 'server_error'
    | 'request_forbidden';
  readonly param?: string;
  readonly message: string;
}

const invalid = 'invalid_request_error';

/** Every error code of the gateway. */
const gatewayErrors = {
  invalid_api_key: { status: 401, type: invalid, message: 'The token is missing, wrong or revoked.' },
  forbidden_origin: {
    status: 403,
    type: 'request_forbidden',
    message: 'The request comes from another site.',
  },
  unknown_url: { status: 404, type: invalid, message: 'This route does not exist.' },
  method_not_supported: { status: 405, type: invalid, message: 'This route does not support that method.' },
  not_found: { status: 404, type: invalid, message: 'Nothing was found under this name or id.' },
  invalid_value: { status: 400, type: invalid, message: 'The request is invalid.' },
  unsupported_media_type: { status: 415, type: invalid, message: 'This content type is not accepted here.' },
  payload_too_large: { status: 413, type: invalid, message: 'The request is larger than the gateway takes.' },
  timeout: { status: 408, type: invalid, message: 'The request took too long to arrive.' },
  model_not_found: { status: 404, type: invalid, param: 'model', message: 'There is no such model here.' },
  audio_decode_failed: {
    status: 400,
    type: invalid,
    param: 'file',
    message: 'The file is no audio, or damaged.',
  },
  request_refused: { status: 400, type: invalid, message: 'The vendor refuses this request.' },
  insufficient_quota: { status: 402, type: 'insufficient_quota', message: 'The account has no credit left.' },
  budget_exceeded: {
    status: 402,
    type: 'insufficient_quota',
    message: 'The budget of this token is used up.',
  },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', message: 'Too many requests.' },
  request_in_progress: { status: 409, type: invalid, message: 'The same request is being worked on.' },
  idempotency_key_reused: {
    status: 422,
    type: invalid,
    message: 'This idempotency key was used for another request.',
  },
  answer_expired: { status: 410, type: invalid, message: 'The answer to this request is kept no longer.' },
  vendors_failed: { status: 502, type: 'server_error', message: 'None of the vendors gave an answer.' },
  vendors_too_slow: { status: 504, type: 'server_error', message: 'No vendor answered in time.' },
  unavailable: { status: 503, type: 'server_error', message: 'The gateway cannot do this right now.' },
  internal_error: { status: 500, type: 'server_error', message: 'Something went wrong inside the gateway.' },
} as const satisfies Record<string, ErrorFacts>;

type GatewayErrorCode = keyof typeof gatewayErrors;

interface GatewayErrorDetails {
  readonly message?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The only error that is thrown on purpose: a code, and a message for the caller. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;
  readonly param: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: GatewayErrorCode, { message, param, headers = {} }: GatewayErrorDetails = {}) {
    const facts: ErrorFacts = gatewayErrors[code];
    super(message ?? facts.message);
    this.name = 'GatewayError';
    this.code = code;
    this.param = param ?? facts.param;
    this.headers = headers;
  }

  get status(): number {
    return gatewayErrors[this.code].status;
  }

  /** In OpenAI's format, which its clients understand. */
  toBody(): { error: { message: string; type: string; param: string | null; code: string } } {
    const { type } = gatewayErrors[this.code];
    return { error: { message: this.message, type, param: this.param ?? null, code: this.code } };
  }
}

/** The value as the schema reads it. Throws invalid_value with the first thing that is wrong. */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new GatewayError('invalid_value', {
    message: `"${issue?.path.join('.')}": ${issue?.message}`,
    param: String(issue?.path[0] ?? ''),
  });
}
