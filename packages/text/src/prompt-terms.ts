import { limits } from '@quoth/contract';

/** More would only slow the engine down. */
const MAX_TERMS = 200;
/** A part with at most this many words is a list entry; a longer one is prose. */
const ENTRY_WORDS = 4;
/** An arrow would turn an entry into a replacement, which a prompt never intends. */
const ARROW = /=>|->|→/u;

/**
 * The vocabulary in a prompt. Whisper's users write either a list ("kubectl, Grafana, Anna Meier") or preceding text;
 * from the latter, anything that looks like a name or a term is used: capitals inside a sentence, digits, symbols
 * within a word.
 */
export function promptTerms(prompt: string): string[] {
  const terms = prompt
    .split(/[,;:\n\r\t]+|[.!?]+(?=\s|$)/u)
    .filter((chunk) => !ARROW.test(chunk))
    .flatMap((chunk) => {
      const words = chunk.trim().split(/\s+/u).filter(Boolean).map(bare).filter(Boolean);
      if (words.length === 0) return [];
      return words.length <= ENTRY_WORDS ? [words.join(' ')] : namesIn(words);
    })
    .filter((term) => term.length <= limits.vocabularyTermCharacters);
  return [...new Map(terms.map((term) => [term.toLowerCase(), term])).values()].slice(0, MAX_TERMS);
}

/** Consecutive names stay together. The first word of a sentence is capitalized anyway. */
function namesIn(words: readonly string[]): string[] {
  const runs: string[][] = [[]];
  words.forEach((word, index) => {
    if (index > 0 ? isTerm(word) : isUnusual(word)) runs.at(-1)?.push(word);
    else runs.push([]);
  });
  return runs.filter((run) => run.length > 0).map((run) => run.join(' '));
}

function isTerm(word: string): boolean {
  return (
    isUnusual(word) ||
    (/^\p{Lu}/u.test(word) && word !== 'I' && !word.startsWith('I’') && !word.startsWith("I'"))
  );
}

function isUnusual(word: string): boolean {
  return /.\p{Lu}/u.test(word) || /\p{N}/u.test(word) || /\p{L}[-_./@+#]\p{L}/u.test(word);
}

/** Strips surrounding quotation marks and brackets. */
function bare(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '');
}

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
