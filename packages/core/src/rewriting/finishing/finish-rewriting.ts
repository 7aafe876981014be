import { runInThread } from '../../base/index.ts';
import { type FinishedText, finishedText, type ModelOutput } from './finished-text.ts';

/** Shorter texts take less time than starting a thread. */
const INLINE_CHARACTERS = 10_000;

/**
 * Turns a language model's output into the text to use. A long one is processed in a thread of its own, so that nothing else waits
 * meanwhile. Throws the signal's reason, or the thread's error.
 */
export async function finishRewriting(given: ModelOutput, signal: AbortSignal): Promise<FinishedText> {
  if (given.text.length + given.output.length <= INLINE_CHARACTERS) return finishedText(given);
  const { ours, theirs, fence } = given.prompt;
  const plain: ModelOutput = { ...given, prompt: { ours, theirs, fence } };
  return runInThread(new URL('./finish-worker.ts', import.meta.url), plain, signal);
}
