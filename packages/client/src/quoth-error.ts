import type { ErrorCode, ErrorEnvelope } from '@quoth/contract';
import type { TransportAnswer } from './request.ts';

/** The API's codes, and two for an answer that never came (`NO_CONNECTION`) or is not Quoth's (`BAD_ANSWER`). */
export type QuothErrorCode = ErrorCode | 'NO_CONNECTION' | 'BAD_ANSWER';

/** What a QuothError is made from. */
export interface QuothErrorFacts {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly details?: ErrorEnvelope['error']['details'] | undefined;
  /** HTTP status; 0 when there was no answer. */
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A call that did not succeed: `message` says what happened, `hint` what to do next. */
export class QuothError extends Error {
  override readonly name = 'QuothError';
  readonly code: QuothErrorCode;
  readonly hint: string | undefined;
  readonly details: ErrorEnvelope['error']['details'] | undefined;
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: QuothErrorCode, facts: QuothErrorFacts) {
    super(facts.message, { cause: facts.cause });
    this.code = code;
    this.hint = facts.hint;
    this.details = facts.details;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
  }
}

/** The error in a parsed answer's envelope; undefined if it is not one. */
export async function errorInBody(body: unknown, answer: TransportAnswer): Promise<QuothError | undefined> {
  const isRefusal = typeof body === 'object' && body !== null && 'ok' in body && body.ok === false;
  if (!isRefusal) return answer.ok ? undefined : badAnswer(answer);
  const { errorEnvelope } = await import('./answer-schemas.ts');
  const envelope = errorEnvelope.safeParse(body);
  if (!envelope.success) return badAnswer(answer);
  const { error } = envelope.data;
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  return new QuothError(error.code, { ...error, status: answer.status, requestId });
}

/** An answer that Quoth would never send. */
export function badAnswer(response: TransportAnswer): QuothError {
  return new QuothError('BAD_ANSWER', {
    message: `The answer (HTTP ${response.status}) is not understood by this version of Quoth.`,
    hint: 'Check with "quoth status" that Quoth is running there and that both sides have the same version.',
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** No answer at all, in words. */
export function noConnection(cause: unknown): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: 'Quoth cannot be reached.',
    hint: 'Start it with "quoth start --headless" and try again; "quoth doctor" says what is missing.',
    cause,
  });
}

/** Quoth runs, and gives no answer. */
export function noAnswer(pid: number): QuothError {
  return new QuothError('TIMEOUT', {
    message: `Quoth is running (process ${pid}), but does not answer.`,
    hint: 'It may be busy, or just starting or stopping: try again in a moment. If that does not help: quoth stop',
  });
}

/** The caller ended the call itself. */
export function cancelled(cause: unknown): QuothError {
  return new QuothError('CANCELLED', { message: 'The request was canceled.', cause });
}
