import { rm } from 'node:fs/promises';
import { moveDurably } from '../../base/index.ts';
import { sizeOfFile } from '../size-of-file.ts';
import { StartAnew, TryAgain, WrongBytes } from './download-errors.ts';
import { fetchPart, type PartHooks } from './fetch-part.ts';
import type { Fetch } from './request-file.ts';

/** What downloads are made with; tests put their own in. */
export interface DownloadTools {
  readonly fetch: Fetch;
  /** Waits; rejects when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Milliseconds without a byte after which an attempt is given up. */
  readonly stallMs: number;
}

/** The file that is wanted, and where. */
export interface FileOrder {
  readonly address: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly etag: string | null;
  /** Path of the complete file. */
  readonly path: string;
}

export interface DownloadHooks extends PartHooks {
  readonly onVerifying: () => void;
  /** The next attempt comes after a while. */
  readonly onWaiting: (why: TryAgain) => void;
}

/** Attempts in a row that bring nothing, by what was wrong. */
const MOST_FAILURES: Readonly<Record<TryAgain['reason'], number>> = {
  unreachable: 3,
  stalled: 3,
  'broken-off': 5,
  busy: 6,
  broken: 5,
};
/** A file that turns out wrong is fetched once more from the first byte on. */
const MOST_RESTARTS = 1;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** A hub that asks for more is taken at its word: the download fails, and says how long. */
const LONGEST_ASKED_MS = 600_000;

/** Path of the incomplete file. */
export function partOf(path: string): string {
  return `${path}.part`;
}

/**
 * Downloads a file, with as many attempts as it takes while they make progress; its sha256 is compared and it is flushed before it gets its name.
 * Throws TryAgain, WrongBytes, StartAnew or Refused with the last reason, a system error, or the signal's reason.
 */
export async function downloadFile(
  tools: DownloadTools,
  order: FileOrder,
  hooks: DownloadHooks,
  signal: AbortSignal,
): Promise<void> {
  const part = partOf(order.path);
  let { etag } = order;
  let restarts = 0;
  let failures = 0;
  const onEtag = async (next: string | null) => {
    etag = next;
    await hooks.onEtag(next);
  };
  for (;;) {
    signal.throwIfAborted();
    const before = await sizeOfFile(part);
    try {
      const sha256 = await fetchPart(
        tools.fetch,
        { ...order, etag, part, stallMs: tools.stallMs },
        { onBytes: hooks.onBytes, onEtag },
        signal,
      );
      hooks.onVerifying();
      if (sha256 !== order.sha256)
        throw new WrongBytes('the downloaded file is not the one in the catalog (its sha256 differs)');
      signal.throwIfAborted();
      await moveDurably(part, order.path);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WrongBytes || error instanceof StartAnew) {
        await rm(part, { force: true });
        hooks.onBytes(0);
        if (restarts++ >= MOST_RESTARTS) throw error;
      } else if (error instanceof TryAgain) {
        failures = (await sizeOfFile(part)) > before ? 1 : failures + 1;
        if (failures >= MOST_FAILURES[error.reason]) throw error;
        if ((error.waitMs ?? 0) > LONGEST_ASKED_MS) throw error;
        hooks.onWaiting(error);
        await tools.sleep(error.waitMs ?? waitAfter(failures, tools.random()), signal);
      } else throw error;
    }
  }
}

/** Twice as long each time, and a little by chance, so that many clients do not come back at once. */
function waitAfter(failures: number, chance: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.75 + chance / 2);
}
