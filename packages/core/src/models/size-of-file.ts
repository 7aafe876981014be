import { stat } from 'node:fs/promises';
import { systemCode } from '@quoth/contract';

/** Bytes of a file; 0 for one that is not there. Throws any other system error. */
export async function sizeOfFile(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
