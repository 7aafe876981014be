import {
  asteriskCensorStrategy,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  TextCensor,
} from 'obscenity';
import { WORD } from './words.ts';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });
const censor = new TextCensor().setStrategy(asteriskCensorStrategy());

/**
 * Swear words with asterisks in place of their letters. Each word is looked at by itself, and hidden when the swear word begins
 * it: what only contains one by chance, or two neighbours that spell one together, stays.
 */
export function withoutProfanity(text: string): string {
  return text.replace(WORD, (word) => {
    const matches = matcher.getAllMatches(word, true).filter((match) => match.startIndex === 0);
    return matches.length === 0 ? word : censor.applyTo(word, matches);
  });
}
