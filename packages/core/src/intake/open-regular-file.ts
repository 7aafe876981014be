import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { AppError, systemCode } from '@quoth/contract';
import { isOwnFile } from '../base/index.ts';

/** Linux: refers to a file without opening it, and its closing lets go of no lock. Node has no name for it. */
export const O_PATH = 0o10000000;

/** Descriptors of our own files, opened by a race that was lost: closing one would let go of the database's locks. */
const neverClosed = new Set<FileHandle>();

type Check = (file: FileHandle, facts: BigIntStats) => Promise<void> | void;

/**
 * Opens a regular file that somebody else has named, and never one of our own, whatever name or hard link leads to it: POSIX locks belong to the process, so that
 * closing any descriptor of the database would let go of its locks, and the next program that opens it would throw away what is not in it yet. `check` judges the
 * file before it is opened, on Linux by a descriptor that only refers to it, so that nothing can be swapped in between. Throws FILE_NOT_ALLOWED, what `check` throws,
 * or the system's error.
 */
export async function openRegularFile(
  path: string,
  { flags = constants.O_RDONLY, check }: { readonly flags?: number; readonly check?: Check } = {},
): Promise<FileHandle> {
  // A pipe is not waited for. Windows has no such flag.
  const wanted = flags | (constants.O_NONBLOCK ?? 0);
  if (process.platform === 'linux') {
    await using reference = await open(path, O_PATH | (flags & constants.O_NOFOLLOW));
    const facts = await reference.stat({ bigint: true });
    if (isOwnFile(facts)) throw new AppError('FILE_NOT_ALLOWED');
    await check?.(reference, facts);
    refuseIrregular(facts);
    return await open(`/proc/self/fd/${reference.fd}`, wanted & ~constants.O_NOFOLLOW);
  }
  const named = await stat(path, { bigint: true });
  if (isOwnFile(named)) throw new AppError('FILE_NOT_ALLOWED');
  refuseIrregular(named);
  const file = await open(path, wanted);
  try {
    const facts = await file.stat({ bigint: true });
    if (isOwnFile(facts)) {
      neverClosed.add(file);
      throw new AppError('FILE_NOT_ALLOWED');
    }
    await check?.(file, facts);
    refuseIrregular(facts);
    return file;
  } catch (error) {
    if (!neverClosed.has(file)) await file.close();
    throw error;
  }
}

/** The same for a file that is only read, with the system's errors as FILE_NOT_FOUND and FILE_ACCESS_DENIED. */
export async function openToRead(path: string, check?: Check): Promise<FileHandle> {
  try {
    return await openRegularFile(path, check && { check });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = systemCode(error);
    if (code === 'EACCES' || code === 'EPERM') throw new AppError('FILE_ACCESS_DENIED', { cause: error });
    throw new AppError('FILE_NOT_FOUND', { cause: error });
  }
}

function refuseIrregular(facts: BigIntStats): void {
  if (facts.isFile()) return;
  throw new AppError('FILE_NOT_ALLOWED', {
    message: 'This is not a regular file.',
    hint: 'Name a file, not a folder, pipe or device.',
  });
}
