import { Worker } from 'node:worker_threads';
import { settledOrAborted } from './wait-or-abort.ts';

/**
 * The first message of a module that runs in a thread of its own, with `data` as its `workerData`, so that nothing else waits for the work.
 * The thread ends with it, and when the signal aborts. Rejects with the thread's error, or with the signal's reason. Starting a thread takes
 * tens of milliseconds: it pays off only for work that takes longer.
 */
export async function runInThread<Result>(
  module: URL,
  data: unknown,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result> {
  signal.throwIfAborted();
  // Neither the environment, which may hold keys, nor the flags of this process.
  const worker = new Worker(module, { workerData: data, env: {}, execArgv: [] });
  try {
    return await settledOrAborted<Result>(signal, (resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`A thread ended without a result (code ${code}).`)));
      return undefined;
    });
  } finally {
    await worker.terminate();
  }
}
