import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsync, openSync, rmSync, unlinkSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { asAppError, DatabaseLocked, DiskFull, NotWritable, systemCode } from '@quoth/contract';
import type { Logger } from './logger.ts';

/**
 * Writes a whole file with mode 600 from its first byte on: under a temporary name, flushed, then renamed, so that a
 * reader sees the old or the new content and a crash leaves one of the two.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await replace(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Windows replaces no file that another program has open: one that only reads it is done in a moment. */
const OPEN_CODES = ['EPERM', 'EACCES', 'EBUSY'];
const REPLACE_TRIES = 40;
const REPLACE_MS = 50;

async function replace(from: string, to: string): Promise<void> {
  for (let left = process.platform === 'win32' ? REPLACE_TRIES : 1; ; left--) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (left <= 1 || !OPEN_CODES.includes(systemCode(error) ?? '')) throw error;
      await sleep(REPLACE_MS);
    }
  }
}

/**
 * Moves a file within one file system and makes the move survive a power cut; missing target folders are made (mode
 * 700).
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await replace(from, to).catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await replace(from, to);
  });
  await syncFolder(dirname(to));
}

/** Flushes a folder's entries. Windows has no such call and needs none: NTFS journals them. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  // Only the flush waits for the disk, so only that goes to the thread pool.
  const folder = openSync(path, 'r');
  try {
    await flush(folder);
  } finally {
    closeSync(folder);
  }
}

const flush = promisify(fsync);

/**
 * An empty file for data that is not kept. If the system allows it (Linux), it never has a name: `path` can be opened
 * while this process holds it, and nothing is left however this process ends. Elsewhere it has a name until it is
 * closed.
 */
export class UnlinkedFile {
  readonly path: string;
  readonly #descriptor: number | undefined;

  private constructor(path: string, descriptor: number | undefined) {
    this.path = path;
    this.#descriptor = descriptor;
  }

  /** Throws if the file already exists. */
  static create(path: string): UnlinkedFile {
    const descriptor = openSync(path, 'wx+', 0o600);
    const nameless = `/proc/${process.pid}/fd/${descriptor}`;
    if (!existsSync(nameless)) {
      closeSync(descriptor);
      return new UnlinkedFile(path, undefined);
    }
    unlinkSync(path);
    return new UnlinkedFile(nameless, descriptor);
  }

  /** Closes it; it is deleted once no one has it open. Call it once. */
  close(): void {
    if (this.#descriptor === undefined) rmSync(this.path, { force: true });
    else closeSync(this.#descriptor);
  }
}

/** True if something exists at this path and this process can see it. */
export async function fileExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Deletes everything in a folder of temporary files except the names to keep: what a crash left behind. */
export async function sweepFolder(folder: string, keep: ReadonlySet<string> = new Set()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Deletes what `writeWhole` was writing in a folder when an earlier process was killed: it may hold a key. */
export async function sweepUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (temporaryName.test(name)) await rm(join(folder, name), { force: true });
}

const temporaryName = /\.\d+-[0-9a-f]{8}\.tmp$/;

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
 * Writes what must not be left unwritten: at once, and where that fails for a reason that can pass (the disk is full,
 * the database busy) again and again without being waited for. Every failure is in the log, once. Never throws.
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
    logger.error({ willRetry: false }, `Stopped after ${ATTEMPTS} attempts: ${what}.`);
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
  if ([DiskFull, NotWritable, DatabaseLocked].some((passing) => known instanceof passing)) return true;
  return PASSING_CODES.includes(systemCode(error) ?? '');
}
