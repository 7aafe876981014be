import { type FileHandle, open } from 'node:fs/promises';
import type { SampleRange } from '../spool/spool-format.ts';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool/spool-format.ts';
import type { CutPlace, PauseFinder } from '../vad/index.ts';

/** No chunk is longer: Whisper takes 30 s at a time, and the memory of Conformer models grows with the square of the length. */
export const LONGEST_CHUNK = 28 * SAMPLE_RATE;
/** The first chunk is short, so that text comes early: for a minute of audio, after a third of the time. */
const FIRST_CHUNK = 10 * SAMPLE_RATE;
/** A cut is searched for in this range before its latest position. */
const REACH = 12 * SAMPLE_RATE;
/** The rest is never shorter: a word or two without context are recognised badly. */
const SHORTEST_REST = 4 * SAMPLE_RATE;

/** How long chunks may be, in samples. */
export interface CutLengths {
  readonly longest?: number;
  readonly first?: number;
}

/**
 * Cuts a spool at pauses into chunks of at most 28 s, or of `longest` samples, that cover it without gap or overlap. Reads only the
 * ranges in which a cut is looked for. Audio that fits into one chunk is not read at all.
 */
export async function* splitAtSilence(
  path: string,
  pauses: PauseFinder,
  { longest = LONGEST_CHUNK, first = Math.min(FIRST_CHUNK, longest) }: CutLengths = {},
): AsyncGenerator<SampleRange, void, void> {
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
    while (total - start > longest) {
      const soon = start === 0 && first < longest ? await findCut(start + first, start) : undefined;
      // Somebody who speaks on without a pause is not cut short for the sake of early text.
      const { at: end } = soon?.isPause ? soon : await findCut(start + longest, start);
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
