import { diffArrays } from 'diff';

/** A word or a phrase of the engine, and when it is spoken, in seconds. */
export interface Spoken {
  readonly text: string;
  readonly start: number;
}

/** A part of a text, from a place to before another one, and when it is spoken. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly start: number;
}

/** A word of a text, as it is compared, and its place. */
interface Token {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function tokensOf(text: string): Token[] {
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({
      word: segment.toLowerCase(),
      from: index,
      to: index + segment.length,
    }));
}

/** Comparing takes no longer, so that the window never waits for it. */
const COMPARED_MS = 150;
/** Of a text that shares less with what was said, such as a translation, no place is known. */
const MIN_SHARED = 0.5;

/**
 * Where in a text what was spoken stands, though words of it were replaced, added or left out since: those belong to
 * what stands before them. Empty if the text shares too little with it.
 */
export function passagesOf(text: string, spoken: readonly Spoken[]): readonly Passage[] {
  const tokens = tokensOf(text);
  const units = spoken.flatMap(({ text: said }, unit) => tokensOf(said).map(({ word }) => ({ word, unit })));
  const parts = diffArrays(
    units.map(({ word }) => word),
    tokens.map(({ word }) => word),
    { timeout: COMPARED_MS },
  );
  if (!parts) return [];
  const unitOf: (number | undefined)[] = [];
  let at = 0;
  for (const { count, added, removed } of parts) {
    if (added) unitOf.push(...Array.from({ length: count }, () => undefined));
    else {
      if (!removed) unitOf.push(...units.slice(at, at + count).map(({ unit }) => unit));
      at += count;
    }
  }
  const shared = unitOf.filter((unit) => unit !== undefined);
  if (shared.length === 0 || shared.length < tokens.length * MIN_SHARED) return [];
  const passages: { from: number; to: number; start: number; readonly unit: number }[] = [];
  let unit = shared[0] ?? 0;
  for (const [index, { from, to }] of tokens.entries()) {
    unit = unitOf[index] ?? unit;
    const last = passages.at(-1);
    if (last?.unit === unit) last.to = to;
    else passages.push({ from, to, start: spoken[unit]?.start ?? 0, unit });
  }
  return passages.map(({ unit: _unit, ...passage }) => passage);
}

/** The last of those that begin at or before a value, by this measure; undefined before the first. */
export function lastBefore(
  passages: readonly Passage[],
  measure: 'from' | 'start',
  value: number,
): Passage | undefined {
  let [low, high] = [0, passages.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle]?.[measure] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return passages[low - 1];
}
