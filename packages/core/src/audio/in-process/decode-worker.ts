import { parentPort, workerData } from 'node:worker_threads';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import { DecodeError } from './decoded-block.ts';

/** How the worker ends. Words only where they are meant for the user. */
export type WorkerAnswer =
  | { readonly samples: number }
  | { readonly failure: { readonly message: string; readonly hint?: string | undefined } | undefined };

// A thread of its own for each file: decoding never stalls the application, and its memory is given back.
let answer: WorkerAnswer;
try {
  answer = { samples: await decodeInProcess(workerData as SpoolJob) };
} catch (error) {
  answer = {
    failure: error instanceof DecodeError ? { message: error.message, hint: error.hint } : undefined,
  };
}
parentPort?.postMessage(answer);
