import { perText } from './per-text.ts';

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/** Words as they are compared: small letters, without accents, short forms written out; numbers as they stand. */
export const wordsOf: (text: string) => readonly string[] = perText((text) => {
  if (!UNSPACED.test(text)) return comparable(text).match(WORD) ?? [];
  return wordsBySentence(text).flat();
});

/** A sentence and its words. */
export interface Sentence {
  readonly text: string;
  readonly words: readonly string[];
}

/** Small letters, straight apostrophes, no accents, English short forms written out. */
export const comparable: (text: string) => string = perText((text) => {
  const small = withoutAccents(text).toLowerCase().replace(/[’ʼ`]/g, "'");
  // Most sentences have no short form: looking for each of them would be most of the work.
  return small.includes("'") ? withShortFormsWritten(small) : small;
});

function withoutAccents(text: string): string {
  const decomposed = text.normalize('NFKD');
  const bare = /\p{Mn}/u.test(decomposed) ? decomposed.replace(LATIN_ACCENTS, '$1') : decomposed;
  return bare === text ? text : bare.normalize('NFC');
}

function withShortFormsWritten(text: string): string {
  return text
    .replace(/\bcan't\b/g, 'cannot')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'re\b/g, ' are')
    .replace(/'ll\b/g, ' will')
    .replace(/'ve\b/g, ' have')
    .replace(/'m\b/g, ' am')
    .replace(/\b(what|who|where|when|how|that|it|here|there|he|she)'s\b/g, '$1 is');
}

/** Sentences, split where marks or line ends say so; a text without marks is one sentence. */
export const sentencesOf: (text: string) => readonly Sentence[] = perText((text) => {
  const words = wordsBySentence(text);
  return textsOf(text).map((sentence, index) => ({ text: sentence, words: words[index] ?? [] }));
});

const textsOf = perText((text) =>
  text.split(/(?<=[.!?。！？؟…])\s+|(?<=[。！？])|\n+/u).filter((sentence) => sentence.trim() !== ''),
);

/**
 * The words of each sentence. They are looked for in all of them at once: the segmenter takes far longer to begin than to go on, and
 * so does normalizing. A line end is in no sentence, and no word goes on across one.
 */
const wordsBySentence = perText((text) => {
  const plain = comparable(textsOf(text).join('\n'));
  if (plain === '') return [];
  if (!UNSPACED.test(plain)) return plain.split('\n').map((line): string[] => line.match(WORD) ?? []);
  const sentences: string[][] = [[]];
  for (const { segment, isWordLike } of segmenter().segment(plain)) {
    if (segment.endsWith('\n')) sentences.push([]);
    else if (isWordLike) sentences.at(-1)?.push(segment);
  }
  return sentences;
});

function lazy<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
