import { JsonBudget, JsonBudgetExceeded, parseInSlices } from '@quoth/contract';
import { UnreadableReply } from './provider-error.ts';

/** Six hours of words with their times are well below this. */
export const MAXIMUM_REPLY_BYTES = 64 * 1024 * 1024;

/**
 * The JSON of a reply, of at most the given number of bytes after decompression and of bounded structure. A large one is parsed in slices, so that
 * nothing else waits meanwhile. Throws UnreadableReply when it is larger, empty or no JSON.
 */
export async function readReply(response: Response, maximumBytes = MAXIMUM_REPLY_BYTES): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  const budget = new JsonBudget();
  let bytes = 0;
  // Leaving the loop early cancels the body, and with it the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new UnreadableReply('too large');
    try {
      budget.push(chunk);
    } catch (error) {
      if (error instanceof JsonBudgetExceeded) throw new UnreadableReply(error.message);
      throw error;
    }
    chunks.push(chunk);
  }
  try {
    return await parseInSlices(Buffer.concat(chunks, bytes));
  } catch {
    throw new UnreadableReply('not JSON');
  }
}
