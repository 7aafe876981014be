import { LONGEST_CUE, READING_SPEED, SHORTEST_CUE } from './caption-shape.ts';
import { textWidth } from './text-width.ts';

/** A caption and when it is shown, in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A shorter gap between two cues only flickers. Seconds. */
const SMALL_GAP = 0.5;
/** Players drop cues of no length. Seconds. */
const LEAST = 0.001;

/**
 * When each cue is shown: from its first word on, for as long as it is spoken and takes to read, at least a second; it may grow into the gap
 * after it, but not into the next cue, and not beyond seven seconds.
 */
export function timeCues(cues: readonly Cue[], duration: number): Cue[] {
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.start;
    const latest = Math.min(cue.start + LONGEST_CUE, next ?? Math.max(duration, cue.end));
    const wanted = Math.max(cue.end, cue.start + SHORTEST_CUE, cue.start + readingTime(cue.text));
    const closed = next !== undefined && next - wanted < SMALL_GAP ? next : wanted;
    return { ...cue, end: Math.max(cue.start + LEAST, Math.min(closed, latest)) };
  });
}

/** How many of the cues read faster than people do: where somebody speaks faster than that, and no gap follows. */
export function tooFast(cues: readonly Cue[]): number {
  // A millisecond is what a caption file can say.
  return cues.filter(({ text, start, end }) => readingTime(text) > end - start + LEAST).length;
}

function readingTime(text: string): number {
  return textWidth(text.replace(/\n/g, ' ')) / READING_SPEED;
}
