import { setTimeout as sleep } from 'node:timers/promises';
import { asAppError, DatabaseLocked, DiskFull, systemCode } from '@quoth/contract';
import type { Logger } from './logger.ts';

const RETRY_MS = 2_000;
/** For an hour; after that the next start puts right what is left. */
const ATTEMPTS = 1_800;

export interface UntilWrittenOptions {
  readonly logger: Pick<Logger, 'error'>;
  /** What is being written, for the log: never content. */
  readonly what: string;
  readonly retryMs?: number;
}

/**
 * Writes what must not be left unwritten: at once, and where that fails for a reason that can pass (the disk is full, the database busy)
 * again and again without being waited for. Every failure is in the log, once. Never throws.
 *
 * What is written late must not harm what came after it: let the write itself check that it still applies.
 */
export async function untilWritten(
  write: () => Promise<unknown>,
  { logger, what, retryMs = RETRY_MS }: UntilWrittenOptions,
): Promise<void> {
  const first = await failureOf(write);
  if (!first) return;
  logger.error({ error: first.error, willRetry: first.canPass }, `Not written: ${what}.`);
  if (!first.canPass) return;
  void (async () => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await sleep(retryMs, undefined, { ref: false });
      const again = await failureOf(write);
      if (!again) return;
      if (again.canPass) continue;
      logger.error({ error: again.error, willRetry: false }, `Not written: ${what}.`);
      return;
    }
    logger.error({ willRetry: false }, `Given up after ${ATTEMPTS} attempts: ${what}.`);
  })();
}

async function failureOf(
  write: () => Promise<unknown>,
): Promise<{ error: unknown; canPass: boolean } | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    return { error, canPass: canPass(error) };
  }
}

const PASSING_CODES = ['EBUSY', 'EAGAIN', 'EMFILE', 'ENFILE', 'EINTR'];

function canPass(error: unknown): boolean {
  const known = asAppError(error);
  if (known instanceof DiskFull || known instanceof DatabaseLocked) return true;
  return PASSING_CODES.includes(systemCode(error) ?? '');
}
