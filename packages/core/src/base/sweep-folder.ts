import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes everything in a folder of temporary files except the names to keep: what a crash left behind. */
export async function sweepFolder(folder: string, keep: ReadonlySet<string> = new Set()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!keep.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
