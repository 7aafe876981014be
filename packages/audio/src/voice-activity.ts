import { SAMPLE_RATE, type SampleRange, SpoolMemory, SpoolReader } from './spool.ts';

/** A frame is 10 ms. */
export const FRAME_SAMPLES = 160;
/** Frames a second. */
export const FRAME_RATE = SAMPLE_RATE / FRAME_SAMPLES;

/** Centres of the bands that are typical of speech, in Hz: voicing, the first formants, fricatives. */
const CENTRES = [250, 500, 1_000, 2_000, 3_500] as const;
const BANDS = CENTRES.length;
/** Level of digital silence in dBFS: nothing in 16 bits is quieter. */
const QUIETEST_DB = -100;

interface BandFilter {
  readonly b: number;
  readonly a1: number;
  readonly a2: number;
}

/** Band-pass filters one octave wide, constant 0 dB peak gain; coefficients after R. Bristow-Johnson's Audio EQ Cookbook. */
const filters: readonly BandFilter[] = CENTRES.map((centre) => {
  const omega = (2 * Math.PI * centre) / SAMPLE_RATE;
  const alpha = Math.sin(omega) / (2 * 1.4);
  return { b: alpha / (1 + alpha), a1: (-2 * Math.cos(omega)) / (1 + alpha), a2: (1 - alpha) / (1 + alpha) };
});

/** How loud each band is in each frame of 10 ms, in dBFS; fed with samples as they arrive. */
export class FrameEnergies {
  /** Frame after frame, `BANDS` values each. */
  #levels = new Float32Array(BANDS * 1_024);
  #frames = 0;
  readonly #state = new Float64Array(BANDS * 2);
  readonly #sums = new Float64Array(BANDS);
  readonly #differences = new Float64Array(FRAME_SAMPLES);
  #earlier = [0, 0];
  #inFrame = 0;

  /** Complete frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Level of a band in a frame, in dBFS. */
  level(frame: number, band: number): number {
    return this.#levels[frame * BANDS + band] ?? QUIETEST_DB;
  }

  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(FRAME_SAMPLES - this.#inFrame, samples.length - at);
      this.#filter(samples, at, count);
      at += count;
      this.#inFrame += count;
      if (this.#inFrame === FRAME_SAMPLES) this.#endFrame();
    }
  }

  /** Band by band, with everything in local variables: twice as fast as sample by sample, and all audio goes through here. */
  #filter(samples: Int16Array, from: number, count: number): void {
    const differences = this.#differences;
    let [previous = 0, beforePrevious = 0] = this.#earlier;
    for (let index = 0; index < count; index++) {
      const sample = samples[from + index] as number;
      differences[index] = sample - beforePrevious;
      beforePrevious = previous;
      previous = sample;
    }
    this.#earlier = [previous, beforePrevious];
    for (let band = 0; band < BANDS; band++) {
      const { b, a1, a2 } = filters[band] as BandFilter;
      let y1 = this.#state[band * 2] as number;
      let y2 = this.#state[band * 2 + 1] as number;
      let sum = this.#sums[band] as number;
      for (let index = 0; index < count; index++) {
        const y = b * (differences[index] as number) - a1 * y1 - a2 * y2;
        y2 = y1;
        y1 = y;
        sum += y * y;
      }
      this.#state[band * 2] = y1;
      this.#state[band * 2 + 1] = y2;
      this.#sums[band] = sum;
    }
  }

  #endFrame(): void {
    if ((this.#frames + 1) * BANDS > this.#levels.length) {
      const longer = new Float32Array(this.#levels.length * 2);
      longer.set(this.#levels);
      this.#levels = longer;
    }
    for (let band = 0; band < BANDS; band++) {
      const power = (this.#sums[band] as number) / FRAME_SAMPLES / 32_768 ** 2;
      const level = power > 0 ? 10 * Math.log10(power) : QUIETEST_DB;
      this.#levels[this.#frames * BANDS + band] = Math.max(QUIETEST_DB, level);
    }
    this.#sums.fill(0);
    this.#inFrame = 0;
    this.#frames++;
  }
}

/** Sound kept before and after a segment, so that soft first and last consonants are kept. */
const MARGIN = 0.25 * FRAME_RATE;
/** Segments closer together than this are recognised as one. */
const BREATH = 0.8 * FRAME_RATE;
/** An utterance is cut here at the latest, to limit memory and the time until the next progress. */
const LONGEST = 20 * FRAME_RATE;
/** A cut is searched for in this range before the latest position. */
const CUT_REACH = 8 * FRAME_RATE;

/** Cuts speech into utterances of at most 20 s, at pauses if there are any. Frames of 10 ms; `end` is exclusive. */
export function planUtterances(
  speechSegments: readonly SpeechSegment[],
  energies: FrameEnergies,
): SpeechSegment[] {
  const joined: SpeechSegment[] = [];
  for (const speechSegment of speechSegments) {
    const last = joined.at(-1);
    const near =
      last !== undefined &&
      speechSegment.start - last.end <= BREATH &&
      speechSegment.end - last.start <= LONGEST;
    if (near) joined[joined.length - 1] = { start: last.start, end: speechSegment.end };
    else joined.push(speechSegment);
  }
  return joined.flatMap((speechSegment, index) => {
    const before = joined[index - 1]?.end ?? 0;
    const after = joined[index + 1]?.start ?? energies.frames;
    const start = Math.max(speechSegment.start - MARGIN, Math.ceil((before + speechSegment.start) / 2), 0);
    const end = Math.min(
      speechSegment.end + MARGIN,
      Math.floor((speechSegment.end + after) / 2),
      energies.frames,
    );
    return cut({ start, end: Math.max(end, speechSegment.end) }, energies);
  });
}

function cut({ start, end }: SpeechSegment, energies: FrameEnergies): SpeechSegment[] {
  const chunks: SpeechSegment[] = [];
  let from = start;
  while (end - from > LONGEST) {
    const at = quietestFrame(from + LONGEST - CUT_REACH, from + LONGEST, energies);
    chunks.push({ start: from, end: at });
    from = at;
  }
  chunks.push({ start: from, end });
  return chunks;
}

/** The middle of the quietest 100 ms between two frames. */
function quietestFrame(from: number, to: number, energies: FrameEnergies): number {
  let best = to;
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = from; frame + 10 <= to; frame++) {
    let sum = 0;
    for (let at = frame; at < frame + 10; at++) {
      for (let band = 0; band < BANDS; band++) sum += energies.level(at, band) - QUIETEST_DB;
    }
    if (sum < lowest) {
      lowest = sum;
      best = frame + 5;
    }
  }
  return best;
}

/** A segment of the audio with speech, in frames of 10 ms; `end` is exclusive. */
export interface SpeechSegment {
  readonly start: number;
  readonly end: number;
}

/** Frames over which a level is averaged: long enough to calm noise, shorter than a syllable. */
const SMOOTHING = 5;
/** The background is the quietest level within this many frames on either side. */
const BACKGROUND_REACH = 1.5 * FRAME_RATE;
/** A band is active if it is louder than its background by this much, in dB. */
const ACTIVE_DB = 8;
/** Nothing below this is speech: it is the rounding noise of 16 bits. */
const ABSOLUTE_DB = -88;
const ACTIVE_BANDS = 2;
/** A click, a key or a knock is shorter. */
const SYLLABLE_FRAMES = 8;
/** Pauses up to this length belong to one segment. */
const PAUSE_FRAMES = 35;
/** How much the shape of the spectrum must change, in dB: a tone or a burst of steady noise keeps its shape. */
const MOVEMENT_DB = 0.45;

/**
 * Where speech is. Speech rises out of its background in several bands at once for at least a syllable, and the shape of its
 * spectrum keeps moving; that holds for whispered and for very quiet speech, and not for silence, steady noise, hum, tones or
 * clicks. Levels count only against their own background, so no particular loudness is required.
 */
export function detectSpeech(energies: FrameEnergies): SpeechSegment[] {
  const smooth = Array.from({ length: BANDS }, (_, band) => smoothed(energies, band));
  const active = activeFrames(smooth, energies.frames);
  return merged(runs(active)).filter((speechSegment) => isSpeech(speechSegment, active, smooth));
}

function smoothed(energies: FrameEnergies, band: number): Float32Array {
  const { frames } = energies;
  const powers = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) powers[frame] = 10 ** (energies.level(frame, band) / 10);
  const result = new Float32Array(frames);
  const half = (SMOOTHING - 1) / 2;
  for (let frame = 0; frame < frames; frame++) {
    const first = Math.max(0, frame - half);
    const last = Math.min(frames - 1, frame + half);
    let sum = 0;
    for (let at = first; at <= last; at++) sum += powers[at] as number;
    result[frame] = Math.max(QUIETEST_DB, 10 * Math.log10(sum / (last - first + 1)));
  }
  return result;
}

/** One byte per frame: whether enough bands are louder than their background. */
function activeFrames(smooth: readonly Float32Array[], frames: number): Uint8Array {
  const counts = new Uint8Array(frames);
  for (const levels of smooth) {
    const background = slidingMinimum(levels, BACKGROUND_REACH);
    for (let frame = 0; frame < frames; frame++) {
      const level = levels[frame] as number;
      if (level > ABSOLUTE_DB && level > (background[frame] as number) + ACTIVE_DB) {
        counts[frame] = (counts[frame] as number) + 1;
      }
    }
  }
  return counts.map((count) => (count >= ACTIVE_BANDS ? 1 : 0));
}

/** The lowest value within `reach` places on either side, for every place, in linear time. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  const result = new Float32Array(values.length);
  const candidates: number[] = [];
  let first = 0;
  for (let right = 0; right < values.length + reach; right++) {
    if (right < values.length) {
      while (
        candidates.length > first &&
        (values[candidates[candidates.length - 1] as number] as number) >= (values[right] as number)
      ) {
        candidates.pop();
      }
      candidates.push(right);
    }
    const middle = right - reach;
    if (middle < 0) continue;
    while ((candidates[first] as number) < middle - reach) first++;
    result[middle] = values[candidates[first] as number] as number;
  }
  return result;
}

function runs(active: Uint8Array): SpeechSegment[] {
  const result: SpeechSegment[] = [];
  let start = -1;
  for (let frame = 0; frame <= active.length; frame++) {
    const isActive = active[frame] === 1;
    if (isActive && start < 0) start = frame;
    if (!isActive && start >= 0) {
      result.push({ start, end: frame });
      start = -1;
    }
  }
  return result;
}

function merged(speechSegments: readonly SpeechSegment[]): SpeechSegment[] {
  const result: SpeechSegment[] = [];
  for (const speechSegment of speechSegments) {
    const last = result.at(-1);
    if (last && speechSegment.start - last.end <= PAUSE_FRAMES)
      result[result.length - 1] = { ...last, end: speechSegment.end };
    else result.push(speechSegment);
  }
  return result;
}

function isSpeech(
  speechSegment: SpeechSegment,
  active: Uint8Array,
  smooth: readonly Float32Array[],
): boolean {
  let longest = 0;
  let run = 0;
  for (let frame = speechSegment.start; frame < speechSegment.end; frame++) {
    run = active[frame] === 1 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest >= SYLLABLE_FRAMES && movement(speechSegment, active, smooth) >= MOVEMENT_DB;
}

/** Mean deviation over time of each band's share in the spectrum, in dB; the edges, where every sound fades, do not count. */
function movement(speechSegment: SpeechSegment, active: Uint8Array, smooth: readonly Float32Array[]): number {
  const frames: number[] = [];
  for (let frame = speechSegment.start + 2; frame < speechSegment.end - 2; frame++) {
    if (active[frame - 2] === 1 && active[frame] === 1 && active[frame + 2] === 1) frames.push(frame);
  }
  if (frames.length === 0) return 0;
  const loudness = frames.map((frame) => mean(smooth.map((levels) => levels[frame] as number)));
  const deviations = smooth.map((levels) => {
    const shares = frames.map((frame, index) => (levels[frame] as number) - (loudness[index] as number));
    const middle = mean(shares);
    return mean(shares.map((share) => Math.abs(share - middle)));
  });
  return mean(deviations);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** As much as an engine gets at once. A window takes about 15 ms, so the event loop is never blocked for long. */
const WINDOW = 30 * SAMPLE_RATE;
/** Most recordings begin with speech, so this much is looked at first, then twice as much, until the window is full. */
const FIRST = 2 * SAMPLE_RATE;
/** Windows overlap, so that all speech is compared with its own background. */
const STEP = 20 * SAMPLE_RATE;

/** A finished spool to search. */
export interface SpeechSearch {
  readonly spoolPath: string;
  /** The part to search; everything if absent. */
  readonly range?: SampleRange;
  /** The spool's first samples, where they are in memory: what they hold need not be read. */
  readonly head?: Int16Array | undefined;
  readonly signal: AbortSignal;
}

/** True as soon as speech has been detected anywhere in the spool. Rejects with the signal's reason. */
export async function containsSpeech({ spoolPath, range, head, signal }: SpeechSearch): Promise<boolean> {
  const known = range === undefined && head !== undefined ? head : new Int16Array(0);
  let reader: SpoolReader | undefined;
  const read = async (start: number, count: number): Promise<Int16Array> => {
    if (start + count <= known.length) return known.subarray(start, start + count);
    reader ??= await SpoolReader.open(spoolPath, { growing: false, range, memory: new SpoolMemory() });
    return reader.read(start, count);
  };
  try {
    for (let start = 0; ; start += STEP) {
      const energies = new FrameEnergies();
      let searched = 0;
      for (let end = FIRST; searched < WINDOW; end = Math.min(WINDOW, end * 2)) {
        signal.throwIfAborted();
        const samples = await read(start + searched, end - searched);
        energies.push(samples);
        searched += samples.length;
        if (detectSpeech(energies).length > 0) return true;
        if (searched < end) return false;
      }
    }
  } finally {
    await reader?.close();
  }
}

/** The level that recognisers were trained with: root mean square of speech, as a share of full scale (about -22 dBFS). */
const TARGET = 0.08;
/** Never louder than this share of full scale. */
const CEILING = 0.95;
const MAX_GAIN = 1_000;

/** Makes quiet speech as loud as a recogniser expects; loud speech is unchanged. */
export function amplified(samples: Int16Array): Int16Array {
  let squares = 0;
  let peak = 1;
  for (const sample of samples) {
    squares += sample * sample;
    peak = Math.max(peak, Math.abs(sample));
  }
  const level = Math.sqrt(squares / Math.max(1, samples.length));
  const gain = Math.min(MAX_GAIN, (TARGET * 32_768) / Math.max(level, 1e-9), (CEILING * 32_767) / peak);
  return gain <= 1 ? samples : Int16Array.from(samples, (sample) => Math.round(sample * gain));
}
