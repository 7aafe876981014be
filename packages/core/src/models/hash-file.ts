import { openRegularFile } from '../intake/index.ts';
import { hashOf } from './downloads/fetch-part.ts';

/** The sha256 of a whole file, lower-case hex. Rejects with the signal's reason. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const file = await openRegularFile(path);
  try {
    return (await hashOf(file, (await file.stat()).size, signal)).digest('hex');
  } finally {
    await file.close();
  }
}
