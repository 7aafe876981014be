import type { NumberSpelling, SpokenLanguage } from './grammar.ts';
import { areTogether, isLarge, Phrases, startsSentence, type Token, tokenOf } from './tokens.ts';

/** Larger numbers stay in digits. */
const MAX = 100;
/** Words of the longest phrase before a number. */
const MAX_PHRASE_WORDS = 3;
/** Whether a number is a count is decided by the words beside it, the longest name of a unit included. */
const NEAR = 5;
/** Short for units, currencies and halves of a day, in any language. */
const SYMBOL =
  /[/°²³]|^(?:[kcdmµn]?[gmlsAVW]|[kMGT]i?[bB]|[kMG]?Hz|kWh|dB|k?cal|mph|lbs?|oz|ft|min|px|pt|[ap]m|h|\p{Lu}{2,})$/u;
/** Short for "number", in any language. */
const NUMERO = /^(?:n[º°]|nr|no|№)$/u;

/**
 * Writes small counts in words: "23 people" as "twenty-three people". Dates, times, money, units, labels, versions and
 * what is calculated keep their digits, and so does a number whose word depends on the gender of what is counted.
 */
export class NumberSpeller {
  readonly #spelling: NumberSpelling;
  readonly #isUnspaced: boolean;
  readonly #namesAreLarge: boolean;
  readonly #ordinalsHaveDots: boolean;
  /** Phrases of which none stands before a count. */
  readonly #before: Phrases<true>;
  /** Phrases of which none stands after a count. */
  readonly #after: Phrases<true>;
  /** Words that begin small inside a sentence, so that a capital is no name's. */
  readonly #small: ReadonlySet<string>;

  constructor({ numbers, marks, isUnspaced = false, nounsAreLarge = false }: SpokenLanguage) {
    const { months, times, spelling } = numbers;
    const phrases = (...lists: (readonly string[])[]) =>
      new Phrases(
        lists.flat().map((phrase) => [phrase, true] as const),
        isUnspaced ? (phrase) => [...phrase] : undefined,
      );
    this.#spelling = spelling;
    this.#isUnspaced = isUnspaced;
    this.#namesAreLarge = !nounsAreLarge;
    this.#ordinalsHaveDots = numbers.ordinalsNeedNext ?? false;
    this.#before = phrases(months, times.at, numbers.operators, numbers.labels, spelling.labels ?? []);
    this.#after = phrases(
      ...[months, months.map((month) => `${numbers.dates.of} ${month}`), numbers.measures, numbers.minor],
      ...[numbers.percent, times.hours, times.halves, Object.keys(numbers.currencies)],
      Object.keys(numbers.scales),
    );
    this.#small = new Set(marks.small);
  }

  write(tokens: readonly Token[]): readonly Token[] {
    return tokens.map((token, at) => {
      const words = this.#isCount(tokens, at) ? this.#words(Number(token.word)) : undefined;
      if (words === undefined) return token;
      const written = startsSentence(tokens, at) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
      return tokenOf(written, token);
    });
  }

  /** The first token that later ones may change. */
  openFrom(tokens: readonly Token[]): number {
    const near = Math.max(0, tokens.length - NEAR);
    const at = tokens.findIndex(({ word }, index) => index >= near && /\d/u.test(word));
    return at === -1 ? tokens.length : at;
  }

  #words(number: number): string | undefined {
    const { below, tens, join, unitsFirst, exact, inflected } = this.#spelling;
    if (number < 2 || number > MAX || inflected?.test(String(number))) return undefined;
    const whole = exact[number] ?? below[number];
    if (whole !== undefined) return whole;
    const [base = 0, ten = ''] = tens.findLast(([value]) => value <= number) ?? [];
    const unit = below[number - base];
    if (number === base || unit === undefined) return ten || undefined;
    return unitsFirst ? unit + join + ten : ten + join + unit;
  }

  #isCount(tokens: readonly Token[], at: number): boolean {
    const [last, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
    if (!token || !/^[1-9]\d{0,2}$/u.test(token.word) || /[([]/u.test(token.before)) return false;
    const isNumber = (other: Token | undefined) => other !== undefined && /^\d|\d$/u.test(other.word);
    if (isNumber(last) || isNumber(next)) return false;
    // "3 to 5", "8 heures 30", "1 in 5": one expression.
    if (areTogether(last, token) && isNumber(tokens[at - 2])) return false;
    if (areTogether(token, next) && areTogether(next, tokens[at + 2]) && isNumber(tokens[at + 2]))
      return false;
    // "No. 5" and "1. Buy milk".
    if (last?.after === '.' && last.word.length <= 3) return false;
    if (startsSentence(tokens, at) && /^[.):]/u.test(token.after)) return false;
    if (this.#ordinalsHaveDots && next && token.after.startsWith('.')) return false;
    return (
      (!areTogether(last, token) || this.#mayPrecede(tokens, at - 1)) &&
      (areTogether(token, next) ? this.#mayFollow(tokens, at + 1) : !this.#isUnspaced)
    );
  }

  #mayPrecede(tokens: readonly Token[], at: number): boolean {
    const { word = '', key = '' } = tokens[at] ?? {};
    if (!/\p{L}$/u.test(word) || NUMERO.test(key)) return false;
    for (let length = 1; length <= Math.min(MAX_PHRASE_WORDS, at + 1); length++)
      if (this.#before.at(tokens, at - length + 1)?.length === length) return false;
    return this.#isUnspaced || !/\p{Lu}/u.test(word) || this.#small.has(key);
  }

  #mayFollow(tokens: readonly Token[], at: number): boolean {
    const { word = '', key = '' } = tokens[at] ?? {};
    if (this.#spelling.counters) return this.#spelling.counters.includes(key);
    if (SYMBOL.test(word) || !/^\p{L}/u.test(word) || this.#after.at(tokens, at)) return false;
    return !(this.#namesAreLarge && isLarge(word));
  }
}
