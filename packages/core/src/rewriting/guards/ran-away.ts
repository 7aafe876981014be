import { perText } from '../text/per-text.ts';
import { runsOf } from '../text/runs.ts';
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
const mostRepeated = perText((text: string): number => {
  const phrases = runsOf(wordsOf(text), PHRASE).sort();
  let most = 0;
  for (let at = 0, first = 0; at < phrases.length; at++) {
    if (phrases[at] !== phrases[first]) first = at;
    most = Math.max(most, at - first + 1);
  }
  return most;
});
