import { withoutMatter } from './stop-words.ts';

/** What was found out about the texts at hand; undefined while no one compares any. */
let known: Map<unknown, Map<string, unknown>> | undefined;

/**
 * Runs a comparison in which each thing is found out once of a text, however often it is asked for. Nothing is kept
 * afterwards.
 */
export function rememberingTexts<Result>(compare: () => Result): Result {
  known = new Map();
  try {
    return compare();
  } finally {
    known = undefined;
  }
}

/** The function with a memory for as long as a comparison runs. What it returns is shared, so no one may change it. */
export function memoizedByText<Result>(find: (text: string) => Result): (text: string) => Result {
  return (text) => {
    if (!known) return find(text);
    let results = known.get(find) as Map<string, Result> | undefined;
    if (!results) {
      results = new Map();
      known.set(find, results);
    }
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = find(text);
    results.set(text, result);
    return result;
  };
}

/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/** Words as they are compared: small letters, without accents, short forms written out; numbers as they stand. */
export const wordsOf: (text: string) => readonly string[] = memoizedByText((text) => {
  if (!UNSPACED.test(text)) return comparable(text).match(WORD) ?? [];
  return wordsBySentence(text).flat();
});

interface Sentence {
  readonly text: string;
  readonly words: readonly string[];
}

/** Small letters, straight apostrophes, no accents, English short forms written out. */
export const comparable: (text: string) => string = memoizedByText((text) => {
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
export const sentencesOf: (text: string) => readonly Sentence[] = memoizedByText((text) => {
  const words = wordsBySentence(text);
  return textsOf(text).map((sentence, index) => ({ text: sentence, words: words[index] ?? [] }));
});

const textsOf = memoizedByText((text) =>
  text.split(/(?<=[.!?。！？؟…])\s+|(?<=[。！？])|\n+/u).filter((sentence) => sentence.trim() !== ''),
);

/**
 * The words of each sentence. They are looked for in all of them at once: the segmenter takes far longer to begin than
 * to go on, and so does normalizing. A line end is in no sentence, and no word goes on across one.
 */
const wordsBySentence = memoizedByText((text) => {
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

/** How much of a text is found again in another one. */
interface Overlap {
  /** Words of the text that carry its matter. */
  readonly matter: number;
  /** Share of them that is found again; 1 where there are none. */
  readonly kept: number;
  /** Share of the other text's words of matter that are not in the text. */
  readonly novel: number;
}

/** Compares two texts by the words that carry their matter, ends of words left out of account. */
export function overlapOf(text: string, rewritten: string): Overlap {
  const before = matterOf(text);
  const after = matterOf(rewritten);
  const everyBefore = stemsOf(text);
  const everyAfter = stemsOf(rewritten);
  const kept = before.filter((word) => everyAfter.has(word)).length;
  const novel = after.filter((word) => !everyBefore.has(word)).length;
  return {
    matter: before.length,
    kept: before.length === 0 ? 1 : kept / before.length,
    novel: after.length === 0 ? 0 : novel / after.length,
  };
}

/** The words of a text that carry matter, as they are compared; without numbers, which are written in many ways. */
export const matterOf: (text: string) => readonly string[] = memoizedByText((text) =>
  matterIn(wordsOf(text)),
);

/** The same of words that are known already. */
export function matterIn(words: readonly string[]): string[] {
  const matter: string[] = [];
  for (const word of words) if (carriesMatter(word)) matter.push(stem(word));
  return matter;
}

const stemsOf = memoizedByText((text): ReadonlySet<string> => new Set(wordsOf(text).map(stem)));

/** A text has each of its words many times over. */
const carriesMatter = memoizedByText((word) => !withoutMatter.has(word) && !/\d/.test(word));

/** The part of a word that its forms share. */
function stem(word: string): string {
  return word.length <= 5 ? word : word.slice(0, 5);
}

/**
 * A number for every run of so many words in a row, equal where the runs are equal; two different ones of a text get
 * the same number about once in 2^52 pairs. Numbers instead of joined words: a long text has a hundred thousand runs.
 */
export function runsOf(words: readonly string[], length: number): Float64Array {
  const hashes = words.map(hashOf);
  const runs = new Float64Array(Math.max(0, words.length - length + 1));
  for (let start = 0; start < runs.length; start++) {
    let high = 0;
    let low = 0;
    for (let at = start; at < start + length; at++) {
      const hash = hashes[at] ?? 0;
      high = (Math.imul(high, 0x01000193) ^ hash) | 0;
      low = (Math.imul(low, 0x85ebca6b) + hash + 0x9e3779b9) | 0;
    }
    runs[start] = (high >>> 0) * 2 ** 20 + (low >>> 12);
  }
  return runs;
}

/** FNV-1a over UTF-16 units, mixed once more: neighbouring words would differ in few bits. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
