import { wordsOf } from '../text/words.ts';
import type { Guard } from './guard.ts';

/** Nothing is left, or marks alone. */
export const emptied: Guard = {
  name: 'emptied',
  message: 'The language model returned no text.',
  catches: ({ text, rewritten }) =>
    rewritten.trim() === '' || (wordsOf(rewritten).length === 0 && wordsOf(text).length > 0),
};
