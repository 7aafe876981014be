import { type ErrorBody, type ErrorFacts, errorTable } from '@quoth/contract';
import { AppError, asAppError } from '@quoth/core';

/** The request failed as a piece of protocol: unreadable, too slow, of the wrong type. Its status is the table's `protocolStatus`. */
export class ProtocolError extends AppError {}

/** HTTP status of an error. */
export function statusOf(error: AppError): number {
  const facts: ErrorFacts = errorTable[error.code];
  return error instanceof ProtocolError ? (facts.protocolStatus ?? facts.status) : facts.status;
}

/** The envelope as JSON text. A bug of ours says nothing but the request id. */
export function envelopeText(error: AppError, requestId: string): string {
  const body: ErrorBody =
    error.code === 'INTERNAL_ERROR' && error.cause !== undefined
      ? new AppError('INTERNAL_ERROR', {
          hint: `Try again; if it stays, report it with the request id ${requestId}.`,
        }).toBody()
      : error.toBody();
  return JSON.stringify({ ok: false, error: body });
}

/** Headers beyond the usual that an error brings. */
export function headersOf(error: AppError): Record<string, string> {
  if (error.code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer realm="quoth"' };
  if (error.code === 'RATE_LIMITED') return { 'Retry-After': '2' };
  return {};
}

/** Any failure as the response that says it. */
export function errorResponse(failure: unknown, requestId: string): Response {
  const error = asAppError(failure);
  return new Response(envelopeText(error, requestId), {
    status: statusOf(error),
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headersOf(error) },
  });
}
