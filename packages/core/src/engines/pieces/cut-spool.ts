import { type FileHandle, open } from 'node:fs/promises';
import type { SampleRange } from '../engine.ts';
import { type PauseFinder, SAMPLE_RATE } from '../speech/index.ts';

const BYTES_PER_SAMPLE = 2;
/** No piece is longer: Whisper hears 30 s at a time, and the memory of Conformer models grows with the square of the length. */
export const LONGEST_PIECE = 28 * SAMPLE_RATE;
/** The first one is short, so that there is text soon: who waits for a minute of audio sees words after a third of the time. */
const FIRST_PIECE = 10 * SAMPLE_RATE;
/** How far before its latest place a cut is looked for. */
const REACH = 12 * SAMPLE_RATE;
/** No less is left over: a word or two without their context are heard badly. */
const SHORTEST_REST = 4 * SAMPLE_RATE;

/**
 * Cuts a spool at pauses into pieces of at most 28 s that cover it without gap or overlap. Reads only the stretches in which a
 * cut is looked for. Audio that fits into one piece is not read at all.
 */
export async function* cutSpool(path: string, pauses: PauseFinder): AsyncGenerator<SampleRange, void, void> {
  const file = await open(path, 'r');
  try {
    const total = Math.floor((await file.stat()).size / BYTES_PER_SAMPLE);
    let start = 0;
    while (total - start > LONGEST_PIECE) {
      const longest = start === 0 ? FIRST_PIECE : LONGEST_PIECE;
      const latest = Math.min(start + longest, total - SHORTEST_REST);
      const from = Math.max(latest - REACH, start + SHORTEST_REST);
      const end = from + pauses.find(await readSamples(file, from, latest - from));
      yield { start, end };
      start = end;
    }
    yield { start, end: total };
  } finally {
    await file.close();
  }
}

async function readSamples(file: FileHandle, first: number, count: number): Promise<Int16Array> {
  const buffer = new Uint8Array(count * BYTES_PER_SAMPLE);
  const { bytesRead } = await file.read(buffer, 0, buffer.length, first * BYTES_PER_SAMPLE);
  return new Int16Array(buffer.buffer, 0, Math.floor(bytesRead / BYTES_PER_SAMPLE));
}
