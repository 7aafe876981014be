import { writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Message, systemCode } from '@quoth/contract';
import { decodeInProcess, type SpoolJob } from './decode-in-process.ts';
import { DECODER_MEMORY_BYTES, limitOwnMemory } from './limited-process.ts';
import { DecodeError } from './wav-and-aiff.ts';

/** How the process ends. A message only if it is meant for the user. */
export type ChildAnswer =
  | { readonly samples: number }
  /** A full disk, which is not the fault of the audio. */
  | { readonly systemCode: string }
  | { readonly failure: { readonly why: Message; readonly hint?: Message | undefined } | undefined };

/** The pipe of the answer, opened by `decodeInChild`. */
const ANSWER = 3;

// One process for each file: whatever the bytes do to the decoder, nothing else ends, and its memory is returned.
let answer: ChildAnswer;
try {
  const job = JSON.parse(await text(process.stdin)) as SpoolJob;
  // Before anything of the file is read.
  limitOwnMemory(DECODER_MEMORY_BYTES);
  const { samples } = await decodeInProcess(job);
  answer = { samples };
} catch (error) {
  const code = systemCode(error);
  if (error instanceof DecodeError) answer = { failure: { why: error.why, hint: error.hint } };
  else if (code === 'ENOSPC' || code === 'EDQUOT') answer = { systemCode: code };
  else answer = { failure: undefined };
}
writeSync(ANSWER, JSON.stringify(answer));
process.exit(0);
