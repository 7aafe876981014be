import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type FinishedText, finishedText, type ModelOutput } from './finished-text.ts';

/** Shorter texts take less time than a thread needs to start. */
const INLINE_CHARACTERS = 10_000;

/**
 * What becomes of a language model's output. A long one is worked on in a thread of its own, so that nobody else waits meanwhile.
 * Throws the signal's reason, and the thread's error.
 */
export async function finishRewriting(given: ModelOutput, signal: AbortSignal): Promise<FinishedText> {
  if (given.text.length + given.output.length <= INLINE_CHARACTERS) return finishedText(given);
  signal.throwIfAborted();
  const { ours, theirs, fence } = given.prompt;
  const plain: ModelOutput = { ...given, prompt: { ours, theirs, fence } };
  const worker = new Worker(new URL('./finish-worker.ts', import.meta.url), {
    workerData: plain,
    env: {},
    execArgv: [],
  });
  try {
    const [finished] = (await once(worker, 'message', { signal })) as [FinishedText];
    return finished;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
