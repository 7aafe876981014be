import { BYTES_PER_SAMPLE, SAMPLE_RATE } from '../spool/spool-format.ts';
import type { PauseFinder } from '../vad/index.ts';

/** A cut is searched for in this range before its latest position. */
const REACH = 12 * SAMPLE_RATE;

/** Consecutive samples, and where they start in the whole, in samples. */
export interface SampleChunk {
  readonly start: number;
  /** Signed 16-bit little-endian, 16 kHz, mono. */
  readonly samples: Buffer;
}

/**
 * Cuts samples at pauses as they arrive, into chunks of at most `longest` samples that cover them without gap or overlap. No more than one
 * chunk is held in memory.
 */
export async function* splitStream(
  source: AsyncIterable<Uint8Array>,
  pauses: Pick<PauseFinder, 'find'>,
  longest: number,
): AsyncGenerator<SampleChunk, void, void> {
  const longestBytes = longest * BYTES_PER_SAMPLE;
  let parts: Uint8Array[] = [];
  let held = 0;
  let start = 0;
  for await (const bytes of source) {
    parts.push(bytes);
    held += bytes.length;
    while (held > longestBytes) {
      const all = Buffer.concat(parts);
      const cut = placeOf(all, longest, pauses) * BYTES_PER_SAMPLE;
      yield { start, samples: all.subarray(0, cut) };
      start += cut / BYTES_PER_SAMPLE;
      parts = [all.subarray(cut)];
      held = all.length - cut;
    }
  }
  const rest = Buffer.concat(parts);
  const whole = rest.subarray(0, rest.length - (rest.length % BYTES_PER_SAMPLE));
  if (whole.length > 0) yield { start, samples: whole };
}

function placeOf(all: Buffer, longest: number, pauses: Pick<PauseFinder, 'find'>): number {
  const from = Math.max(longest - REACH, Math.floor(longest / 2));
  const range = Uint8Array.from(all.subarray(from * BYTES_PER_SAMPLE, longest * BYTES_PER_SAMPLE));
  return from + pauses.find(new Int16Array(range.buffer)).at;
}
