import { AppError, systemCode } from '@quoth/contract';
import type { CatalogEntry } from '../catalog/catalog.ts';
import { fileAddress } from './hub-address.ts';

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

/** What has been downloaded so far cannot be continued: the file is another one now, or the answer does not fit. */
export class StartAnew extends Error {}

/** What came is not the file of the catalog. */
export class WrongBytes extends Error {}

/** The hub says no. */
export class Refused extends Error {}

/** What a download's errors say of it. */
export interface DownloadSubject {
  readonly entry: Pick<CatalogEntry, 'id' | 'displayName' | 'sha256' | 'hubPath'>;
  readonly address: string;
}

/** The error in words for the user: what happened, what works without the model, and how to bring the file by hand. */
export function downloadError(error: unknown, subject: DownloadSubject): AppError | undefined {
  const { displayName } = subject.entry;
  const host = URL.parse(subject.address)?.host ?? 'The hub';
  if (error instanceof TryAgain) {
    const code = error.reason === 'busy' ? 'RATE_LIMITED' : 'TIMEOUT';
    return new AppError(code, {
      message: `${displayName} could not be downloaded: ${wordsOf(error, host)}.`,
      hint: `${withoutIt(subject)}\n${byHand(subject)}`,
      cause: error,
    });
  }
  if (error instanceof WrongBytes || error instanceof Refused || error instanceof StartAnew) {
    return new AppError('MODEL_NOT_INSTALLED', {
      message: `${displayName} could not be downloaded: ${error.message}.`,
      hint: `${withoutIt(subject)}\n${byHand(subject)}`,
      cause: error,
    });
  }
  const code = systemCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError('INVALID_REQUEST', {
      message: `The disk became full while ${displayName} was downloaded.`,
      hint: `Free some space, then run: quoth models resume ${subject.entry.id}. To delete the partial file: quoth models cancel ${subject.entry.id}.`,
      cause: error,
    });
  }
  return undefined;
}

function wordsOf({ reason, status, waitMs }: TryAgain, host: string): string {
  if (reason === 'unreachable') return `${host} cannot be reached`;
  if (reason === 'stalled') return `${host} stopped sending`;
  if (reason === 'broken-off') return `${host} broke the connection repeatedly`;
  if (reason === 'broken') return `${host} is not working (status ${status})`;
  const wait = waitMs === undefined ? '' : `and asks to wait ${Math.ceil(waitMs / 60_000)} min`;
  return `${host} reports too many requests${wait}`;
}

function withoutIt({ entry }: DownloadSubject): string {
  return `Try again later: quoth models resume ${entry.id}\nUntil then, installed models keep working; PocketSphinx (English) needs no download: quoth doctor`;
}

/** How to get the file without us: from the hub itself, whatever the mirror. */
function byHand({ entry }: DownloadSubject): string {
  return `To install it manually: download ${fileAddress(entry.hubPath, null)}\n(sha256 ${entry.sha256}), then: quoth models import FILE.gguf`;
}
