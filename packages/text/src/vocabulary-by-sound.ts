import type { Correction } from '@quoth/contract';
import {
  folded,
  type SoundCode,
  skeletonOf,
  soundDistance,
  soundOfLetters,
  soundsOf,
  startOf,
} from './sound.ts';

/** A text after its corrections, in the order of the text. */
export interface CorrectedText {
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/** A term of the vocabulary in the forms that a text is compared with. */
interface Term {
  readonly written: string;
  readonly letters: string;
  readonly sounds: readonly SoundCode[];
}

/** Shorter terms sound like too much else. */
const MIN_LETTERS = 4;
/** A term that words of the dictionary may stand for together must have so many letters, and so many consonants. */
const MIN_LONG_LETTERS = 6;
const MIN_LONG_CONSONANTS = 4;
/** At most so many words of a text are one term, single letters aside. */
const MAX_SPAN = 4;

/** What was heard has at most so many letters more than the longest term. */
const MORE_LETTERS = 4;

/**
 * How far a word that is in no dictionary may sound from the term; a short one less, or with so many terms that one
 * fits by accident.
 */
const UNKNOWN = 0.2;
const UNKNOWN_SHORT = 0.1;
const SHORT_SOUNDS = 5;
const FEW_TERMS = 30;
const LESS_FOR_TEN_TIMES = 0.04;
/** The same for several words of which the dictionary knows some, and all. */
const PARTLY_KNOWN = 0.185;
const ALL_KNOWN = 0.06;
/**
 * Small words ("to", "the") are part of a term only if the whole sounds the same, or if one stands beside an unknown
 * word: "day tobrixt" for "Databricks".
 */
const SMALL_WORD = 3;
const SAME = 0.01;
const SMALL_AND_UNKNOWN = 0.135;
/** The next best term must be so much further away, or it is not known which was said. */
const MARGIN = 0.04;

const lists = new WeakMap<readonly string[], TermIndex>();

/** The terms, found by their letters, by their first sound and by their consonants. */
class TermIndex {
  readonly byLetters = new Map<string, Term>();
  /** Of the longest term. */
  maxLetters = 0;
  readonly byStart = new Map<string, Term[]>();
  readonly bySkeleton = new Map<string, Term[]>();

  constructor(terms: readonly string[]) {
    for (const written of terms) this.#add(written);
  }

  get size(): number {
    return this.byLetters.size;
  }

  static of(terms: readonly string[]): TermIndex {
    const index = lists.get(terms) ?? new TermIndex(terms);
    lists.set(terms, index);
    return index;
  }

  #add(written: string): void {
    const letters = lettersOf(written);
    if (letters.length < MIN_LETTERS || !/^[a-z]+$/.test(letters) || this.byLetters.has(letters)) return;
    const term = { written, letters, sounds: soundsOfTerm(written) };
    this.byLetters.set(letters, term);
    this.maxLetters = Math.max(this.maxLetters, letters.length);
    for (const start of new Set(term.sounds.map(startOf))) push(this.byStart, start, term);
    if (letters.length < MIN_LONG_LETTERS) return;
    for (const skeleton of new Set(term.sounds.map(skeletonOf)))
      if (skeleton.length >= MIN_LONG_CONSONANTS) push(this.bySkeleton, skeleton, term);
  }
}

function push(map: Map<string, Term[]>, key: string, term: Term): void {
  const list = map.get(key);
  if (list) list.push(term);
  else map.set(key, [term]);
}

/** Each word is read on its own; acronyms within are read as a word, and letter by letter. */
function soundsOfTerm(written: string): SoundCode[] {
  const parts = written.match(/\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?[^\p{Lu}\s-]+|\p{Lu}/gu) ?? [];
  const whole = soundsOf(lettersOf(written));
  const acronym = (part: string) => /^\p{Lu}{2,4}$/u.test(part);
  if (parts.length < 2) return whole;
  const split = parts.map((part) => soundsOf(lettersOf(part))[0] ?? '').join('');
  const named = parts
    .map((part) => (acronym(part) ? soundOfLetters(part) : (soundsOf(lettersOf(part))[0] ?? '')))
    .join('');
  return [...new Set([...whole, split, ...(parts.some(acronym) ? [named] : [])])];
}

/** Lower case without accents, spaces and signs. */
export function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/ł/gu, 'l')
    .replace(/ø/gu, 'o')
    .replace(/æ/gu, 'ae')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly letters: string;
  /** The dictionary has it, or it is too short to tell. */
  readonly known: boolean;
  readonly single: boolean;
  /** Known, in lower case and of at most three letters. */
  readonly small: boolean;
  /** Read by itself, and what stays of it without vowels. */
  readonly sound: SoundCode;
  readonly skeleton: string;
}

interface Match {
  readonly first: number;
  readonly last: number;
  readonly term: Term;
  readonly distance: number;
}

const WORD = /\p{L}[\p{L}\p{M}]*/gu;
/** What may stand between the words that are one term. */
const BETWEEN = /^(?:[ \u00a0]+|[ \u00a0]?-[ \u00a0]?|\.[ \u00a0]?)$/u;

/**
 * A text with the terms of a vocabulary written right where they were heard: a word that is in no dictionary and sounds
 * like a term, or neighbors that together do. Words that `knows` has are left alone, unless several together have the
 * letters or nearly the sound of a long term. Terms are compared in Latin script. The list of terms is remembered, so
 * it must not be changed afterwards.
 */
export function correctedBySound(
  text: string,
  terms: readonly string[],
  knows: (word: string) => boolean,
): CorrectedText {
  const index = TermIndex.of(terms);
  if (index.byLetters.size === 0) return { text, corrections: [] };
  const tokens = tokensOf(text, knows);
  const matches = tokens.flatMap((_, first) => matchesFrom(text, tokens, first, index));
  matches.sort(
    (one, other) => one.distance - other.distance || one.last - one.first - (other.last - other.first),
  );
  const taken: Match[] = [];
  for (const match of matches)
    if (taken.every(({ first, last }) => match.last < first || match.first > last)) taken.push(match);
  taken.sort((one, other) => one.first - other.first);
  let result = '';
  let copied = 0;
  const corrections: Correction[] = [];
  for (const { first, last, term } of taken) {
    const start = tokens[first]?.start ?? 0;
    const end = tokens[last]?.end ?? 0;
    const heard = text.slice(start, end);
    if (heard.toLowerCase() === term.written.toLowerCase()) continue;
    result += text.slice(copied, start) + term.written;
    copied = end;
    corrections.push({ heard, written: term.written });
  }
  return { text: result + text.slice(copied), corrections };
}

function tokensOf(text: string, knows: (word: string) => boolean): Token[] {
  const words = new Map<string, Omit<Token, 'start' | 'end'>>();
  return [...text.matchAll(WORD)].map((found) => {
    const [word] = found;
    const read = words.get(word) ?? tokenOf(word, knows);
    words.set(word, read);
    return { ...read, start: found.index, end: found.index + word.length };
  });
}

function tokenOf(word: string, knows: (word: string) => boolean): Omit<Token, 'start' | 'end'> {
  const letters = lettersOf(word);
  const known = letters.length < 3 || !/^[a-z]+$/.test(letters) || knows(word);
  const small = known && letters.length <= SMALL_WORD && word === word.toLowerCase();
  const [sound = ''] = soundsOf(letters);
  return { letters, known, small, sound, skeleton: skeletonOf(sound), single: letters.length === 1 };
}

function matchesFrom(text: string, tokens: readonly Token[], first: number, index: TermIndex): Match[] {
  const matches: Match[] = [];
  const span: Token[] = [];
  let words = 0;
  let letters = '';
  for (let last = first; last < tokens.length; last++) {
    const token = tokens[last];
    const before = span.at(-1);
    if (!token || (before && !isJoined(text, before, token))) break;
    span.push(token);
    letters += token.letters;
    if (!token.single || !before?.single) words++;
    if (words > MAX_SPAN || letters.length > index.maxLetters + MORE_LETTERS) break;
    const match = bestTerm(span, letters, index);
    if (match) matches.push({ first, last, ...match });
  }
  return matches;
}

/** A full stop stands between the letters of an acronym alone. */
function isJoined(text: string, before: Token, token: Token): boolean {
  const between = text.slice(before.end, token.start);
  return BETWEEN.test(between) && (!between.startsWith('.') || before.single);
}

function bestTerm(
  span: readonly Token[],
  letters: string,
  index: TermIndex,
): Omit<Match, 'first' | 'last'> | undefined {
  const unknown = span.filter(({ known }) => !known).length;
  // The same letters with other spaces: "next cloud", "P. H. P. Storm".
  const same =
    span.length > 1 && letters.length >= MIN_LONG_LETTERS ? index.byLetters.get(letters) : undefined;
  if (same) return { term: same, distance: 0 };
  if (span.length === 1 && (unknown === 0 || !/[aeiouy]/.test(letters))) return undefined;
  const most = allowed(span, unknown, index.size);
  const apart = span.map(({ sound }) => sound).join('');
  const sounds = unknown === 0 ? [apart] : [...new Set([apart, ...soundsOf(letters)])];
  const candidates =
    unknown === 0
      ? (index.bySkeleton.get(folded(span.map(({ skeleton }) => skeleton).join(''))) ?? [])
      : sounds.flatMap((code) => index.byStart.get(startOf(code)) ?? []);
  let best: Omit<Match, 'first' | 'last'> | undefined;
  let next = Number.POSITIVE_INFINITY;
  for (const term of new Set(candidates)) {
    const distance = distanceOf(sounds, term, most + MARGIN);
    if (best === undefined || distance < best.distance) {
      next = best?.distance ?? next;
      best = { term, distance };
    } else next = Math.min(next, distance);
  }
  if (!best || next - best.distance < MARGIN) return undefined;
  const isShort = Math.max(...best.term.sounds.map((code) => code.length)) <= SHORT_SOUNDS;
  return best.distance <= (isShort ? Math.min(most, UNKNOWN_SHORT) : most) ? best : undefined;
}

function distanceOf(sounds: readonly SoundCode[], term: Term, limit: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const code of sounds)
    for (const own of term.sounds)
      nearest = Math.min(nearest, soundDistance(code, own, Math.min(limit, nearest)));
  return nearest;
}

/** How far the words together may sound from a term. */
function allowed(span: readonly Token[], unknown: number, terms: number): number {
  if (span.some(({ small }) => small)) return unknown > 0 && span.length === 2 ? SMALL_AND_UNKNOWN : SAME;
  if (unknown === 0) return ALL_KNOWN;
  const less = LESS_FOR_TEN_TIMES * Math.max(0, Math.log10(terms / FEW_TERMS));
  return (span.length === 1 ? UNKNOWN : PARTLY_KNOWN) - less;
}
