import { englishDataset, englishRecommendedTransformers, type MatchPayload, RegExpMatcher } from 'obscenity';
import { replacementsOf } from './vocabulary-entries.ts';
import { WORD } from './words.ts';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/** What may follow a swear word within its word: endings, and second halves such as in "asshole". */
const REST =
  /^(?:(?:[bdgknpt]?(?:y|ed|er|ers|ing|ings))|s|es|d|r|rs|got|gots|hole|holes|head|heads|face|faces|wit|wits|up|off)?$/iu;
/** What may stand before it, such as in "bullshit". */
const FIRST = /^(?:mother|bull|horse|chicken|dog|bat|dip|ape)?$/iu;
/** Is never part of an innocent word. */
const ALWAYS = /^fuck$/iu;

/**
 * Swear words as asterisks, one for each letter. English words of the library's list, whole words only: what merely contains
 * one (Scunthorpe, cockpit, the German "Dicke") stays, and so do the words in `spared`, which are lower case.
 */
export function withoutProfanity(text: string, spared: ReadonlySet<string> = new Set()): string {
  const matches = matcher.getAllMatches(text, true);
  if (matches.length === 0) return text;
  let next = 0;
  return text.replace(WORD, (word, start: number) => {
    const end = start + word.length;
    let hidden = false;
    for (let match = matches[next]; match !== undefined && match.startIndex < end; match = matches[++next])
      hidden ||= match.startIndex >= start && match.endIndex < end && isWhole(word, start, match);
    return hidden && !spared.has(word.toLowerCase()) ? '*'.repeat(word.length) : word;
  });
}

function isWhole(word: string, start: number, match: MatchPayload): boolean {
  const from = match.startIndex - start;
  const to = match.endIndex - start + 1;
  return ALWAYS.test(word.slice(from, to)) || (FIRST.test(word.slice(0, from)) && REST.test(word.slice(to)));
}

/** Captions and segments are rewritten one by one with the same list. */
const writtenWords = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The words that the vocabulary writes, in lower case: they are never hidden. */
export function wordsOf(vocabulary: readonly string[]): ReadonlySet<string> {
  const words =
    writtenWords.get(vocabulary) ??
    new Set(replacementsOf(vocabulary).flatMap(({ written }) => written.toLowerCase().match(WORD) ?? []));
  writtenWords.set(vocabulary, words);
  return words;
}
