/** Every error code of the gateway, and what is said unless there is more to say. */
const messages = {
  invalid_api_key: 'The token is missing, wrong or revoked.',
  forbidden_origin: 'The request comes from another site.',
  unknown_url: 'This route does not exist.',
  method_not_supported: 'This route does not support that method.',
  not_found: 'Nothing was found under this name or id.',
  invalid_value: 'The request is invalid.',
  unsupported_media_type: 'This content type is not accepted here.',
  payload_too_large: 'The request is larger than the gateway takes.',
  timeout: 'The request took too long to arrive.',
  model_not_found: 'There is no such model here.',
  audio_decode_failed: 'The file is no audio, or damaged.',
  request_refused: 'The vendor refuses this request.',
  insufficient_quota: 'The account has no credit left.',
  budget_exceeded: 'The budget of this token is used up.',
  rate_limit_exceeded: 'Too many requests.',
  request_in_progress: 'The same request is being worked on.',
  idempotency_key_reused: 'This idempotency key was used for another request.',
  answer_expired: 'The answer to this request is kept no longer.',
  vendors_failed: 'None of the vendors gave an answer.',
  vendors_too_slow: 'No vendor answered in time.',
  unavailable: 'The gateway cannot do this right now.',
  internal_error: 'Something went wrong inside the gateway.',
} as const;

export type GatewayErrorCode = keyof typeof messages;

interface GatewayErrorDetails {
  readonly message?: string;
  /** The field of the request that is wrong. */
  readonly param?: string;
  /** When the same request may succeed. */
  readonly retryAfterSeconds?: number;
  /** The vendors that were asked, and what came of it. */
  readonly tries?: string;
}

/** The only error that is thrown on purpose: a code, and a message for the caller. */
export class GatewayError extends Error {
  readonly code: GatewayErrorCode;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly tries: string | undefined;

  constructor(
    code: GatewayErrorCode,
    { message, param, retryAfterSeconds, tries }: GatewayErrorDetails = {},
  ) {
    super(message ?? messages[code]);
    this.name = 'GatewayError';
    this.code = code;
    this.param = param;
    this.retryAfterSeconds = retryAfterSeconds;
    this.tries = tries;
  }
}
