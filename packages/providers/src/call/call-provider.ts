import { setTimeout as wait } from 'node:timers/promises';
import { appVersion } from '@quoth/contract';
import { connectionWords, wasNotTaken } from './connection-words.ts';
import { ProviderError, UnreadableReply } from './provider-error.ts';
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
          ? problem.kind === 'unreachable' && (isRepeatable || wasNotTaken(traces(error).code))
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
  throw ofStatus(call, status, asked, explanation);
}

function ofStatus(
  call: ProviderCall,
  status: number,
  retryAfterSeconds: number | undefined,
  body: unknown,
): ProviderError {
  const { displayName: name } = call;
  const facts = { status, retryAfterSeconds };
  if (status === 429 || status === 402 || call.isOverLimit?.(status, body))
    return new ProviderError(
      'limited',
      `${name} accepts no more requests right now: the account's limit has been reached or its credit has run out${inSeconds(retryAfterSeconds)}.`,
      facts,
    );
  if (status === 401 || call.refusesKey?.(status, body))
    return new ProviderError('unauthorized', `${name} rejected its API key (status ${status}).`, facts);
  if (status === 403)
    return new ProviderError(
      'unauthorized',
      `${name} does not allow this with the current API key (status 403).`,
      facts,
    );
  if (status === 413)
    return new ProviderError('too_large', `${name} does not accept uploads this large.`, facts);
  if (isAtWork(call, status))
    return new ProviderError('timeout', `${name} is still at work on this request.`, facts);
  if (status >= 500)
    return new ProviderError('unreachable', `${name} has an outage (status ${status}).`, facts);
  if (status >= 300 && status < 400) return redirected(name, status);
  return new ProviderError('rejected', `${name} refused the request (status ${status}).`, facts);
}

/** True if an earlier try of the same request is still in progress. */
function isAtWork({ request }: ProviderCall, status: number): boolean {
  return request.isRepeatable === true && status === 409;
}

function inSeconds(seconds: number | undefined): string {
  return seconds === undefined ? '' : ` (it asks to wait ${Math.ceil(seconds)} s)`;
}

function redirected(name: string, status?: number): ProviderError {
  return new ProviderError(
    'rejected',
    `${name} responded with a redirect to another address. It was not followed, so neither the key nor the audio was sent there; check the base URL.`,
    { status },
  );
}

function toProviderError(error: unknown, call: ProviderCall): ProviderError {
  const { displayName: name, signal } = call;
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('cancelled', `The request to ${name} was cancelled.`);
  if (error instanceof UnreadableReply)
    return new ProviderError('malformed', `${name} sent an answer that cannot be read.`);
  const { names, code } = traces(error);
  if (names.some((text) => text.includes('TimeoutError')) || /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code))
    return new ProviderError('timeout', `${name} did not answer within ${inWords(call.timeoutMs)}.`);
  if (names.some((text) => /redirect/i.test(text))) return redirected(name);
  if (names.some((text) => text.includes('NotReadableError')) || code === 'ENOENT' || code === 'EACCES')
    return new ProviderError('rejected', 'The audio could not be read from the disk. Nothing was sent.');
  const why = connectionWords(code) ?? (code === '' ? 'there was no connection' : code);
  return new ProviderError('unreachable', `${name} cannot be reached: ${why}.`);
}

/** Names and messages along the chain of causes, to distinguish errors, and the first system code, the only part that may be shown. */
function traces(error: unknown): { names: readonly string[]; code: string } {
  const names: string[] = [];
  let code = '';
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    names.push(`${at.name} ${at.message}`);
    if (code === '' && 'code' in at && typeof at.code === 'string' && /^[A-Z][A-Z_]+$/.test(at.code))
      code = at.code;
  }
  return { names, code };
}

function inWords(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1_000)} s`;
}
