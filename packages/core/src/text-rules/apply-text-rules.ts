import type { Mode } from '@quoth/contract';
import { respelled } from './english-spelling.ts';
import { withoutProfanity } from './hide-profanity.ts';
import { withVocabulary } from './replace-vocabulary.ts';

/** The part of a mode that changes text after recognition. */
export type TextRules = Pick<
  Mode,
  | 'punctuation'
  | 'capitalization'
  | 'profanityFilter'
  | 'removeTrailingPeriod'
  | 'englishSpelling'
  | 'customVocabulary'
>;

/**
 * The mode's text rules, in this order: punctuation, capitalization, spelling, the vocabulary (so that it has the last word on how
 * something is written), the final period, profanity. Text that no rule touches comes back as it is.
 */
export function applyTextRules(text: string, rules: TextRules): string {
  let result = text;
  if (!rules.punctuation) result = withoutPunctuation(result);
  if (!rules.capitalization) result = result.toLowerCase();
  if (rules.englishSpelling !== null) result = respelled(result, rules.englishSpelling);
  result = withVocabulary(result, rules.customVocabulary);
  if (rules.removeTrailingPeriod) result = withoutTrailingPeriod(result);
  if (rules.profanityFilter) result = withoutProfanity(result);
  return result;
}

/** Marks that end or divide sentences and quote; those inside a token (3.5, 10:30, a@b.org, don't) stay. */
const MARKS =
  /(?<=^|\s)[\p{Ps}\p{Pi}"'“”‘¿¡—–]+|[.,;:!?…\p{Pe}\p{Pf}"“”—–]+(?=\s|$)|(?<=\s)-(?=\s)|[。、！？；：「」『』（）]/gu;

function withoutPunctuation(text: string): string {
  const stripped = text.replace(MARKS, '').replace(MARKS, '');
  return stripped === text ? text : stripped.replace(/ {2,}/g, ' ').replace(/^ +| +$/gm, '');
}

/** One full stop at the end; an ellipsis is no full stop. */
function withoutTrailingPeriod(text: string): string {
  return text.replace(/(?<![.。．…])[.。．](\s*)$/u, '$1');
}
