import { withoutMatter } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** How much of a text is found again in another one. */
export interface Overlap {
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
  const everyBefore = new Set(wordsOf(text).map(stem));
  const everyAfter = new Set(wordsOf(rewritten).map(stem));
  const kept = before.filter((word) => everyAfter.has(word)).length;
  const novel = after.filter((word) => !everyBefore.has(word)).length;
  return {
    matter: before.length,
    kept: before.length === 0 ? 1 : kept / before.length,
    novel: after.length === 0 ? 0 : novel / after.length,
  };
}

/** The words that carry matter, as they are compared; without numbers, which are written in many ways. */
export function matterOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !withoutMatter.has(word) && !/\d/.test(word))
    .map(stem);
}

/** The part of a word that its forms share. */
function stem(word: string): string {
  return word.slice(0, 5);
}
