import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { SpoolJob } from './decode-in-process.ts';
import type { WorkerAnswer } from './decode-worker.ts';
import { DecodeError } from './decoded-block.ts';

/** Megabytes of JavaScript memory that a decoder may take. */
const MEMORY_MB = 512;

/**
 * Decodes in a thread and returns the number of samples. A decoder that writes nothing for `stalledMs` is going round in circles
 * on a damaged file and is ended. Throws DecodeError, or the signal's reason.
 */
export async function decodeInWorker(job: SpoolJob, signal: AbortSignal, stalledMs: number): Promise<number> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), {
    workerData: job,
    env: {},
    execArgv: [],
    // The decoders print what they think of a damaged file.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const onAbort = () => void worker.terminate();
  signal.addEventListener('abort', onAbort, { once: true });
  const watch = endWhenStalled(worker, job.spoolPath, stalledMs);
  try {
    const answer = await new Promise<WorkerAnswer>((resolve) => {
      worker.once('message', resolve);
      worker.once('error', () => resolve({ failure: undefined }));
      worker.once('exit', () => resolve({ failure: undefined }));
    });
    signal.throwIfAborted();
    if ('samples' in answer) return answer.samples;
    if ('systemCode' in answer) {
      throw Object.assign(new Error('The samples cannot be written.'), { code: answer.systemCode });
    }
    throw new DecodeError(answer.failure?.message ?? 'The audio is damaged.', answer.failure?.hint);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearInterval(watch);
    await worker.terminate();
  }
}

function endWhenStalled(worker: Worker, spoolPath: string, stalledMs: number): NodeJS.Timeout {
  let size = -1;
  return setInterval(() => {
    const now = statSync(spoolPath, { throwIfNoEntry: false })?.size ?? 0;
    if (now === size) void worker.terminate();
    size = now;
  }, stalledMs);
}
