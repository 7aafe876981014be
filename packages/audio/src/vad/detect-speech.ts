import { BANDS, FRAME_RATE, type FrameEnergies, QUIETEST_DB } from './frame-energies.ts';

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
  const result = new Float32Array(energies.frames);
  const half = (SMOOTHING - 1) / 2;
  for (let frame = 0; frame < result.length; frame++) {
    let sum = 0;
    let count = 0;
    for (let at = Math.max(0, frame - half); at <= Math.min(result.length - 1, frame + half); at++) {
      sum += 10 ** (energies.level(at, band) / 10);
      count++;
    }
    result[frame] = Math.max(QUIETEST_DB, 10 * Math.log10(sum / count));
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
