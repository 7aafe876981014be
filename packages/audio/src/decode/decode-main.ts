import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { systemCode } from '@quoth/contract';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import { DecodeError } from './decoded-block.ts';
import { DECODER_MEMORY_BYTES, limitOwnMemory } from './limit-memory.ts';

/** How the process ends. Words only where they are meant for the user. */
export type ChildAnswer =
  | { readonly samples: number }
  /** A disk that is full is no fault of the audio. */
  | { readonly systemCode: string }
  | { readonly failure: { readonly message: string; readonly hint?: string | undefined } | undefined };

/** The pipe of the answer, opened by `decodeInChild`. */
const ANSWER = 3;

// A process of its own for each file: what the bytes make of a decoder ends nothing else, and its memory is given back.
let answer: ChildAnswer;
try {
  const job = JSON.parse(await text(process.stdin)) as SpoolJob;
  // Before anything of the file is read.
  limitOwnMemory(DECODER_MEMORY_BYTES);
  answer = { samples: await decodeInProcess(job) };
} catch (error) {
  const code = systemCode(error);
  if (error instanceof DecodeError) answer = { failure: { message: error.message, hint: error.hint } };
  else if (code === 'ENOSPC' || code === 'EDQUOT') answer = { systemCode: code };
  else answer = { failure: undefined };
}
writeSync(ANSWER, JSON.stringify(answer));
process.exit(0);
