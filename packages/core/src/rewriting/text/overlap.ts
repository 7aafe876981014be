import { perText } from './per-text.ts';
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
export const matterOf: (text: string) => readonly string[] = perText((text) => matterIn(wordsOf(text)));

/** The same of words that are known already. */
export function matterIn(words: readonly string[]): string[] {
  const matter: string[] = [];
  for (const word of words) if (carriesMatter(word)) matter.push(stem(word));
  return matter;
}

const stemsOf = perText((text): ReadonlySet<string> => new Set(wordsOf(text).map(stem)));

/** A text has each of its words many times over. */
const carriesMatter = perText((word) => !withoutMatter.has(word) && !/\d/.test(word));

/** The part of a word that its forms share. */
function stem(word: string): string {
  return word.length <= 5 ? word : word.slice(0, 5);
}
