import type { Correction, Segment, Word } from '@quoth/contract';
import { spaceBetween } from './captions.ts';
import type { Doubt } from './judge-text.ts';

/** The speech in one chunk of audio, or in all of it. Times are seconds from its start. */
export interface RecognizedSpeech {
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
  /** BCP-47 primary tag; null if unknown. */
  readonly language: string | null;
  /** Terms of the vocabulary in this text that the engine wrote only when it was prompted with them. */
  readonly corrections?: readonly Correction[];
  /** Where the text can't be what was said, although all was tried. */
  readonly doubts?: readonly Doubt[] | undefined;
}

/** A chunk without speech, between chunks that have some. */
export const nothingSaid: RecognizedSpeech = { text: '', words: [], segments: [], language: null };

/** Merges the speech of a recording's chunks, in order. */
export function mergeChunks(chunks: readonly RecognizedSpeech[]): RecognizedSpeech {
  const corrections = chunks.flatMap((chunk) => chunk.corrections ?? []);
  const doubts = chunks.flatMap((chunk) => chunk.doubts ?? []);
  return {
    ...(corrections.length > 0 && { corrections }),
    ...(doubts.length > 0 && { doubts }),
    text: joinTexts(chunks.map(({ text }) => text)),
    words: chunks.flatMap(({ words }) => words),
    segments: chunks.flatMap(({ segments }) => segments).map((segment, id) => ({ ...segment, id })),
    language: mostSpoken(chunks),
  };
}

/** Shifts times by an offset in seconds: from within the chunk to within the recording. */
export function shiftedBy(seconds: number, speech: RecognizedSpeech): RecognizedSpeech {
  if (seconds === 0) return speech;
  const later = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: toMilliseconds(timed.start + seconds),
    end: toMilliseconds(timed.end + seconds),
  });
  return {
    ...speech,
    words: speech.words.map(later),
    segments: speech.segments.map(later),
    ...(speech.doubts && { doubts: speech.doubts.map(later) }),
  };
}

/** Joins texts: with a space between them, except in scripts written without spaces. */
export function joinTexts(texts: readonly string[]): string {
  let all = '';
  let last = '';
  for (const text of texts) {
    if (text === '') continue;
    // Only the last one is looked at: a look at the whole would copy it for each text.
    all += `${spaceBetween(last, text)}${text}`;
    last = text;
  }
  return all;
}

/** The language of most of the text. */
function mostSpoken(chunks: readonly RecognizedSpeech[]): string | null {
  const lengths = new Map<string, number>();
  for (const { language, text } of chunks) {
    if (language !== null && text !== '') lengths.set(language, (lengths.get(language) ?? 0) + text.length);
  }
  const [first] = [...lengths].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
