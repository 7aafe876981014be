import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Candidate, caughtBy, type Guard, type GuardName, guardNamed } from './index.ts';

/** Shorter candidates take less time than a thread needs to start. */
const INLINE_CHARACTERS = 10_000;

/**
 * The guard of the preset that catches the candidate; undefined when it may be used. A long candidate is looked at in a thread of its
 * own, so that nobody else waits meanwhile. Throws the signal's reason, and the thread's error.
 */
export async function findGuard(candidate: Candidate, signal: AbortSignal): Promise<Guard | undefined> {
  const { text, rewritten, preset, prompt } = candidate;
  if (text.length + rewritten.length <= INLINE_CHARACTERS) return caughtBy(candidate);
  signal.throwIfAborted();
  const { ours, theirs, fence } = prompt;
  const plain: Candidate = { text, rewritten, preset, prompt: { ours, theirs, fence } };
  const worker = new Worker(new URL('./guard-worker.ts', import.meta.url), {
    workerData: plain,
    env: {},
    execArgv: [],
  });
  try {
    const [name] = (await once(worker, 'message', { signal })) as [GuardName | undefined];
    return name === undefined ? undefined : guardNamed(name);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
