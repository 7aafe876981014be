import type { Mode } from '@quoth/contract';
import { respelled } from './english-spelling.ts';
import { withoutProfanity, wordsOf } from './hide-profanity.ts';
import { withVocabulary } from './replace-vocabulary.ts';
import { withLineBreaks } from './spoken-line-breaks.ts';
import { withoutPunctuation, withoutTrailingPeriod } from './strip-punctuation.ts';

/** The part of a mode that changes text after recognition. With a `language` other than English, spelling is left alone. */
export type TextRules = Pick<
  Mode,
  | 'punctuation'
  | 'capitalization'
  | 'profanityFilter'
  | 'removeTrailingPeriod'
  | 'englishSpelling'
  | 'customVocabulary'
> & {
  readonly language?: string;
  /** "new line" and "new paragraph" are what they say. */
  readonly spokenLineBreaks?: boolean;
};

/**
 * The mode's text rules, in this order: spoken line breaks, punctuation, capitalization (all lower case: names and acronyms come back through the
 * vocabulary), spelling, the vocabulary (so that it has the last word on how something is written), the final period, profanity
 * (which spares what the vocabulary writes). Nothing is invented, and text that no rule touches comes back as it is.
 */
export function applyTextRules(text: string, rules: TextRules): string {
  let result = rules.spokenLineBreaks ? withLineBreaks(text) : text;
  if (!rules.punctuation) result = withoutPunctuation(result);
  if (!rules.capitalization) result = result.toLowerCase();
  if (rules.englishSpelling !== null && mayBeEnglish(rules.language))
    result = respelled(result, rules.englishSpelling);
  result = withVocabulary(result, rules.customVocabulary);
  if (rules.removeTrailingPeriod) result = withoutTrailingPeriod(result);
  if (rules.profanityFilter) result = withoutProfanity(result, wordsOf(rules.customVocabulary));
  return result;
}

function mayBeEnglish(language = 'auto'): boolean {
  return /^(?:auto|en)(?:[-_]|$)/i.test(language);
}
