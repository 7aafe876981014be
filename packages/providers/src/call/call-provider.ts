import { setTimeout as wait } from 'node:timers/promises';
import { appVersion } from '@quoth/contract';
import { statusError, systemCode, toProviderError } from './call-error.ts';
import { wasNotTaken } from './connection-words.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderReply, ProviderRequest } from './provider-request.ts';
import { readReply } from './read-reply.ts';
import { type RequestAudio, toFetchBody } from './request-init.ts';
import { isWorthRetrying, retryAfter, retryDelay } from './retry-delay.ts';

/** What a call needs from outside. */
export interface ProviderIo {
  readonly fetch: typeof fetch;
  /** Resolves after the given milliseconds; rejects when the signal aborts. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The real network, clock and chance. */
export function systemIo(): ProviderIo {
  return {
    fetch: (input, init) => fetch(input, init),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    random: Math.random,
    now: Date.now,
  };
}

/** One call: its address, its caller, and its limits. */
export interface ProviderCall {
  /** For messages. */
  readonly displayName: string;
  /** Checked by `checkBaseUrl`. */
  readonly baseUrl: string;
  /** The headers that carry the key. */
  readonly authorization: Readonly<Record<string, string>>;
  readonly request: ProviderRequest;
  readonly audio?: RequestAudio;
  /** Time limit of each try, in milliseconds, until the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maximumReplyBytes?: number;
  /** Tries after the first one; 2 if absent. 0 if somebody else is asked instead. */
  readonly retries?: number | undefined;
  readonly signal: AbortSignal;
  /** True if the answer means that the key is refused, for statuses other than 401 and 403. */
  readonly refusesKey?: ((status: number, body: unknown) => boolean) | undefined;
  /** True if the answer means that a limit is reached, for statuses other than 402 and 429. */
  readonly isOverLimit?: ((status: number, body: unknown) => boolean) | undefined;
}

/**
 * Sends a request and reads its answer: the only place where vendors are called. A redirect is refused: fetch would carry keys and audio to
 * another host. After 429 and outages it is retried at most twice, when the vendor says so; after a broken connection, only if the request changes
 * nothing, is repeatable, or was not received. Throws ProviderError and nothing else.
 */
export async function callProvider(call: ProviderCall, io: ProviderIo): Promise<ProviderReply> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(call, io);
    } catch (error) {
      const problem = toProviderError(error, call);
      const { method, isRepeatable = method === 'GET' } = call.request;
      const again =
        problem.status === undefined
          ? problem.kind === 'unreachable' && (isRepeatable || wasNotTaken(systemCode(error)))
          : isWorthRetrying(problem.status) || isAtWork(call, problem.status);
      const delay = again
        ? retryDelay(attempt, problem.retryAfterSeconds, io.random, call.retries)
        : undefined;
      if (delay === undefined) throw problem;
      await io.sleep(delay, call.signal).catch((reason: unknown) => {
        throw toProviderError(reason, call);
      });
    }
  }
}

async function send(call: ProviderCall, io: ProviderIo): Promise<ProviderReply> {
  const { request, signal } = call;
  signal.throwIfAborted();
  const { contentType, contentLength, ...body } = await toFetchBody(request.body, call.audio);
  const response = await io.fetch(`${call.baseUrl}${request.path}`, {
    method: request.method,
    headers: {
      accept: 'application/json',
      'user-agent': `Quoth/${appVersion}`,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      ...(contentLength === undefined ? {} : { 'content-length': String(contentLength) }),
      ...request.headers,
      ...call.authorization,
    },
    ...body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(call.timeoutMs)]),
  });
  const { status } = response;
  if (response.ok && request.reply === 'nothing') {
    await response.body?.cancel();
    return { status, body: undefined };
  }
  if (response.ok) return { status, body: await readReply(response, call.maximumReplyBytes) };
  const asked = retryAfter(response.headers.get('retry-after'), io.now());
  // Used only to distinguish a refused key or an empty account from other errors; none of it is shown.
  const explanation = await readReply(response, 64 * 1024).catch(() => undefined);
  throw isAtWork(call, status)
    ? new ProviderError('timeout', `${call.displayName} is still at work on this request.`, {
        status,
        retryAfterSeconds: asked,
      })
    : statusError(call, { status, retryAfterSeconds: asked, body: explanation });
}

/** True if an earlier try of the same request is still in progress. */
function isAtWork({ request }: ProviderCall, status: number): boolean {
  return request.isRepeatable === true && status === 409;
}
