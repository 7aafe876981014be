import { statfs } from 'node:fs/promises';
import { AppError, sizeInWords } from '@quoth/contract';

/** Bytes that a user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Left free beside the models: the database and recordings need room too. */
const RESERVE_BYTES = 200_000_000;

/** Refuses what would fill the disk. Throws INVALID_REQUEST that says how much is missing. */
export function refuseWithoutSpace(needed: number, free: number, what: string): void {
  if (needed === 0 || needed + RESERVE_BYTES <= free) return;
  throw new AppError('INVALID_REQUEST', {
    message: `There is not enough space for ${what}: ${sizeInWords(needed)} needed, ${sizeInWords(free)} free, of which ${sizeInWords(RESERVE_BYTES)} are reserved.`,
    hint: 'Free some space on the disk with the data folder ("quoth status" names it), or remove a model: quoth models remove ID.',
  });
}
