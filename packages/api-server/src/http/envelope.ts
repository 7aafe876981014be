import { AppError, type ErrorBody, type ErrorFacts, errorTable } from '@quoth/contract';

/** The request failed as a chunk of protocol: unreadable, too slow, of the wrong type. Its status is the table's `protocolStatus`. */
export class ProtocolError extends AppError {}

/** HTTP status of an error. */
export function statusOf(error: AppError): number {
  const facts: ErrorFacts = errorTable[error.code];
  return error instanceof ProtocolError ? (facts.protocolStatus ?? facts.status) : facts.status;
}

/** What is said of an error. A bug of ours says nothing but the request id. */
export function errorBodyOf(error: AppError, requestId: string): ErrorBody {
  if (error.code !== 'INTERNAL_ERROR' || error.cause === undefined) return error.toBody();
  return new AppError('INTERNAL_ERROR', {
    hint: `Try again; if the problem persists, report it with the request id ${requestId}.`,
  }).toBody();
}

/** The envelope as JSON text. */
export function envelopeText(error: AppError, requestId: string): string {
  return JSON.stringify({ ok: false, error: errorBodyOf(error, requestId) });
}

/** Headers beyond the usual that an error brings. */
export function headersOf(error: AppError): Record<string, string> {
  if (error.code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer realm="quoth"' };
  if (error.code === 'RATE_LIMITED') return { 'Retry-After': String(error.retryAfterSeconds ?? 2) };
  return {};
}
