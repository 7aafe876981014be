// What a recogniser wrote is held against how long somebody spoke. Models loop, fall silent and go on alone; people
// speak at a known pace.

/**
 * Why a text can't be what was said: a part of it over and over, more than anybody says in that time, or far less than
 * anybody says.
 */
export type TextFault = 'repeated' | 'too-much' | 'too-little';

/**
 * A place where a text can't be what was said, where it was left out, or where it stands though no one speaks. Seconds.
 */
export interface Doubt {
  readonly kind: TextFault | 'left-out' | 'unspoken' | 'other-language';
  /** What was spoken instead of the language that was asked for. */
  readonly language?: string;
  readonly start: number;
  readonly end: number;
}

/** Letters a second. Read English has 13 to 16, at twice the tempo 30; loops begin at about 60. */
const MAX_PACE = 42;
/** What somebody really says over and over comes no faster than other speech. */
const MAX_STEADY_PACE = 20;
/** A digit is spoken as a word. */
const LETTERS_MORE_PER_DIGIT = 3;
/** Slow speech has 8. */
const MIN_PACE = 5;
/** Shorter speech may be a laugh, a hesitation or a name that is drawn out. */
const MIN_SECONDS = 2;
/** People say something three times, seldom more often. */
const MAX_REPEATS = 3;
/** A repetition of fewer words in all is a chorus or an emphasis. */
const MIN_REPEATED_WORDS = 12;
/** Text beyond this is not compared with itself: no model writes so much for one chunk, but in a loop. */
const MAX_WORDS = 2_000;

/** The fault of a text for so many seconds of speech, pauses left out; undefined where it can be what was said. */
export function textFault(text: string, spokenSeconds: number): TextFault | undefined {
  const letters = lettersSaid(text);
  const pace = letters / Math.max(spokenSeconds, 0.5);
  if (pace > MAX_PACE && letters > 2 * MAX_PACE) return 'too-much';
  if (pace > MAX_STEADY_PACE && isRepetitive(text)) return 'repeated';
  return pace < MIN_PACE && spokenSeconds >= MIN_SECONDS ? 'too-little' : undefined;
}

/**
 * How much there is to say in a text: letters and digits, a sign of Chinese or Japanese or a syllable of Korean for
 * three of them.
 */
export function lettersOf(text: string): number {
  const all = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const signs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return all + 2 * signs;
}

/** The same, with digits as the words that are said for them. */
export function lettersSaid(text: string): number {
  const digits = text.match(/\p{N}/gu)?.length ?? 0;
  return lettersOf(text) + LETTERS_MORE_PER_DIGIT * digits;
}

/** True where one part stands more than three times in a row and fills a good part of the text. */
export function isRepetitive(text: string): boolean {
  const words = unitsOf(text);
  if (words.length > MAX_WORDS) return true;
  for (let length = 1; length * (MAX_REPEATS + 1) <= words.length; length++) {
    let same = 0;
    for (let at = length; at < words.length; at++) {
      same = words[at] === words[at - length] ? same + 1 : 0;
      const repeats = Math.floor(same / length) + 1;
      if (repeats > MAX_REPEATS && repeats * length >= MIN_REPEATED_WORDS) return true;
    }
  }
  return false;
}

/** Words without marks and capitals; the signs of scripts that are written without spaces. */
function unitsOf(text: string): string[] {
  const folded = text.toLowerCase();
  const signs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  return (signs.test(folded) ? folded.match(/[\p{L}\p{N}]/gu) : folded.match(/[\p{L}\p{N}']+/gu)) ?? [];
}
