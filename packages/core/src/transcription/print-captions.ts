import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type CaptionsToCut, cutCaptions } from './cut-captions.ts';

/** Cutting captions of fewer words takes less time than a thread needs to start. */
const INLINE_WORDS = 2_000;
/** Characters of a text without times, whose words are as many. */
const INLINE_CHARACTERS = 12_000;

/** Captions as text. Long ones are cut in a thread of their own, so that nobody else waits meanwhile. */
export async function printCaptions(given: CaptionsToCut): Promise<string> {
  const { text, words = [] } = given.speech;
  if (words.length <= INLINE_WORDS && text.length <= INLINE_CHARACTERS) return cutCaptions(given);
  const worker = new Worker(new URL('./print-captions-worker.ts', import.meta.url), {
    workerData: given,
    env: {},
    execArgv: [],
  });
  try {
    const [captions] = (await once(worker, 'message')) as [string];
    return captions;
  } finally {
    await worker.terminate();
  }
}
