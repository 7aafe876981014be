import {
  AppError,
  englishText,
  isLoopback,
  type Message,
  retryAfter,
  say,
  systemCode,
} from '@quoth/contract';
import type { CatalogEntry } from './catalog.ts';

/** `fetch`, or what plays it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is asked of the hub. */
export interface HubRequest {
  readonly address: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** The first byte that is wanted. */
  readonly from: number;
  /** Of what is here already. */
  readonly etag: string | null;
}

/** An answer whose body is the wanted bytes, as far as its headers tell. */
interface FileAnswer {
  readonly body: ReadableStream<Uint8Array>;
  /** Position of the body's first byte; 0 if the hub starts again. */
  readonly from: number;
  /** A strong one, which a later range can be asked by; else null. */
  readonly etag: string | null;
}

const MAX_REDIRECTS = 5;

/**
 * Asks for a file from a byte on. Redirects are followed by hand, without credentials. Throws TryAgain,
 * RestartDownload, WrongBytes, Refused.
 */
export async function requestFile(
  fetch: Fetch,
  request: HubRequest,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'quoth' };
  if (request.from > 0) headers.range = `bytes=${request.from}-`;
  if (request.from > 0 && request.etag !== null) headers['if-range'] = request.etag;
  const response = await follow(fetch, request, headers, signal);
  try {
    return checkedAnswer(response, request);
  } catch (error) {
    await discardBody(response);
    throw error;
  }
}

async function follow(
  fetch: Fetch,
  request: HubRequest,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const origin = new URL(request.address);
  let url = origin;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!maySendTo(url, origin))
      throw new Refused(say('hubRedirectsUnsafely', { host: origin.host, address: url.origin }));
    const response = await sent(fetch, url, headers, signal);
    refuseOtherFile(response, request);
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await discardBody(response);
    const next = URL.parse(location, url);
    if (!next) throw new Refused(say('hubRedirectsNowhere', { host: url.host }));
    url = next;
  }
  throw new Refused(say('hubRedirectsTooOften', { host: origin.host }));
}

async function sent(
  fetch: Fetch,
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(url.href, { headers, redirect: 'manual', signal, credentials: 'omit' });
  } catch (cause) {
    signal.throwIfAborted();
    throw new TryAgain('unreachable', { cause });
  }
}

/**
 * The hub names the file's sha256 and size before it redirects, so a different file is detected before a byte of it is
 * fetched.
 */
function refuseOtherFile({ headers }: Response, { sha256, sizeBytes }: HubRequest): void {
  const linked = /^"?([0-9a-f]{64})"?$/i.exec(headers.get('x-linked-etag') ?? '')?.[1]?.toLowerCase();
  const size = headers.get('x-linked-size');
  if ((linked !== undefined && linked !== sha256) || (size !== null && Number(size) !== sizeBytes)) {
    throw new Refused(say('hubHasOtherFile'));
  }
}

function checkedAnswer(response: Response, request: HubRequest): FileAnswer {
  const { status, headers, body } = response;
  if (status === 416) throw new RestartDownload(say('hubLacksRest'));
  if (status !== 200 && status !== 206) throw refusal(response);
  const strong = headers.get('etag');
  const etag = strong !== null && /^"[^"]*"$/.test(strong) ? strong : null;
  const from = status === 206 ? startOfRange(headers, request) : 0;
  if (from > 0 && etag !== null && request.etag !== null && etag !== request.etag) {
    throw new RestartDownload(say('hubFileChanged'));
  }
  const length = headers.get('content-length');
  // Before anything that is here already is canceled for it.
  if (isPage(headers)) throw new Refused(say('webPageArrived'));
  if (request.from > 0 && status === 200 && Number(length) !== request.sizeBytes) {
    throw new Refused(say('hubWouldRestart'));
  }
  if (length !== null && !headers.has('content-encoding') && Number(length) !== request.sizeBytes - from) {
    throw new WrongBytes(
      say('otherLengthAnnounced', { announced: length, wanted: request.sizeBytes - from }),
    );
  }
  if (!body) throw new TryAgain('broken-off');
  return { body, from, etag };
}

/** The start that Content-Range names; it has to be what was asked for, of a file of the right size. */
function startOfRange(headers: Headers, request: HubRequest): number {
  const [, start, end, total] =
    /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  const isAsked = Number(start) === request.from && Number(end) === request.sizeBytes - 1;
  if (!isAsked || (total !== '*' && Number(total) !== request.sizeBytes)) {
    throw new RestartDownload(say('hubSentOtherRange'));
  }
  return request.from;
}

function isPage(headers: Headers): boolean {
  return (headers.get('content-type') ?? '').startsWith('text/html');
}

function refusal({ status, headers }: Response): Error {
  if (status === 429) return new TryAgain('busy', { status, waitMs: askedWait(headers) });
  if (status === 408 || status >= 500) return new TryAgain('broken', { status, waitMs: askedWait(headers) });
  if (status === 404 || status === 410) return new Refused(say('hubHasNoFile'));
  return new Refused(say('hubRefused', { status }));
}

/** How long the hub asks to wait, in milliseconds, by its own clock where it says the time. */
function askedWait(headers: Headers): number | undefined {
  const seconds = retryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || Date.now());
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Lets go of an answer that no one reads, so that its connection is free again. */
async function discardBody(response: Response): Promise<void> {
  // No one reads the body; a connection that breaks now changes nothing.
  await response.body?.cancel().catch(() => undefined);
}

/** Address of the catalog's files. */
const HUB = 'https://huggingface.co';

/** The address of a file, at the hub or at the mirror that the user has set. */
export function fileAddress(hubPath: string, mirror: string | null): string {
  return `${(mirror ?? HUB).replace(/\/+$/, '')}/${hubPath}`;
}

/**
 * True if a download may be redirected there: https without credentials; plain http on this machine only, and only if
 * it started there.
 */
function maySendTo(url: URL, origin: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname) && isLoopback(origin.hostname);
}

/** Worth another attempt after a while: the hub is busy, slow or away. */
export class TryAgain extends Error {
  readonly reason: 'unreachable' | 'stalled' | 'broken-off' | 'busy' | 'broken';
  readonly status: number | undefined;
  /** Milliseconds that the hub asks to wait. */
  readonly waitMs: number | undefined;

  constructor(
    reason: TryAgain['reason'],
    details: {
      readonly status?: number;
      readonly waitMs?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(reason, details.cause === undefined ? undefined : { cause: details.cause });
    this.reason = reason;
    this.status = details.status;
    this.waitMs = details.waitMs;
  }
}

/** It failed, and why. */
class FailedDownload extends Error {
  readonly why: Message;

  constructor(why: Message) {
    super(englishText(why));
    this.why = why;
  }
}

/** What has been downloaded so far cannot be continued: the file is another one now, or the answer does not fit. */
export class RestartDownload extends FailedDownload {}

/** What came is not the file of the catalog. */
export class WrongBytes extends FailedDownload {}

class Refused extends FailedDownload {}

/** What a download's errors say of it. */
interface DownloadSubject {
  readonly entry: Pick<CatalogEntry, 'id' | 'displayName' | 'sha256'> & { readonly hubPath: string };
  readonly address: string;
}

/** The error in words for the user: what happened, what works without the model, and how to bring the file by hand. */
export function downloadError(error: unknown, subject: DownloadSubject): AppError | undefined {
  const { displayName } = subject.entry;
  const host = URL.parse(subject.address)?.host ?? 'The hub';
  if (error instanceof TryAgain) {
    const code = error.reason === 'busy' ? 'RATE_LIMITED' : 'TIMEOUT';
    return new AppError(code, {
      message: say('modelNotDownloaded', { model: displayName, why: whyTryAgain(error, host) }),
      remedy: withoutIt(subject),
      cause: error,
    });
  }
  if (error instanceof FailedDownload) {
    return new AppError('MODEL_NOT_INSTALLED', {
      message: say('modelNotDownloaded', { model: displayName, why: error.why }),
      remedy: withoutIt(subject),
      cause: error,
    });
  }
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('DISK_FULL', {
      message: say('diskFullWhileDownloading', { model: displayName }),
      remedy: say('freeSpaceThenContinue', { model: subject.entry.id }),
      cause: error,
    });
  }
  return undefined;
}

function whyTryAgain({ reason, status, waitMs }: TryAgain, host: string): Message {
  if (reason === 'unreachable') return say('hubUnreachable', { host });
  if (reason === 'stalled') return say('hubStoppedSending', { host });
  if (reason === 'broken-off') return say('hubBrokeConnection', { host });
  if (reason === 'broken') return say('hubNotWorking', { host, status: status ?? 0 });
  if (waitMs === undefined) return say('hubBusy', { host });
  return say('hubBusyFor', { host, minutes: Math.ceil(waitMs / 60_000) });
}

/** How to go on without the model, and how to get its file by hand: from the hub itself, whatever the mirror. */
function withoutIt({ entry }: DownloadSubject): Message {
  const address = fileAddress(entry.hubPath, null);
  return say('downloadByHand', { model: entry.id, address, sha256: entry.sha256 });
}
