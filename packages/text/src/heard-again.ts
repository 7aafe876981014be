import type { Segment } from '@quoth/contract';
import { lettersOf } from './judge-text.ts';
import { mergeChunks, type RecognizedSpeech } from './merge-chunks.ts';

/**
 * What was heard again must have so many times the letters of what stood there: a model that writes about the same adds
 * nothing.
 */
const MORE = 1.3;
/** Segments lie within a place if they reach beyond it by no more; seconds. */
const REACH_S = 1e-3;

/**
 * Speech with what another attempt heard at a place, instead of what stood there; undefined where that says no more.
 */
export function withHeardAgain(
  speech: RecognizedSpeech,
  place: { readonly start: number; readonly end: number },
  more: RecognizedSpeech,
  isWrong = false,
): RecognizedSpeech | undefined {
  const here = speech.segments.filter(
    ({ start, end }) => start >= place.start - REACH_S && end <= place.end + REACH_S,
  );
  const before = here.reduce((sum, { text }) => sum + lettersOf(text), 0);
  const now = lettersOf(more.text);
  if (isWrong ? now === 0 : now <= MORE * before) return undefined;
  const others = speech.segments.filter((segment) => !here.includes(segment));
  const segments = [...others, ...withoutEdges(more.segments, others)];
  segments.sort((one, other) => one.start - other.start);
  const words = speech.words.filter(
    ({ start, end }) => !here.some((one) => end > one.start && start < one.end),
  );
  const corrections = [...(speech.corrections ?? []), ...(more.corrections ?? [])];
  return ofSegments({ ...speech, words: [...words, ...more.words], corrections }, segments);
}

/** The speech of these segments alone. */
export function ofSegments(heard: RecognizedSpeech, segments: readonly Segment[]): RecognizedSpeech {
  const { corrections = [], doubts = [], language } = heard;
  const parts = segments.map((segment) => ({
    language,
    text: segment.text,
    segments: [segment],
    words: heard.words.filter(({ start, end }) => end > segment.start && start < segment.end),
  }));
  return {
    ...mergeChunks(parts),
    language,
    ...(corrections.length > 0 && { corrections }),
    ...(doubts.length > 0 && { doubts }),
  };
}

/** Without a first or last word that the segment before or after says already: it lies in the sound around the gap. */
function withoutEdges(found: readonly Segment[], others: readonly Segment[]): Segment[] {
  const wordsOf = (text: string | undefined) => text?.split(/\s+/) ?? [];
  const isSame = (one = '', other = '') => one !== '' && bare(one) === bare(other);
  return found.flatMap((segment, index) => {
    let words = wordsOf(segment.text);
    const before = others.findLast(({ start }) => start <= segment.start);
    const after = others.find(({ start }) => start > segment.start);
    if (index === 0 && isSame(words[0], wordsOf(before?.text).at(-1))) words = words.slice(1);
    if (index === found.length - 1 && isSame(words.at(-1), wordsOf(after?.text)[0]))
      words = words.slice(0, -1);
    return words.length === 0 ? [] : [{ ...segment, text: words.join(' ') }];
  });
}

/** A text as the same words that it says over and over; in one piece where it does not. */
export function repeatedText(text: string): string[] {
  const words = text.split(/\s+/);
  const said = words.map(bare);
  const length = words.findIndex((_, at) => {
    const size = at + 1;
    return words.length % size === 0 && said.every((word, index) => word === said[index % size]);
  });
  const size = length + 1;
  return Array.from({ length: words.length / size }, (_, at) =>
    words.slice(at * size, at * size + size).join(' '),
  );
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}
