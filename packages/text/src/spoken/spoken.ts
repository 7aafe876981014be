import { FillerRemover } from './fillers.ts';
import type { SpokenLanguage } from './grammar.ts';
import { de } from './languages/de.ts';
import { en } from './languages/en.ts';
import { es } from './languages/es.ts';
import { fr } from './languages/fr.ts';
import { ja } from './languages/ja.ts';
import { pt } from './languages/pt.ts';
import { MarkWriter } from './marks.ts';
import { NumberSpeller } from './number-words.ts';
import { NumberWriter } from './numbers.ts';
import { endsSentence, type Token, textOf, tokensOf } from './tokens.ts';

/** What of spoken words is written as people write it. */
export interface SpokenOptions {
  /** Sounds of hesitation and false starts are left out. */
  readonly fillers: boolean;
  /** Numbers are written in digits. */
  readonly numbers: boolean;
  /** Small counts are written in words, also those that `numbers` wrote in digits. */
  readonly words: boolean;
  /** Marks are written for their names, and commands obeyed. */
  readonly marks: boolean;
  /** With `marks`: "new line" and "new paragraph" too. */
  readonly lineBreaks: boolean;
}

const languages: ReadonlyMap<string, SpokenLanguage> = new Map(Object.entries({ de, en, es, fr, ja, pt }));
const writers = new Map<string, SpokenWriter | undefined>();

/**
 * A text as people write it: without hesitation, with numbers in digits, with the marks whose names were said. In a
 * language other than German, English, French, Japanese, Portuguese and Spanish it stays as it is.
 */
export function writtenAsMeant(text: string, options: SpokenOptions, language: string): string {
  return writerOf(language)?.write(text, options) ?? text;
}

/** How much of a text that goes on no later word changes, in characters. */
export function settledLength(text: string, options: SpokenOptions, language: string): number {
  return writerOf(language)?.settledLength(text, options) ?? text.length;
}

function writerOf(language: string): SpokenWriter | undefined {
  const name = language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  if (!writers.has(name)) {
    const data = languages.get(name);
    if (!data) return undefined;
    writers.set(name, new SpokenWriter(data));
  }
  return writers.get(name);
}

class SpokenWriter {
  readonly #fillers: FillerRemover;
  readonly #numbers: NumberWriter;
  readonly #speller: NumberSpeller;
  readonly #marks: MarkWriter;
  readonly #terms: RegExp | undefined;

  constructor(language: SpokenLanguage) {
    this.#fillers = new FillerRemover(language);
    this.#numbers = new NumberWriter(language);
    this.#speller = new NumberSpeller(language);
    this.#marks = new MarkWriter(language);
    this.#terms = language.isUnspaced ? termsOf(language) : undefined;
  }

  write(text: string, { fillers, numbers, words, marks, lineBreaks }: SpokenOptions): string {
    const original: readonly Token[] = tokensOf(text, this.#terms);
    let tokens = original;
    if (fillers) tokens = this.#fillers.remove(tokens);
    if (numbers) tokens = this.#numbers.write(tokens);
    if (words) tokens = this.#speller.write(tokens);
    if (marks) {
      const page = this.#marks.write(tokens, { lineBreaks });
      return textOf(page.tokens, text) + page.rest;
    }
    return textOf(tokens, text);
  }

  settledLength(text: string, { fillers, numbers, words, marks }: SpokenOptions): number {
    const tokens = tokensOf(text, this.#terms);
    // The last word may not be whole.
    let open = Math.max(0, tokens.length - 1);
    if (numbers) open = Math.min(open, this.#numbers.openFrom(tokens));
    if (words) open = Math.min(open, this.#speller.openFrom(tokens));
    const isMark = this.#marks.touching(tokens);
    const isPartOf = (at: number) => isMark(at) || (fillers && this.#fillers.touches(tokens, at));
    if (marks) open = Math.min(open, lastSentence(tokens, isPartOf), this.#marks.openFrom(tokens));
    if (fillers) open = Math.min(open, Math.max(0, tokens.length - MAX_RESTART_WORDS));
    return text.trimEnd().length - textOf(tokens.slice(open), '').length;
  }
}

/** Words at the end that may be the first half of something said twice. */
const MAX_RESTART_WORDS = 8;

/**
 * Where the last whole sentence begins: the most that a command removes. `isPartOf` says where a mark, a command or
 * hesitation begins or ends: that is no sentence, whatever the recogniser set around it.
 */
function lastSentence(tokens: readonly Token[], isPartOf: (at: number) => boolean): number {
  const begins = (at: number) => endsSentence(tokens[at - 1]?.after ?? '') && !isPartOf(at);
  let at = tokens.length - 1;
  while (at > 0 && !begins(at)) at--;
  if (at > 0) at--;
  while (at > 0 && !begins(at)) at--;
  return Math.max(0, at);
}

/** Words to be found in a script without spaces, the longest first. */
function termsOf({ marks, fillers }: SpokenLanguage): RegExp {
  const terms = [
    ...marks.words.flatMap(({ said }) => said),
    ...fillers.sounds,
    ...fillers.doubtful,
    ...fillers.phrases,
  ];
  terms.sort((one, other) => other.length - one.length);
  return new RegExp(`${terms.join('|')}|[A-Za-z0-9]+|.`, 'gu');
}
