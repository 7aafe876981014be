import { Worker } from 'node:worker_threads';
import type { SpoolJob } from './decode-in-process.ts';
import type { WorkerAnswer } from './decode-worker.ts';
import { DecodeError } from './decoded-block.ts';

/** Megabytes of JavaScript memory that a decoder may take. */
const MEMORY_MB = 512;

/** Decodes in a thread and returns the number of samples. Throws DecodeError, or the signal's reason. */
export async function decodeInWorker(job: SpoolJob, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), {
    workerData: job,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const onAbort = () => void worker.terminate();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await new Promise<WorkerAnswer>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve({ failure: undefined }));
      worker.once('exit', () => resolve({ failure: undefined }));
    });
    signal.throwIfAborted();
    if ('samples' in answer) return answer.samples;
    throw new DecodeError(answer.failure?.message ?? 'The audio is damaged.', answer.failure?.hint);
  } finally {
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}
