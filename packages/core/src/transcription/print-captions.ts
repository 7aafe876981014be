import { runInThread } from '../base/index.ts';
import { type CaptionsToCut, cutCaptions } from './cut-captions.ts';

/** Cutting captions from fewer words takes less time than starting a thread. */
const INLINE_WORDS = 2_000;
/** Characters of a text without times; it has about as many words. */
const INLINE_CHARACTERS = 12_000;

/** Captions as text. Long ones are cut in a thread of their own, so that nothing else waits meanwhile. */
export async function printCaptions(given: CaptionsToCut): Promise<string> {
  const { text, words = [] } = given.speech;
  if (words.length <= INLINE_WORDS && text.length <= INLINE_CHARACTERS) return cutCaptions(given);
  return runInThread(new URL('./print-captions-worker.ts', import.meta.url), given);
}
