import {
  type Advice,
  type ErrorCode,
  type ErrorEnvelope,
  type Message,
  messagesField,
  say,
  withAdvice,
  wordsFor,
} from '@quoth/contract';
import type { TransportAnswer } from './request.ts';

/** The API's codes, and two for an answer that never came (`NO_CONNECTION`) or is not Quoth's (`BAD_ANSWER`). */
export type QuothErrorCode = ErrorCode | 'NO_CONNECTION' | 'BAD_ANSWER';

/** What a QuothError is made from. */
export interface QuothErrorFacts {
  /** What happened; a text where only the command line or an agent reads it, in English. */
  readonly message: string | Message | Advice;
  /** What to do next. */
  readonly hint?: string | Message | Advice | undefined;
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
  /** What happened, as data where that is known. */
  readonly said: Advice;
  /** What to do next; as data where the client itself says it, so that each reader has words of its own for it. */
  readonly advice: Advice;
  /** The same in the words of the local API. */
  readonly hint: string | undefined;
  readonly details: ErrorEnvelope['error']['details'] | undefined;
  readonly status: number;
  readonly requestId: string | undefined;

  constructor(code: QuothErrorCode, facts: QuothErrorFacts) {
    const said = adviceOf(facts.message);
    super(wordsFor('api', said), { cause: facts.cause });
    this.code = code;
    this.said = said;
    this.advice = adviceOf(facts.hint);
    this.hint = wordsFor('api', this.advice);
    this.details = facts.details;
    this.status = facts.status ?? 0;
    this.requestId = facts.requestId;
  }

  /** Code, message and hint, to be said to a reader. */
  toBody(): { readonly code: QuothErrorCode; readonly message: string; readonly hint?: string } {
    const { code, message, said, advice } = this;
    return withAdvice({ code, message }, { message: said, hint: advice });
  }
}

function adviceOf(text: QuothErrorFacts['hint']): Advice {
  if (text === undefined) return [];
  if (typeof text === 'string') return [say('asWritten', { text })];
  return 'reason' in text ? [text] : text;
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
  const { message, hint } = { ...error, ...messagesIn(body) };
  return new QuothError(error.code, { ...error, message, hint, status: answer.status, requestId });
}

/** The messages of an error, which the window gets. */
function messagesIn(envelope: object): { readonly message?: Advice; readonly hint?: Advice } {
  const { error } = envelope as {
    readonly error: { readonly [messagesField]?: Record<string, Advice> };
  };
  return error[messagesField] ?? {};
}

/** An answer that Quoth would never send. */
export function badAnswer(response: TransportAnswer): QuothError {
  return new QuothError('BAD_ANSWER', {
    message: say('answerNotUnderstood', { status: response.status }),
    hint: say('checkVersions'),
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** No answer at all, in words. */
export function noConnection(cause: unknown): QuothError {
  return new QuothError('NO_CONNECTION', {
    message: 'Quoth cannot be reached.',
    hint: say('startQuothOrDoctor'),
    cause,
  });
}

export function isNoConnection(error: unknown): error is QuothError {
  return error instanceof QuothError && error.code === 'NO_CONNECTION';
}

/** Quoth runs, and gives no answer. */
export function noAnswer(pid: number): QuothError {
  return new QuothError('TIMEOUT', {
    message: `Quoth is running (process ${pid}), but does not answer.`,
    hint: say('waitOrStop'),
  });
}

/** The caller ended the call itself. */
export function cancelled(cause: unknown): QuothError {
  return new QuothError('CANCELLED', { message: 'The request was canceled.', cause });
}
