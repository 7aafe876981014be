import { wordsOf } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** So many words, so many times in a row. */
const PHRASE = 6;
const REPEATS = 4;

/** Far longer than what was said, or the same phrase over and over. */
export const ranAway: Guard = {
  name: 'runaway',
  message: 'The language model wrote far more than was said.',
  catches: ({ text, rewritten, preset: { growth } }) =>
    rewritten.length > text.length * growth.times + growth.beyond ||
    mostRepeated(rewritten) >= Math.max(REPEATS, mostRepeated(text) + REPEATS - 1),
};

/** How often the phrase comes that comes most often. */
function mostRepeated(text: string): number {
  const words = wordsOf(text);
  const counts = new Map<string, number>();
  let most = 0;
  for (let at = 0; at + PHRASE <= words.length; at++) {
    const phrase = words.slice(at, at + PHRASE).join(' ');
    const count = (counts.get(phrase) ?? 0) + 1;
    counts.set(phrase, count);
    most = Math.max(most, count);
  }
  return most;
}
