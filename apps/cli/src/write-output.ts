import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { QuothError } from '@quoth/client';
import { ask, canAsk } from './ask.ts';
import type { CliEnvironment } from './environment.ts';
import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';

/**
 * Settles, before any work is done, that a file may be written: its folder exists, and what is there may go (`force`, or the person at the
 * terminal says so). Throws UsageError.
 */
export async function mayWrite(environment: CliEnvironment, path: string, force: boolean): Promise<void> {
  const folder = dirname(path);
  const parent = await kindOf(folder);
  if (parent !== 'folder')
    throw new UsageError(
      `There is no folder "${folder}" for "${basename(path)}". Create it first: mkdir -p "${folder}"`,
    );
  const kind = await kindOf(path);
  if (kind === 'folder') throw new UsageError(`${inQuotes(path)} is a folder.`);
  if (kind !== 'file' || force) return;
  if (!canAsk(environment)) throw new UsageError(`${inQuotes(path)} exists already. --force overwrites it.`);
  const answer = await ask(environment, `${inQuotes(path)} exists already. Overwrite it? [y/N] `);
  if (!/^y/i.test(answer)) throw new UsageError(`${inQuotes(path)} was not changed.`);
}

/** Writes the whole file or nothing of it. Throws FILE_ACCESS_DENIED where the system refuses. */
export async function writeOutput(
  path: string,
  content: string | Readable | AsyncIterable<Uint8Array>,
): Promise<void> {
  // A pipe or a device is written to, never replaced.
  const direct = (await kindOf(path)) === 'special';
  const written = direct ? path : join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
  try {
    const before = await stat(path).catch(() => undefined);
    // A new file is for this user alone, or for nobody where the umask says so.
    await writeFile(written, content, direct ? {} : { flag: 'wx', mode: 0o600 });
    if (!direct) {
      // One that is there keeps its mode, whatever the umask.
      if (before) await chmod(written, before.mode & 0o777);
      await rename(written, path);
    }
  } catch (cause) {
    if (!direct) await rm(written, { force: true });
    throw inWords(path, cause);
  }
}

/**
 * Writes a file where there is none, the whole of it or nothing; false if there is one, which stays as it is. Throws FILE_ACCESS_DENIED where
 * the system refuses.
 */
export async function writeNewOutput(path: string, content: string): Promise<boolean> {
  const written = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}`);
  try {
    await writeFile(written, content, { flag: 'wx', mode: 0o600 });
    return await placed(written, path);
  } catch (cause) {
    throw inWords(path, cause);
  } finally {
    await rm(written, { force: true });
  }
}

/** Gives a file its name, unless something has it: in one step where the file system has links. */
async function placed(written: string, path: string): Promise<boolean> {
  try {
    await link(written, path);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    // FAT and some network drives have none.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(String(code))) throw error;
  }
  if (await lstat(path).catch(() => undefined)) return false;
  await rename(written, path);
  return true;
}

function inWords(path: string, cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = reasons[code];
  if (why === undefined) return cause;
  return new QuothError('FILE_ACCESS_DENIED', {
    message: `${inQuotes(path)} cannot be written: ${why}.`,
    cause,
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder is gone',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

/** What is at a path. */
export async function kindOf(path: string): Promise<'file' | 'folder' | 'special' | 'none'> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return 'none';
  if (facts.isDirectory()) return 'folder';
  return facts.isFile() ? 'file' : 'special';
}
