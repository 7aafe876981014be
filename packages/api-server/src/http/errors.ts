import { AsyncLocalStorage } from 'node:async_hooks';
import {
  AppError,
  type AppErrorDetails,
  asAppError,
  type ErrorBody,
  type ErrorFacts,
  errorTable,
  type OpenAiError,
  openAiErrors,
  openAiPrefix,
  type Reader,
  reworded,
  say,
} from '@quoth/contract';

const readers = new AsyncLocalStorage<Reader>();

/** Answers a request, and whatever comes of it later, in the words of this reader. */
export function answerFor<Answer>(reader: Reader, answer: () => Answer): Answer {
  return reader === 'api' ? answer() : readers.run(reader, answer);
}

/** A body as JSON, with its remedies in the words of the reader who asked. */
export function jsonForReader(body: unknown): string {
  return JSON.stringify(reworded(readers.getStore() ?? 'api', body));
}

/**
 * The request failed as a chunk of protocol: unreadable, too slow, of the wrong type. Its status is the table's
 * `protocolStatus`.
 */
export class ProtocolError extends AppError {}

export function statusOf(error: AppError): number {
  const facts: ErrorFacts = errorTable[error.code];
  return error instanceof ProtocolError ? (facts.protocolStatus ?? facts.status) : facts.status;
}

/** What is said of an error. A bug of ours says nothing but the request id. */
export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  if (error.code !== 'INTERNAL_ERROR' || error.cause === undefined) return error.toBody();
  return new AppError('INTERNAL_ERROR', {
    hint: say('reportProblemWithId', { id: requestId }),
  }).toBody();
}

/** The envelope as JSON text. */
export function envelopeText(error: AppError, requestId: string): string {
  return jsonForReader({ ok: false, error: errorBodyOf(error, requestId) });
}

/** Headers beyond the usual that an error brings. */
function headersOf(error: AppError): Record<string, string> {
  if (error.code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer realm="quoth"' };
  if (error.code === 'RATE_LIMITED') return { 'Retry-After': String(error.retryAfterSeconds ?? 2) };
  return {};
}

/** What is wrong with one parameter of a request in OpenAI's dialect. */
export class ParameterError extends AppError {
  readonly param: string;

  constructor(param: string, details: AppErrorDetails) {
    super('INVALID_REQUEST', details);
    this.param = param;
  }
}

/** HTTP status of an error in OpenAI's dialect. */
function openAiStatusOf(error: AppError): number {
  const { status, protocolStatus } = openAiErrors[error.code];
  return error instanceof ProtocolError ? (protocolStatus ?? status) : status;
}

/** The error in OpenAI's shape. It has no place for a hint, so that follows the message. */
export function openAiErrorOf(error: AppError, requestId: string): OpenAiError {
  const { message, hint } = errorBodyOf(error, requestId);
  const { type, code, param } = openAiErrors[error.code];
  return {
    error: {
      message: hint === undefined ? message : `${message} ${hint}`,
      type,
      param: error instanceof ParameterError ? error.param : (param ?? null),
      code,
    },
  };
}

function openAiErrorText(error: AppError, requestId: string): string {
  return JSON.stringify(openAiErrorOf(error, requestId));
}

/** OpenAI's clients send again by status alone, unless they are told whether that can help. */
function openAiErrorHeaders({ code }: AppError): Record<string, string> {
  const { retryable }: ErrorFacts = errorTable[code];
  return { 'X-Should-Retry': String(retryable && code !== 'CANCELLED') };
}

interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const CONTENT = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/** An error in the dialect of the address that was asked: `/v1` is OpenAI's, everything else ours. */
export function errorAnswer(error: AppError, requestId: string, url: string | undefined): ErrorAnswer {
  const shared = { ...CONTENT, ...headersOf(error) };
  if (!isOpenAi(url))
    return { status: statusOf(error), headers: shared, text: envelopeText(error, requestId) };
  return {
    status: openAiStatusOf(error),
    headers: { ...shared, ...openAiErrorHeaders(error) },
    text: openAiErrorText(error, requestId),
  };
}

/** Any failure as the response that says it. */
export function errorResponse(failure: unknown, requestId: string, url: string): Response {
  const { status, headers, text } = errorAnswer(asAppError(failure), requestId, url);
  return new Response(text, { status, headers });
}

/** A request line may name a whole address instead of a path. */
function isOpenAi(url = ''): boolean {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === openAiPrefix || path.startsWith(`${openAiPrefix}/`) || path.startsWith(`${openAiPrefix}?`);
}
