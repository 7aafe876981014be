import type { Vendor } from '../vendor.ts';
import { connectionWords } from './connection-words.ts';
import { ProviderError, UnreadableReply } from './provider-error.ts';

/** Who was called, as far as its failure depends on that. */
export interface Called extends Pick<Vendor, 'displayName'> {
  readonly refusesKey?: Vendor['refusesKey'] | undefined;
  readonly isOverLimit?: Vendor['isOverLimit'] | undefined;
}

/** An answer that is a refusal. */
interface RefusedStatus {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  /** Used only to distinguish a refused key or an empty account from other errors; none of it is shown. */
  readonly body: unknown;
}

/** What the status of an answer means. */
export function statusError(call: Called, { status, retryAfterSeconds, body }: RefusedStatus): ProviderError {
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
  if (status >= 500)
    return new ProviderError('unreachable', `${name} has an outage (status ${status}).`, facts);
  if (status >= 300 && status < 400) return redirected(name, status);
  return new ProviderError('rejected', `${name} refused the request (status ${status}).`, facts);
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

/** What went wrong without an answer that could be read. `timeoutMs` is for the message. */
export function toProviderError(
  error: unknown,
  {
    displayName: name,
    signal,
    timeoutMs,
  }: Called & { readonly signal: AbortSignal; readonly timeoutMs: number },
): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal.aborted) return new ProviderError('cancelled', `The request to ${name} was cancelled.`);
  if (error instanceof UnreadableReply)
    return new ProviderError('malformed', `${name} sent an answer that cannot be read.`);
  const { names, code } = traces(error);
  if (names.some((text) => text.includes('TimeoutError')) || /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code))
    return new ProviderError('timeout', `${name} did not answer within ${inWords(timeoutMs)}.`);
  if (names.some((text) => /redirect/i.test(text))) return redirected(name);
  if (names.some((text) => text.includes('NotReadableError')) || code === 'ENOENT' || code === 'EACCES')
    return new ProviderError('rejected', 'The audio could not be read from the disk. Nothing was sent.');
  const why = connectionWords(code) ?? (code === '' ? 'there was no connection' : code);
  return new ProviderError('unreachable', `${name} cannot be reached: ${why}.`);
}

/** The first system code along the chain of causes; empty if there is none. */
export function systemCode(error: unknown): string {
  return traces(error).code;
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
