import { type FileHandle, open } from 'node:fs/promises';
import { BYTES_PER_SAMPLE, SAMPLE_RATE, type SampleRange } from './spool.ts';
import { type CutPlace, cutPlace } from './voice-activity.ts';
import { VOICE_FRAME } from './voice-network.ts';

/**
 * No chunk is longer: Whisper takes 30 s at a time, and the memory of Conformer models grows with the square of the
 * length.
 */
export const MAX_CHUNK_SAMPLES = 28 * SAMPLE_RATE;
/** The first chunk is short, so that text comes early: for a minute of audio, after a third of the time. */
const FIRST_CHUNK = 10 * SAMPLE_RATE;
/** A cut is searched for in this range before its latest position. */
const REACH = 12 * SAMPLE_RATE;
/** The rest is never shorter: a word or two without context are recognised badly. */
const MIN_REST_SAMPLES = 4 * SAMPLE_RATE;

/** How long chunks may be, in samples. */
export interface CutLengths {
  readonly longest?: number;
  readonly first?: number;
}

/**
 * Cuts a spool at pauses into chunks of at most 28 s, or of `longest` samples, that cover it without gap or overlap.
 * Reads only the ranges in which a cut is looked for. Audio that fits into one chunk is not read at all.
 */
export async function* splitAtSilence(
  path: string,
  { longest = MAX_CHUNK_SAMPLES, first = Math.min(FIRST_CHUNK, longest) }: CutLengths = {},
): AsyncGenerator<SampleRange, void, void> {
  const file = await open(path, 'r');
  try {
    const total = Math.floor((await file.stat()).size / BYTES_PER_SAMPLE);
    const findCut = async (limit: number, start: number): Promise<CutPlace> => {
      const latest = Math.min(limit, total - MIN_REST_SAMPLES);
      const from = Math.max(latest - REACH, start + MIN_REST_SAMPLES);
      const { at, isPause } = cutPlace(await readSamples(file, from, latest - from));
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

/** When a stream is cut, in samples: rarely, just to limit a model's memory and to give others their turn. */
const STREAM = {
  /** At a pause once it has this length. */
  shortest: 20 * SAMPLE_RATE,
  /** Anywhere once it has this one. */
  longest: 60 * SAMPLE_RATE,
  /** A silence of this length is a pause. */
  pause: 0.42 * SAMPLE_RATE,
};
/** Shorter gaps lie inside words. */
const MIN_PAUSE_FRAMES = 3;
/** From this share of the longest on, any pause will do. */
const LATE = 0.7;

/** Says frame by frame when to cut the stream of a recording in progress. */
export class LiveSplitter {
  #frames = 0;
  #silentFrames = 0;
  #hasSpeech = false;

  /** True from where it may be cut. */
  get isLong(): boolean {
    return this.#frames * VOICE_FRAME >= STREAM.shortest;
  }

  /** Takes one more frame; true if the stream is to be cut after it, and the next one begins. */
  push(isVoiced: boolean): boolean {
    this.#frames++;
    this.#hasSpeech ||= isVoiced;
    this.#silentFrames = isVoiced ? 0 : this.#silentFrames + 1;
    const length = this.#frames * VOICE_FRAME;
    const isPause = this.#silentFrames * VOICE_FRAME >= STREAM.pause;
    const isLate = length >= STREAM.longest * LATE && this.#silentFrames >= MIN_PAUSE_FRAMES;
    const isCut = (isPause && this.#hasSpeech && this.isLong) || isLate;
    if (!isCut && length < STREAM.longest) return false;
    this.#frames = 0;
    this.#silentFrames = 0;
    this.#hasSpeech = false;
    return true;
  }
}

/** Consecutive samples, and where they start in the whole, in samples. */
export interface SampleChunk {
  readonly start: number;
  /** Signed 16-bit little-endian, 16 kHz, mono. */
  readonly samples: Buffer;
}

/**
 * Cuts samples at pauses as they arrive, into chunks of at most `longest` samples that cover them without gap or
 * overlap. No more than one chunk is held in memory.
 */
export async function* splitStream(
  source: AsyncIterable<Uint8Array>,
  longest: number,
): AsyncGenerator<SampleChunk, void, void> {
  const maxBytes = longest * BYTES_PER_SAMPLE;
  let parts: Uint8Array[] = [];
  let held = 0;
  let start = 0;
  for await (const bytes of source) {
    parts.push(bytes);
    held += bytes.length;
    while (held > maxBytes) {
      const all = Buffer.concat(parts);
      const cut = placeOf(all, longest) * BYTES_PER_SAMPLE;
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

function placeOf(all: Buffer, longest: number): number {
  const from = Math.max(longest - REACH, Math.floor(longest / 2));
  const range = Uint8Array.from(all.subarray(from * BYTES_PER_SAMPLE, longest * BYTES_PER_SAMPLE));
  return from + cutPlace(new Int16Array(range.buffer)).at;
}
