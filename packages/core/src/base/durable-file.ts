import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '@quoth/contract';

/**
 * Writes a whole file with mode 600 from its first byte on: under a temporary name, flushed, then renamed, so that a reader
 * sees the old or the new content and a crash leaves one of the two.
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
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Moves a file within one file system and makes the move survive a power cut; missing target folders are made (mode 700). */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: unknown) => {
    if (systemCode(error) !== 'ENOENT') throw error;
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  });
  await syncFolder(dirname(to));
}

/** Flushes a folder's entries. Windows has no such call and needs none: NTFS journals them. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
