/**
 * Languages whose words are known, so that others can be corrected by their sound; packages/text/data/README.md says
 * from where.
 */
export const listedLanguages = ['de', 'en', 'es', 'fr', 'it', 'pt'] as const;

/**
 * The words of a language as a Bloom filter: a word of the list is always found, one of a hundred others too. A few
 * words that are protected by mistake cost a correction; the list itself would cost ten times the memory.
 */
export interface KnownWords {
  readonly bits: Uint8Array;
}

/** Bits a word, and places that each word marks: together one mistake in a hundred. */
const BITS_PER_WORD = 10;
const MARKS = 7;

/** The filter of a list. Words are compared as `hasWord` does: composed, lower case. */
export function knownWordsOf(words: Iterable<string>): KnownWords {
  const list = new Set([...words].map(comparable));
  const bits = new Uint8Array(Math.ceil((list.size * BITS_PER_WORD) / 8));
  for (const word of list) {
    for (const place of places(word, bits.length * 8))
      bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return { bits };
}

/** Whether a word stands in the list, no matter in which case it is written. */
export function hasWord({ bits }: KnownWords, word: string): boolean {
  return places(comparable(word), bits.length * 8).every(
    (place) => ((bits[place >> 3] ?? 0) >> (place & 7)) & 1,
  );
}

function comparable(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/’/gu, "'");
}

/** Double hashing: every place is the first plus a multiple of the second. */
function places(word: string, size: number): number[] {
  const first = hash(word, 0x811c9dc5);
  const second = hash(word, 0x9747b28c) | 1;
  return Array.from({ length: MARKS }, (_, index) => ((first + Math.imul(index, second)) >>> 0) % size);
}

/** FNV-1a over UTF-16, mixed at the end. */
function hash(word: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < word.length; at++) value = Math.imul(value ^ word.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
