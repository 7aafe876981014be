import type { Segment, Word } from '../transcribe.ts';
import { breakablePieces, textWidth } from './text-width.ts';

/** The input for a caption file. */
export interface CaptionSource {
  readonly text: string;
  /** Seconds. */
  readonly duration: number;
  readonly segments?: readonly Segment[];
  readonly words?: readonly Word[];
  /** Applied to the text of each cue, such as a mode's text rules. */
  readonly rewrite?: (text: string) => string;
}

/** A word and when it is spoken, in seconds; start times never decrease. */
export interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a source in order: its own, else from its segments, else from the whole text, with times estimated from word lengths. */
export function spokenWords({ text, duration, segments = [], words = [] }: CaptionSource): SpokenWord[] {
  const spread =
    words.length > 0
      ? words.map(({ word, start, end }) => ({ text: word.trim(), start, end }))
      : segments.length > 0
        ? segments.flatMap((segment) => spreadOver(segment.text, segment.start, segment.end))
        : spreadOver(text, 0, Math.max(duration, 0.5));
  const isMarkedAtEnd =
    spread.filter(({ start, end }) => end - start <= ONE_STEP).length > spread.length * 0.8;
  let earliest = 0;
  let before = 0;
  return spread
    .filter((word) => word.text !== '')
    .map((word) => {
      const start = Math.max(isMarkedAtEnd ? beginning(word, before) : word.start, earliest);
      const end = Math.max(word.end, start);
      earliest = start;
      before = end;
      return { ...word, start, end };
    });
}

/** Seconds: the longest word from a model that marks only one step near a word's end. */
const ONE_STEP = 0.1;
/** Approximate seconds per spoken letter. */
const LETTER = 0.06;

/** The estimated start of a word that is marked near its end. */
function beginning({ text, start, end }: SpokenWord, before: number): number {
  return Math.min(start, Math.max(before, end - text.length * LETTER));
}

/** Divides the time among the words in proportion to their letters. */
function spreadOver(text: string, start: number, end: number): SpokenWord[] {
  const pieces = breakablePieces(text);
  const total = pieces.reduce((sum, piece) => sum + textWidth(piece), 0);
  const length = Math.max(0, end - start);
  let spoken = 0;
  return pieces.map((piece) => {
    const from = start + (length * spoken) / total;
    spoken += textWidth(piece);
    return { text: piece, start: from, end: start + (length * spoken) / total };
  });
}
