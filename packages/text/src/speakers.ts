import type { Segment, SpeakerNames, Word } from '@quoth/contract';
import { spaceBetween } from './captions.ts';
import { joinTexts, type RecognizedSpeech } from './merge-chunks.ts';

/** What was said in the two channels of a recording, in the order in which it was said. */
export interface Conversation {
  /** A paragraph for each turn, which begins with the name of its speaker. */
  readonly text: string;
  readonly words: readonly Word[];
  readonly segments: readonly Segment[];
}

/** What was said in one channel without a pause, within one sentence. */
interface Phrase {
  readonly channel: 1 | 2;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** None where its recognizer gives no times of words. */
  readonly words: readonly Word[];
  /** The segment that it is in. */
  readonly of: Segment | undefined;
}

/** Seconds of silence that end a phrase. */
const PAUSE_S = 0.6;
/** So many words end one too: what compares phrases takes time that grows with the square. */
const MAX_WORDS = 60;
const ENDS_SENTENCE = /[.?!…。？！]["'”’)\]」』]*$/u;
/**
 * How far the times of a word may be apart, in seconds, in the track that played it and in the one that heard it from
 * the loudspeaker: models are not more exact. In a long phrase, whose words have estimated times, a third of its
 * length:
 * who repeats a phrase begins when it has ended.
 */
const ECHO_S = 0.8;
const MAX_ECHO_S = 2.5;
/** A phrase is an echo, if so much of it stands in the other track at the same time... */
const ECHO_SHARE = 0.6;
/** ...and else so many of its words in a row are. */
const ECHO_WORDS = 4;

/**
 * Puts together what was said in two channels: `mine` in the first, `theirs` in the second. With `hasLoudspeakers`,
 * what of the second channel was heard in the first as well, because they played it into the microphone, is left out
 * there.
 */
export function conversation(
  mine: RecognizedSpeech,
  theirs: RecognizedSpeech,
  names: SpeakerNames,
  { hasLoudspeakers }: { readonly hasLoudspeakers: boolean },
): Conversation {
  const others = phrasesOf(theirs, 2);
  const own = phrasesOf(mine, 1);
  const phrases = [...(hasLoudspeakers ? withoutEchoes(own, others) : own), ...others].toSorted(
    (one, other) => one.start - other.start,
  );
  const nameOf = ({ channel }: Phrase) => (channel === 1 ? names.me : names.others);
  const segments = phrases.map((phrase, id) => {
    const { channel, start, end, text, of } = phrase;
    return { ...of, id, start, end, text, channel, speaker: nameOf(phrase) };
  });
  return {
    text: textOfTurns(turnsOf(segments)),
    words: phrases.flatMap((phrase) => phrase.words.map((word) => ({ ...word, speaker: nameOf(phrase) }))),
    segments,
  };
}

/** What one speaker said until the other one did. */
export interface SpokenTurn {
  readonly speaker: string;
  readonly text: string;
}

/** The turns of a conversation's segments; none where they are not of separate channels. */
export function turnsOf(segments: readonly Pick<Segment, 'speaker' | 'text'>[]): readonly SpokenTurn[] {
  const turns: { readonly speaker: string; readonly texts: string[] }[] = [];
  for (const { speaker, text } of segments) {
    if (speaker === undefined) continue;
    const turn = turns.at(-1);
    if (turn?.speaker === speaker) turn.texts.push(text);
    else turns.push({ speaker, texts: [text] });
  }
  return turns.map(({ speaker, texts }) => ({ speaker, text: joinTexts(texts) }));
}

/** A paragraph for each turn, which begins with the name of its speaker; none for one that says nothing. */
export function textOfTurns(turns: readonly SpokenTurn[]): string {
  return turns
    .filter(({ text }) => text !== '')
    .map(({ speaker, text }) => `${speaker}: ${text}`)
    .join('\n\n');
}

/** By its words where they are all of its text, else by its segments. */
function phrasesOf({ text, words, segments }: RecognizedSpeech, channel: 1 | 2): Phrase[] {
  const isWhole = letters(words.map(({ word }) => word).join('')) === letters(text);
  if (text === '') return [];
  if (!isWhole && segments.length === 0)
    return [{ channel, start: 0, end: 0, text, words: [], of: undefined }];
  if (!isWhole)
    return segments.map((of) => ({
      channel,
      start: of.start,
      end: of.end,
      text: of.text.trim(),
      words: [],
      of,
    }));
  const phrases: Word[][] = [];
  for (const word of words) {
    const phrase = phrases.at(-1) ?? [];
    const before = phrase.at(-1);
    const isNext = before && word.start - before.end < PAUSE_S && !ENDS_SENTENCE.test(before.word);
    if (isNext && phrase.length < MAX_WORDS) phrase.push(word);
    else phrases.push([word]);
  }
  let at = 0;
  return phrases.map((all) => {
    const start = all[0]?.start ?? 0;
    while ((segments[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= start) at++;
    return phraseOf(all, channel, segments[at]);
  });
}

function phraseOf(words: readonly Word[], channel: 1 | 2, of: Segment | undefined): Phrase {
  const start = words[0]?.start ?? 0;
  return { channel, start, end: words.at(-1)?.end ?? start, text: textOf(words), words, of };
}

/** Words of scripts without spaces are parts of words, so they are joined as they are. */
function textOf(words: readonly Word[]): string {
  return words
    .map(({ word }) => word.trim())
    .reduce((all, word) => `${all}${spaceBetween(all, word)}${word}`, '');
}

interface TimedWord {
  readonly letters: string;
  readonly start: number;
}

/** The words of a phrase; without times of their own, at even distances; none where the phrase has none. */
function timedWords({ words, text, start, end }: Phrase): TimedWord[] {
  if (end <= start) return [];
  if (words.length > 0) return words.map((word) => ({ letters: letters(word.word), start: word.start }));
  const pieces = text.split(/\s+/u);
  return pieces.map((piece, index) => ({
    letters: letters(piece),
    start: start + ((end - start) * index) / pieces.length,
  }));
}

/**
 * What of the own phrases the loudspeakers did not play. Few words, such as a greeting, may be said by both at once:
 * they are echoes only where longer phrases are.
 */
function withoutEchoes(own: readonly Phrase[], others: readonly Phrase[]): Phrase[] {
  const played = others.flatMap(timedWords);
  let from = 0;
  const heard = own.map((phrase) => {
    while ((played[from]?.start ?? phrase.start) < phrase.start - MAX_ECHO_S) from++;
    return { phrase, rest: withoutEcho(phrase, played.slice(from, from + 2 * MAX_WORDS)) };
  });
  const hasEcho = heard.some(
    ({ phrase, rest }) => rest[0] !== phrase && timedWords(phrase).length >= ECHO_WORDS,
  );
  return hasEcho ? heard.flatMap(({ rest }) => rest) : [...own];
}

/** What of a phrase was not played by the loudspeakers at the same time: all, a part, or nothing. */
function withoutEcho(phrase: Phrase, played: readonly TimedWord[]): Phrase[] {
  const own = timedWords(phrase);
  if (own.length > MAX_WORDS) return [phrase];
  const within = Math.max(ECHO_S, Math.min(MAX_ECHO_S, (phrase.end - phrase.start) / 3));
  const isEcho = heardIn(own, played, within);
  const echoes = isEcho.filter(Boolean).length;
  if (echoes === 0) return [phrase];
  if (echoes >= ECHO_SHARE * own.length) return [];
  const rest = phrase.words.filter((_, index) => !isEcho[index] || rowAt(isEcho, index) < ECHO_WORDS);
  if (rest.length === phrase.words.length) return [phrase];
  return [phraseOf(rest, phrase.channel, phrase.of)];
}

/** For each word, whether it stands in the other list at its time: the longest list of both, in their order. */
function heardIn(own: readonly TimedWord[], played: readonly TimedWord[], within: number): boolean[] {
  const isSame = (one: TimedWord | undefined, other: TimedWord | undefined) =>
    one !== undefined &&
    other !== undefined &&
    one.letters === other.letters &&
    Math.abs(one.start - other.start) <= within;
  // How many are the same from these two places on.
  const same = Array.from({ length: own.length + 1 }, () => new Uint16Array(played.length + 1));
  const countAt = (mine: number, theirs: number) => same[mine]?.[theirs] ?? 0;
  for (let mine = own.length - 1; mine >= 0; mine--) {
    for (let theirs = played.length - 1; theirs >= 0; theirs--) {
      const count = isSame(own[mine], played[theirs])
        ? countAt(mine + 1, theirs + 1) + 1
        : Math.max(countAt(mine + 1, theirs), countAt(mine, theirs + 1));
      const row = same[mine];
      if (row) row[theirs] = count;
    }
  }
  const found = own.map(() => false);
  for (let mine = 0, theirs = 0; mine < own.length && theirs < played.length; ) {
    if (isSame(own[mine], played[theirs])) {
      found[mine++] = true;
      theirs++;
    } else if (countAt(mine + 1, theirs) >= countAt(mine, theirs + 1)) mine++;
    else theirs++;
  }
  return found;
}

/** How many are true in a row around this place. */
function rowAt(values: readonly boolean[], at: number): number {
  const before = values.lastIndexOf(false, at);
  const after = values.indexOf(false, at);
  return (after < 0 ? values.length : after) - before - 1;
}

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
