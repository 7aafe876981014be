import type { Correction } from '@quoth/contract';
import type { RecognizedSpeech } from './merge-chunks.ts';
import { soundDistance, soundsOf } from './sound.ts';
import { lettersOf } from './vocabulary-by-sound.ts';
import { wordErrors } from './word-error-rate.ts';

/** The term stands alone where other words were, so little more is asked than that it can be the same sound. */
const ALONE = 0.45;
/** Words beside it differ too. */
const AMONG_OTHERS = 0.3;
/** Further away, a model that is prompted with a term hardly ever finds it. */
const NEAR = 0.3;
/** At most so many words are one term. */
const MAX_SPAN = 5;

interface Place {
  readonly first: number;
  readonly last: number;
  readonly written: string;
}

/**
 * What was said, with those terms that the model wrote when it was given the vocabulary as a prompt, each where other
 * words of about the same sound stood without it. Everything else that a prompt changed, words left out and words
 * invented, is not taken over.
 */
export function withPromptedTerms(
  speech: RecognizedSpeech,
  prompted: string,
  terms: readonly string[],
): RecognizedSpeech {
  const plain = speech.text.split(/\s+/u).filter(Boolean);
  const places = placesOf(plain, prompted.split(/\s+/u).filter(Boolean), terms);
  if (places.length === 0) return speech;
  const corrections: Correction[] = places.map(({ first, last, written }) => ({
    heard: bare(plain.slice(first, last + 1).join(' ')),
    written,
  }));
  let from = 0;
  const segments = speech.segments.map((segment) => {
    const own = segment.text.split(/\s+/u).filter(Boolean);
    const text = replaced(own, from, places).join(' ');
    from += own.length;
    return { ...segment, text };
  });
  const words =
    speech.words.length === plain.length
      ? places.toReversed().reduce(
          (list, { first, last, written }) => {
            const [start, end] = [list[first], list[last]];
            if (!start || !end) return list;
            const word = signsBefore(start.word) + written + signsAfter(end.word);
            return [...list.slice(0, first), { ...start, word, end: end.end }, ...list.slice(last + 1)];
          },
          [...speech.words],
        )
      : speech.words;
  const text = replaced(plain, 0, places).join(' ');
  // Segments with other words than the text's cannot be matched to it.
  return {
    ...speech,
    text,
    words,
    segments: from === plain.length ? segments : speech.segments,
    corrections,
  };
}

/**
 * Words with the terms in their places; `from` is the index of the first word in the whole text. A term that began
 * before is left out.
 */
function replaced(words: readonly string[], from: number, places: readonly Place[]): string[] {
  return words.flatMap((word, index) => {
    const at = from + index;
    const place = places.find(({ first, last }) => first <= at && at <= last);
    if (!place) return [word];
    if (place.first !== at) return [];
    const end = words[place.last - from] ?? words.at(-1) ?? word;
    return [signsBefore(word) + place.written + signsAfter(end)];
  });
}

const SIGNS_BEFORE = /^[^\p{L}\p{N}]*/u;
const SIGNS_AFTER = /(?:['’]s)?[^\p{L}\p{N}]*$/u;

function signsBefore(word: string): string {
  return SIGNS_BEFORE.exec(word)?.[0] ?? '';
}

function signsAfter(word: string): string {
  return SIGNS_AFTER.exec(word)?.[0] ?? '';
}

function bare(words: string): string {
  return words.slice(signsBefore(words).length, words.length - signsAfter(words).length);
}

/** Runs of words in which both texts differ, between words that are the same. */
function placesOf(plain: readonly string[], prompted: readonly string[], terms: readonly string[]): Place[] {
  const { steps } = wordErrors(plain.map(lettersOf), prompted.map(lettersOf));
  const places: Place[] = [];
  let [ours, theirs] = [0, 0];
  let run = { ours: [] as number[], theirs: [] as number[] };
  const end = () => {
    if (run.ours.length > 0 && run.theirs.length > 0)
      places.push(...termsIn(run.ours, run.theirs, plain, prompted, terms));
    run = { ours: [], theirs: [] };
  };
  for (const { kind } of steps) {
    if (kind === 'same') end();
    if (kind !== 'inserted') {
      if (kind !== 'same') run.ours.push(ours);
      ours++;
    }
    if (kind !== 'deleted') {
      if (kind !== 'same') run.theirs.push(theirs);
      theirs++;
    }
  }
  end();
  return places;
}

function termsIn(
  ours: readonly number[],
  theirs: readonly number[],
  plain: readonly string[],
  prompted: readonly string[],
  terms: readonly string[],
): Place[] {
  const said = lettersOf(theirs.map((at) => prompted[at]).join(' '));
  const places: Place[] = [];
  for (const written of terms) {
    const letters = lettersOf(written);
    if (letters === '' || !said.includes(letters)) continue;
    const most = said === letters ? ALONE : AMONG_OTHERS;
    let best: (Place & { readonly distance: number }) | undefined;
    for (let first = 0; first < ours.length; first++) {
      for (let last = first; last < Math.min(ours.length, first + MAX_SPAN); last++) {
        const heard = lettersOf(
          ours
            .slice(first, last + 1)
            .map((at) => plain[at])
            .join(' '),
        );
        const distance = nearest(heard, letters, most);
        if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
          best = { first: ours[first] ?? 0, last: ours[last] ?? 0, written, distance };
      }
    }
    if (best && places.every(({ first, last }) => best.last < first || best.first > last)) places.push(best);
  }
  return places.sort((one, other) => one.first - other.first);
}

function nearest(heard: string, letters: string, most: number): number {
  if (heard === '') return Number.POSITIVE_INFINITY;
  return Math.min(
    ...soundsOf(heard).flatMap((one) => soundsOf(letters).map((other) => soundDistance(one, other, most))),
  );
}

/** True where words of a text sound about like a term that it does not hold: a model may have misheard it. */
export function mayHoldTerms(text: string, terms: readonly string[]): boolean {
  const words = text.split(/\s+/u).map(lettersOf).filter(Boolean);
  const missing = terms
    .filter((term) => !text.includes(term))
    .map(lettersOf)
    .filter(Boolean);
  const sounds = missing.map((letters) => ({ letters, codes: soundsOf(letters) }));
  for (let first = 0; first < words.length && sounds.length > 0; first++) {
    let heard = '';
    for (let last = first; last < Math.min(words.length, first + MAX_SPAN); last++) {
      heard += words[last];
      const codes = soundsOf(heard);
      for (const term of sounds) {
        if (heard.length < term.letters.length / 2 || heard.length > 2 * term.letters.length) continue;
        if (codes.some((one) => term.codes.some((other) => soundDistance(one, other, NEAR) <= NEAR)))
          return true;
      }
    }
  }
  return false;
}
