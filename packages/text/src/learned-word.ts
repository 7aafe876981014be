import { letterDistance } from './nearest.ts';
import { soundDistance, soundsOf } from './sound.ts';
import { correctedBySound, lettersOf } from './vocabulary-by-sound.ts';

/** A word that somebody corrected, as the vocabulary may keep it. */
export interface LearnedWord {
  /** What stood there before. */
  readonly heard: string;
  readonly written: string;
  /** `replacement`: what was heard means nothing else. `word`: it may, so that only the written word is expected. */
  readonly kind: 'word' | 'replacement';
}

/** What tells names from words. */
export interface WordsOfLanguage {
  /** The words of the language, names among them; undefined: there is no list. */
  readonly knows: ((word: string) => boolean) | undefined;
  /** Nouns have a capital wherever they stand. */
  readonly nounsAreLarge: boolean;
}

/** More words in one place are another sentence. */
const MAX_WORDS = 3;
/** More places are another text. */
const MAX_PLACES = 3;
/** From the first change to the last: more is no small correction. */
const MAX_COMPARED = 120;
const MAX_CHARACTERS = 60;
const MIN_LETTERS = 3;
/** How far apart a correction may sound and be spelled, as a share of the longer one. */
const MAX_SOUND = 0.42;
const MAX_SPELLING = 0.4;
/** Words of fewer letters stand in every sentence: "a cloud" for "Claude". */
const MIN_FULL_WORD = 4;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const KATAKANA = /^[\p{sc=Katakana}ー・]{3,}$/u;
const TITLE = /^(?:Herrn?|Frau|Dr\.?|Prof\.?|Mr\.?|Mrs\.?|Ms\.?)$/u;

/** Words that one text has and the other has not, at one place. */
interface Place {
  readonly was: readonly string[];
  readonly is: readonly string[];
  /** What stands before it in the new text. */
  readonly last: string | undefined;
}

/**
 * The word that somebody corrected in a text that otherwise stays: up to three words for others that sound or look like
 * them. Undefined where a sentence was reworded, where only marks, numbers or a first letter changed, and where a word
 * of the language became another one ("there", "their"): that depends on the sentence.
 */
export function learnedWord(
  before: string,
  after: string,
  language: WordsOfLanguage,
): LearnedWord | undefined {
  const separator = UNSPACED.test(before + after) ? '' : ' ';
  if (!language.knows && separator !== '') return undefined;
  const places = placesOf(wordsOf(before, separator), wordsOf(after, separator));
  if (!places || places.length > MAX_PLACES) return undefined;
  for (const place of places.flatMap(apart)) {
    const found = learnedAt(place, separator, language);
    if (found) return found;
  }
  return undefined;
}

function wordsOf(text: string, separator: string): readonly string[] {
  if (separator !== '') return text.split(/\s+/u).filter((word) => word !== '');
  return Array.from(
    new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  );
}

/** Where two texts differ; undefined if that is in too many words to be a correction. */
function placesOf(was: readonly string[], is: readonly string[]): readonly Place[] | undefined {
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let end = 0;
  while (
    end < was.length - start &&
    end < is.length - start &&
    was[was.length - 1 - end] === is[is.length - 1 - end]
  )
    end++;
  const [mine, theirs] = [was.slice(start, was.length - end), is.slice(start, is.length - end)];
  if (Math.max(mine.length, theirs.length) > MAX_COMPARED) return undefined;
  const common = commonWords(mine, theirs);
  const places: Place[] = [];
  let [left, right] = [0, 0];
  for (const [one, other] of [...common, [mine.length, theirs.length] as const]) {
    if (one > left || other > right)
      places.push({
        was: mine.slice(left, one),
        is: theirs.slice(right, other),
        last: is[start + right - 1],
      });
    [left, right] = [one + 1, other + 1];
  }
  return places;
}

/** The places of the longest row of words that two texts have in common. */
function commonWords(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--) {
      const isSame = one[row] === other[column];
      const line = lengths[row];
      if (line)
        line[column] = isSame
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  const pairs: (readonly [number, number])[] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length; ) {
    if (one[row] === other[column]) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** "think grafanna" for "believe Grafana" are two changes: words of which not each is like its own. */
function apart(place: Place): readonly Place[] {
  const { was, is, last } = place;
  if (was.length !== is.length || was.every((word, at) => areAlike(lettersOf(word), lettersOf(is[at] ?? ''))))
    return [place];
  return was.map((word, at) => ({
    was: [word],
    is: is.slice(at, at + 1),
    last: at === 0 ? last : is[at - 1],
  }));
}

function learnedAt(
  { was, is, last }: Place,
  separator: string,
  { knows, nounsAreLarge }: WordsOfLanguage,
): LearnedWord | undefined {
  if (was.length > MAX_WORDS || is.length > MAX_WORDS) return undefined;
  if (isLong(was.join(separator)) || isLong(is.join(separator))) return undefined;
  const [heard, written] = [bare(was.join(separator)), bare(is.join(separator))];
  if (!isPhrase(heard) || !isPhrase(written) || numbersOf(heard) !== numbersOf(written)) return undefined;
  if (!knows || separator === '')
    return KATAKANA.test(heard) && /^[\p{sc=Latin} .-]{3,}$/u.test(written)
      ? { heard, written, kind: 'replacement' }
      : undefined;
  const [before, after] = [lettersOf(heard), lettersOf(written)];
  if (Math.min(before.length, after.length) < MIN_LETTERS || !areAlike(before, after)) return undefined;
  const [old, fresh] = [heard.split(' '), written.split(' ')];
  // A list has no single letters, and of "it's" and "well-known" only the parts.
  const isKnown = (word: string) =>
    word.split(/['’-]/u).every((part) => part.length < MIN_LETTERS || knows(part));
  const wasKnown = old.every(isKnown);
  const startsSentence = last === undefined || /[.!?…:]$/u.test(last);
  const isTitled = last !== undefined && TITLE.test(last);
  const hasName = fresh.some((word, index) => {
    // A capital inside a word is no grammar's: "iPhone".
    if (/\p{Lu}/u.test(word.slice(1)) && !/^\p{Lu}+$/u.test(word)) return true;
    const isOrdinary = (index === 0 && startsSentence) || (nounsAreLarge && !isTitled);
    return /^\p{Lu}/u.test(word) && !isOrdinary;
  });
  if (fresh.every(isKnown) && !hasName) return undefined;
  // The vocabulary writes its words wherever they are spelled in another case: "will" is no name.
  if (heard.toLowerCase() === written.toLowerCase() && wasKnown && !/\p{Ll}\p{Lu}/u.test(written))
    return undefined;
  const isFound = correctedBySound(heard, [written], knows).text === written;
  if (isFound || before === after) return { heard, written, kind: 'word' };
  const wasName = /^\p{Lu}/u.test(heard) && !startsSentence && (!nounsAreLarge || isTitled);
  const isOwn = old.filter((word) => word.length >= MIN_FULL_WORD).length > 1;
  return { heard, written, kind: wasKnown && !wasName && !isOwn ? 'word' : 'replacement' };
}

/** Without the punctuation around it. */
function bare(text: string): string {
  return text.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, '');
}

/** Marks between words are no part of how one is written. */
function isPhrase(text: string): boolean {
  return text !== '' && !/[.,;:!?…。、！？]\s|[\n=>→]/u.test(text);
}

function numbersOf(text: string): string {
  return text.replace(/\P{N}+/gu, ' ').trim();
}

/** Checked before letters are compared: a text in a script without spaces is one word. */
function isLong(text: string): boolean {
  return text.length > MAX_CHARACTERS;
}

function areAlike(one: string, other: string): boolean {
  if (isLong(one) || isLong(other)) return false;
  const spelled = letterDistance(one, other) / Math.max(one.length, other.length);
  if (spelled <= MAX_SPELLING) return true;
  return soundsOf(one).some((sound) =>
    soundsOf(other).some((code) => soundDistance(sound, code, MAX_SOUND) <= MAX_SOUND),
  );
}
