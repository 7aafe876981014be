/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
let segmenter: Intl.Segmenter | undefined;

/** Words and sentences of the texts at hand; undefined while nobody compares any. */
let remembered: Map<string, string[]> | undefined;
let rememberedSentences = new Map<string, string[]>();

/** Runs a comparison in which the words of a text are looked for once, however often they are asked for. Nothing is kept afterwards. */
export function rememberingWords<Result>(compare: () => Result): Result {
  remembered = new Map();
  try {
    return compare();
  } finally {
    remembered = undefined;
    rememberedSentences = new Map();
  }
}

/** Words as they are compared: small letters, without accents, short forms written out; numbers as they stand. */
export function wordsOf(text: string): readonly string[] {
  const known = remembered?.get(text);
  if (known) return known;
  const words = splitWords(text);
  remembered?.set(text, words);
  return words;
}

function splitWords(text: string): string[] {
  const plain = comparable(text);
  if (!UNSPACED.test(plain)) return plain.match(WORD) ?? [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Small letters, straight apostrophes, no accents, English short forms written out. */
export function comparable(text: string): string {
  const small = withoutAccents(text).toLowerCase().replace(/[’ʼ`]/g, "'");
  // Most sentences have no short form: looking for each of them would be most of the work.
  return small.includes("'") ? withShortFormsWritten(small) : small;
}

function withoutAccents(text: string): string {
  const decomposed = text.normalize('NFKD');
  return decomposed === text && !/\p{Mn}/u.test(text)
    ? text
    : decomposed.replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1').normalize('NFC');
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
export function sentencesOf(text: string): readonly string[] {
  const known = rememberedSentences.get(text);
  if (known) return known;
  const sentences = text
    .split(/(?<=[.!?。！？؟…])\s+|(?<=[。！？])|\n+/u)
    .filter((sentence) => sentence.trim() !== '');
  if (remembered) {
    rememberedSentences.set(text, sentences);
    rememberUnspaced(sentences, remembered);
  }
  return sentences;
}

/** Looks for the words of all sentences at once: the segmenter takes far longer to begin than to go on. */
function rememberUnspaced(sentences: readonly string[], into: Map<string, string[]>): void {
  const plain = sentences.map(comparable);
  const found = plain.flatMap((text, index) => (UNSPACED.test(text) ? [index] : []));
  if (found.length === 0) return;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const words: string[][] = found.map(() => []);
  let at = 0;
  // A line end is in no sentence, and no word goes on across one.
  for (const { segment, isWordLike } of segmenter.segment(found.map((index) => plain[index]).join('\n'))) {
    if (segment === '\n') at++;
    else if (isWordLike) words[at]?.push(segment);
  }
  for (const [order, index] of found.entries()) into.set(sentences[index] ?? '', words[order] ?? []);
}
