import type { Word } from '@quoth/contract';
import { fitTerms } from '../../speech/fit-terms.ts';
import { listOf, numberOf, textOf } from '../../speech/reply-fields.ts';
import type { SpeechDomain } from '../../speech/speech-model.ts';

/** The general model's medical sibling, where the speech is medical. */
export function modelFor(model: string, domain: SpeechDomain): string {
  return domain === 'medical' && model === 'nova-3' ? 'nova-3-medical' : model;
}

/** "500 tokens" for all of them (https://developers.deepgram.com/docs/keyterm); a token is 3 characters or more. */
export function keyterms(vocabulary: readonly string[]): string[] {
  return fitTerms(vocabulary, { count: 100, total: 1_500 });
}

/** Words of an alternative, with punctuation where there is some. */
export function wordsOf(words: unknown): Word[] {
  return listOf(words).flatMap(({ punctuated_word, word, start, end, confidence }): Word[] => {
    const [from, to, sure] = [numberOf(start), numberOf(end), numberOf(confidence)];
    if (from === undefined || to === undefined) return [];
    const timed = { word: textOf(punctuated_word ?? word), start: from, end: to };
    return [sure === undefined ? timed : { ...timed, confidence: sure }];
  });
}
