import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { AppError } from '@quoth/contract';
import { errorAnswer } from './error-answer.ts';

/** The request at work on the current asynchronous path. */
interface RequestScope {
  readonly requestId: string;
  readonly url: string | undefined;
  readonly response: ServerResponse;
}

const SWITCHING_PROTOCOLS = 101;

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs the work of a request so that an uncaught error can still be attributed to it. */
export function inRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes.run(scope, work);
}

/**
 * Fails the request that an uncaught error belongs to: 500 if no answer has begun, a broken connection otherwise, so that its caller does not wait
 * endlessly. Returns its id for the log; undefined when the error belongs to no request. Called by the process's handlers of uncaught errors.
 */
export function failCurrentRequest(error: unknown): string | undefined {
  const scope = scopes.getStore();
  if (!scope) return undefined;
  const { requestId, url, response } = scope;
  // What is a WebSocket by now has no answer any more.
  if (response.headersSent || response.statusCode === SWITCHING_PROTOCOLS) {
    if (!response.writableFinished) response.destroy();
    return requestId;
  }
  const { status, headers, text } = errorAnswer(
    new AppError('INTERNAL_ERROR', { cause: error }),
    requestId,
    url,
  );
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(text), Connection: 'close' });
  response.end(text);
  return requestId;
}
