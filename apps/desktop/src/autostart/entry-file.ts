import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@quoth/contract';
import { writeWhole } from '@quoth/core';

/** The text of an entry; undefined if there is none. */
export async function readEntry(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw refused(path, error);
  }
}

/** Writes the whole entry or nothing; undefined removes it. */
export async function putEntry(path: string, text: string | undefined): Promise<void> {
  try {
    if (text === undefined) return await rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWhole(path, text);
  } catch (error) {
    throw refused(path, error);
  }
}

function refused(path: string, error: unknown): AppError {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
  return new AppError('INVALID_REQUEST', {
    message: `The entry that starts Quoth at login cannot be reached: ${path} (${code}).`,
    hint: `Look who owns it: ls -ld '${path}' '${dirname(path)}'`,
  });
}
