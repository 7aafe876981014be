import { accessSync, constants } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Finding } from '@quoth/contract';

const MEGABYTE = 1024 * 1024;
/** An hour of stereo CD audio takes about 600 MB. */
const LOW_DISK_MB = 1_000;

/** What the doctor finds in the data folder: may it be written, and is there room. */
export async function examineDataFolder(path: string): Promise<Finding[]> {
  const title = 'Data folder';
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      {
        id: 'data-folder',
        title,
        status: 'missing',
        detail: `${path} cannot be written.`,
        fix: `sudo chown -R "$(id -u)" '${path}'`,
      },
    ];
  }
  const { bavail, bsize } = await statfs(path);
  const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
  const low = freeMb < LOW_DISK_MB;
  return [
    {
      id: 'data-folder',
      title,
      status: low ? 'warning' : 'ok',
      detail: low ? `${path} has only ${freeMb} MB left.` : `${path}, ${freeMb} MB free.`,
      ...(low && { fix: `du -sh '${path}'/audio/*` }),
    },
  ];
}
