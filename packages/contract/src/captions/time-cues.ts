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
 * When each cue is shown: from its first word, for as long as it takes to speak and to read, at least a second; it may extend into the gap
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

/** How many cues exceed the reading speed: the speech is faster and no gap follows. */
export function tooFast(cues: readonly Cue[]): number {
  // Caption files have millisecond resolution.
  return cues.filter(({ text, start, end }) => readingTime(text) > end - start + LEAST).length;
}

function readingTime(text: string): number {
  return textWidth(text.replace(/\n/g, ' ')) / READING_SPEED;
}
