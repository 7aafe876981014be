import { parentPort, workerData } from 'node:worker_threads';
import { systemCode } from '../../base/index.ts';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import { DecodeError } from './decoded-block.ts';

/** How the worker ends. Words only where they are meant for the user. */
export type WorkerAnswer =
  | { readonly samples: number }
  /** A disk that is full is no fault of the audio. */
  | { readonly systemCode: string }
  | { readonly failure: { readonly message: string; readonly hint?: string | undefined } | undefined };

// A thread of its own for each file: decoding never stalls the application, and its memory is given back.
let answer: WorkerAnswer;
try {
  answer = { samples: await decodeInProcess(workerData as SpoolJob) };
} catch (error) {
  const code = systemCode(error);
  if (error instanceof DecodeError) answer = { failure: { message: error.message, hint: error.hint } };
  else if (code === 'ENOSPC' || code === 'EDQUOT') answer = { systemCode: code };
  else answer = { failure: undefined };
}
parentPort?.postMessage(answer);
