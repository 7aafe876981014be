import { type FileHandle, open } from 'node:fs/promises';
import type { SampleRange } from '../engine.ts';
import { type CutPlace, type PauseFinder, SAMPLE_RATE } from '../speech/index.ts';

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
    const findCut = async (limit: number, start: number): Promise<CutPlace> => {
      const latest = Math.min(limit, total - SHORTEST_REST);
      const from = Math.max(latest - REACH, start + SHORTEST_REST);
      const { at, isPause } = pauses.find(await readSamples(file, from, latest - from));
      return { at: from + at, isPause };
    };
    let start = 0;
    while (total - start > LONGEST_PIECE) {
      const soon = start === 0 ? await findCut(start + FIRST_PIECE, start) : undefined;
      // Somebody who speaks on without a pause is not cut short for the sake of early text.
      const { at: end } = soon?.isPause ? soon : await findCut(start + LONGEST_PIECE, start);
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
