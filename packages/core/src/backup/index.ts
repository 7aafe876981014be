import { existsSync } from 'node:fs';
import { type DataFolder, dataFolderAt } from '../base/index.ts';

// What unpacks and decrypts takes some megabytes, which are loaded only where there is something to restore or to
// delete.

/**
 * Finishes a restore that was decided, and deletes what a cut-off backup or restore has left. Called before the
 * database is opened.
 */
export async function finishRestore(folder: DataFolder): Promise<void> {
  await discardUnfinished(folder.root);
  if (existsSync(folder.restoring)) await (await import('./restore-backup.ts')).finishRestore(folder);
}

/**
 * Deletes what was unpacked of a backup that was not decided for, and what is left of one that was being made, unless
 * its process is still at it.
 */
export async function discardUnfinished(root: string): Promise<void> {
  const { restoring, backingUp } = dataFolderAt(root);
  if (existsSync(restoring)) await (await import('./restore-backup.ts')).discardRestore(root);
  if (existsSync(backingUp)) await (await import('./make-backup.ts')).discardBackup(root);
}
