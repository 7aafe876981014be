import { randomUUID, timingSafeEqual } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** The `X-Request-Id` of a caller that sent a sane one, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** The headers of every answer. */
export function setAnswerHeaders(response: ServerResponse, requestId: string): void {
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
}

/** The media type of a `Content-Type`, lower case, without parameters; undefined without one. */
export function mediaTypeOf(contentType: string | null | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase() || undefined;
}

/** The token that a request bears, not checked yet. */
export function bearerOf(request: IncomingMessage): string | undefined {
  const written = request.headers.authorization;
  if (written === undefined || isRepeated(request, 'authorization')) return undefined;
  return /^bearer +([\x21-\x7e]+) *$/i.exec(written)?.[1];
}

/** As bytes of equal length; what the time tells is at most that a length was wrong. */
export function equalInConstantTime(written: string, token: string): boolean {
  const bytes = Buffer.from(written, 'latin1');
  const expected = Buffer.from(token, 'latin1');
  return expected.length > 0 && bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Node joins or drops repeated headers; a request that repeats one of these means to be read in two ways. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const written = rawHeaders[index] ?? '';
    if (written.length === name.length && written.toLowerCase() === name) count++;
  }
  return count > 1;
}

/** Aborted when the caller has gone before its answer was written, and as `due` is before that. */
export function callerSignal(response: ServerResponse, due?: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (response.closed && !response.writableFinished) gone.abort();
  const waiting = due && addAbortListener(due, () => gone.abort(due.reason));
  response.once('close', () => {
    waiting?.[Symbol.dispose]();
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}
