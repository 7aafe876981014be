import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TranscriptFile } from '../core.ts';
import { type TranscriptToPrint, transcriptFile } from './transcript-file.ts';

/** Cutting captions of fewer words takes less time than a thread needs to start. */
const INLINE_WORDS = 2_000;
/** Characters of a text without times, whose words are as many. */
const INLINE_CHARACTERS = 12_000;

/** A recording's transcript as a file. Long captions are cut in a thread of their own, so that nobody else waits meanwhile. */
export async function printTranscript(given: TranscriptToPrint): Promise<TranscriptFile> {
  if (!isLong(given)) return transcriptFile(given);
  const worker = new Worker(new URL('./print-transcript-worker.ts', import.meta.url), {
    workerData: given,
    env: {},
    execArgv: [],
  });
  try {
    const [file] = (await once(worker, 'message')) as [TranscriptFile];
    return file;
  } finally {
    await worker.terminate();
  }
}

function isLong({ format, stored: { recording, words } }: TranscriptToPrint): boolean {
  if (format !== 'srt' && format !== 'vtt') return false;
  return words.length > INLINE_WORDS || recording.text.length > INLINE_CHARACTERS;
}
