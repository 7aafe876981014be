import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '@quoth/contract';
import { QuothError } from '../index.ts';

/**
 * Creates the data folder and the folders above it that are missing, for this user alone. Throws NO_CONNECTION with what is in the
 * way, because nothing of the application can run without it.
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw unusableDataFolder(path, error);
  }
}

/** Says why the data folder cannot be used; an error that is not the system's is given back as it is. */
export function unusableDataFolder(path: string, error: unknown): unknown {
  const code = error instanceof QuothError ? undefined : systemCode(error);
  if (code === undefined) return error;
  return new QuothError('NO_CONNECTION', {
    message: `The data folder "${path}" cannot be used: ${reasons[code] ?? code}.`,
    hint: 'Set QUOTH_HOME to a folder that you may write to, or unset it.',
    cause: error,
  });
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it belongs to another user, or you may not write there',
  EPERM: 'it belongs to another user, or the system does not allow it',
  EROFS: 'the disk is read-only',
  ENOENT: 'no folder can be created there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file is in its place',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is full',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its path contains a loop of symbolic links',
};

/** Folder by folder: Node's own recursive mkdir never ends where the system has the parent and still answers ENOENT, as below /proc. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}
