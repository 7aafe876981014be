import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the folder that only this process can read, and that disappears with it: it has no name. Windows keeps the name until the file is closed. */
export async function namelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `quoth-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Refused on Windows, where it is still open.
  await rm(path, { force: true }).catch(() => undefined);
  return file;
}
