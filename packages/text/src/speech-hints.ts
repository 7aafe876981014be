import { limits } from '@quoth/contract';
import { promptTerms } from './prompt-terms.ts';

/** What a client of OpenAI's dialect says of the speech, in a form as in a realtime session. */
interface SpeechHints {
  readonly prompt?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly language?: string | undefined;
  readonly languages?: readonly string[] | undefined;
}

/**
 * The same as a transcription takes it: words to expect, which replace nothing, and the language if only one may be
 * spoken.
 */
export function hintsOf({ prompt, keywords = [], language, languages = [] }: SpeechHints): {
  readonly vocabulary?: string[];
  readonly language: string | undefined;
} {
  const words = keywords.filter((word) => !word.includes('=>') && word.trim() !== '');
  const terms = prompt === undefined ? [] : promptTerms(prompt);
  const vocabulary = [...words, ...terms].slice(0, limits.vocabularyTerms);
  const [only, ...others] = languages;
  return {
    ...(vocabulary.length > 0 && { vocabulary }),
    language: language ?? (others.length === 0 ? only : 'auto'),
  };
}
