import { existsSync } from 'node:fs';
import { type DataFolder, dataFolderAt } from '../base/index.ts';

// What unpacks and decrypts takes some megabytes, which are loaded only where there is something to restore.

/** Finishes a restore that was decided, and deletes one that was not. Called before the database is opened. */
export async function finishRestore(folder: DataFolder): Promise<void> {
  if (existsSync(folder.restoring)) await (await import('./restore-backup.ts')).finishRestore(folder);
}

/** Deletes what was unpacked of a backup that was not decided for, unless its process is still at it. */
export async function discardRestore(root: string): Promise<void> {
  if (existsSync(dataFolderAt(root).restoring))
    await (await import('./restore-backup.ts')).discardRestore(root);
}
