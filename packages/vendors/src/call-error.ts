import { backoff, englishText, type Message, say } from '@quoth/contract';
import { JsonBudgetExceeded } from '@quoth/text';

/** What went wrong with a call; it decides what to do next. */
export type VendorErrorKind =
  /** The key is refused. */
  | 'unauthorized'
  /** Too many requests, or no credit left. */
  | 'limited'
  /** No connection, a broken one, or an outage of the vendor. */
  | 'unreachable'
  /** The vendor understood and refused; the same request will be refused again. */
  | 'rejected'
  /** An answer that cannot be read. */
  | 'malformed'
  /** The upload is larger or longer than the vendor accepts. */
  | 'too_large'
  | 'timeout'
  | 'cancelled';

export interface VendorErrorFacts {
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** How long the vendor asked to wait, if it did. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * A call to a vendor that failed. `why` is for the user, and `message` is its English. It consists of the vendor's
 * name, a status and our own words, never of the vendor's answer, which may repeat a key, a vocabulary or a transcript.
 * There is no `cause` for the same reason.
 */
export class VendorError extends Error {
  readonly kind: VendorErrorKind;
  readonly why: Message;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: VendorErrorKind, why: Message, facts: VendorErrorFacts = {}) {
    super(englishText(why));
    this.name = 'VendorError';
    this.kind = kind;
    this.why = why;
    this.status = facts.status;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/**
 * A reply that lacks what its adapter needs. Made into VendorError `malformed`, with the vendor's name, by the caller.
 */
export class UnreadableReply extends Error {}

/** A job that the vendor accepted and then failed. Made into VendorError `rejected` by the caller. */
export class JobFailed extends Error {}

/** Who was called, as far as its failure depends on that. */
export interface CalledVendor {
  readonly displayName: string;
  /** True for answers besides 401 and 403 that mean that the key is refused. */
  readonly refusesKey?: ((status: number, body: unknown) => boolean) | undefined;
  /** True for answers besides 402 and 429 that mean that the account's limit is reached or its credit used up. */
  readonly isOverLimit?: ((status: number, body: unknown) => boolean) | undefined;
}

/** An answer that is a refusal. */
interface RefusedStatus {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
  /** Used only to distinguish a refused key or an empty account from other errors; none of it is shown. */
  readonly body: unknown;
}

/** What the status of an answer means. */
export function statusError(
  call: CalledVendor,
  { status, retryAfterSeconds, body }: RefusedStatus,
): VendorError {
  const { displayName: provider } = call;
  const facts = { status, retryAfterSeconds };
  if (status === 429 || status === 402 || call.isOverLimit?.(status, body))
    return new VendorError('limited', limited(provider, retryAfterSeconds), facts);
  if (status === 401 || call.refusesKey?.(status, body))
    return new VendorError('unauthorized', say('providerRejectedKeyStatus', { provider, status }), facts);
  if (status === 403) return new VendorError('unauthorized', say('providerForbids', { provider }), facts);
  if (status === 413) return new VendorError('too_large', say('uploadTooLarge', { provider }), facts);
  if (status >= 500)
    return new VendorError('unreachable', say('providerOutage', { provider, status }), facts);
  if (status >= 300 && status < 400) return redirected(provider, status);
  return new VendorError('rejected', say('providerRefusedStatus', { provider, status }), facts);
}

function limited(provider: string, seconds: number | undefined): Message {
  return seconds === undefined
    ? say('providerLimited', { provider })
    : say('providerLimitedFor', { provider, seconds: Math.ceil(seconds) });
}

function redirected(provider: string, status?: number): VendorError {
  return new VendorError('rejected', say('providerRedirects', { provider }), { status });
}

/** What went wrong without an answer that could be read. `timeoutMs` is for the message. */
export function toVendorError(
  error: unknown,
  {
    displayName: provider,
    signal,
    timeoutMs,
  }: CalledVendor & { readonly signal: AbortSignal; readonly timeoutMs: number },
): VendorError {
  if (error instanceof VendorError) return error;
  if (signal.aborted) return new VendorError('cancelled', say('requestCanceled', { provider }));
  if (error instanceof UnreadableReply || error instanceof JsonBudgetExceeded)
    return new VendorError('malformed', say('answerUnreadable', { provider }));
  const { names, code } = traces(error);
  if (names.some((text) => text.includes('TimeoutError')) || /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code))
    return new VendorError('timeout', say('providerSilent', { provider, time: formatDuration(timeoutMs) }));
  if (names.some((text) => /redirect/i.test(text))) return redirected(provider);
  if (names.some((text) => text.includes('NotReadableError')) || code === 'ENOENT' || code === 'EACCES')
    return new VendorError('rejected', say('audioNotRead'));
  const why = connectionProblem(code) ?? (code === '' ? say('thereWasNoConnection') : code);
  return new VendorError('unreachable', say('providerUnreachableFor', { provider, why }));
}

/** The first system code along the chain of causes; empty if none exists. */
export function systemCode(error: unknown): string {
  return traces(error).code;
}

/**
 * Names and messages along the chain of causes, to distinguish errors, and the first system code, the only part that
 * may be shown.
 */
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

function formatDuration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1_000)} s`;
}

/** Failures after which the vendor cannot have the whole request: it can be sent again without being done twice. */
const NOT_TAKEN = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // The vendor closed the connection while it was being sent to, as some do that refuse a large upload.
  'EPIPE',
]);

const problems: Readonly<Record<string, Message>> = {
  ECONNREFUSED: say('connectionRefused'),
  ENOTFOUND: say('hostNotFound'),
  EAI_AGAIN: say('hostNotFound'),
  ENETUNREACH: say('noNetwork'),
  EHOSTUNREACH: say('noRoute'),
  ECONNRESET: say('connectionLost'),
  UND_ERR_SOCKET: say('connectionLost'),
  UND_ERR_CONNECT_TIMEOUT: say('connectionTookTooLong'),
  ETIMEDOUT: say('connectionTookTooLong'),
  EPIPE: say('connectionClosedWhileSending'),
  QUOTH_NOT_NEARBY: say('notOnLocalNetwork'),
};

/** What a system's or Node's error code of a connection means; undefined for one that means nothing to a user. */
export function connectionProblem(code: string): Message | undefined {
  if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code))
    return say('certificateNotTrusted');
  return problems[code];
}

/** True if the same request can be sent again even if repeating it is not known to be harmless. */
export function wasNotTaken(code: string): boolean {
  return NOT_TAKEN.has(code);
}

/** Tries after the first one. */
export const RETRIES = 2;
const FIRST_DELAY_MS = 500;
/** Milliseconds. If a vendor asks for a longer wait, the request fails and the user gets its message. */
const MAX_WAIT_MS = 20_000;

/** True for answers after which the same request may succeed: too many requests, and outages. */
export function isWorthRetrying(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/**
 * Milliseconds to wait before the next try; undefined if waiting makes no sense. The vendor's own wish counts; without
 * one, the wait doubles, and up to half of it is random, so that many clients do not return at once.
 */
export function retryDelay(
  attempt: number,
  askedSeconds: number | undefined,
  random: () => number,
  retries = RETRIES,
): number | undefined {
  if (attempt >= retries) return undefined;
  if (askedSeconds !== undefined) {
    const asked = askedSeconds * 1_000;
    return asked <= MAX_WAIT_MS ? asked : undefined;
  }
  const full = backoff(attempt, FIRST_DELAY_MS);
  return Math.round(full / 2 + (full / 2) * random());
}
