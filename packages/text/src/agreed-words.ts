import { breakablePieces } from './captions.ts';
import { joinTexts } from './merge-chunks.ts';

/** Costs of an alignment: another word for a word costs 0 to 1, by its letters. */
const MISSING = 0.7;
/** More words than this are aligned by their last ones. */
const MAX_ALIGNED = 120;

/** How many of the words of `within` say what `words` say, and how much differs there, as a share of the words. */
export function endOf(
  words: readonly string[],
  within: readonly string[],
): { readonly at: number; readonly errors: number } {
  const skipped = Math.max(0, words.length - MAX_ALIGNED);
  const said = words.slice(skipped).map(lettersOf);
  const heard = within.slice(skipped).map(lettersOf);
  let costs = heard.map((_, at) => (at + 1) * MISSING);
  costs.unshift(0);
  for (const word of said) {
    const next = [(costs[0] ?? 0) + MISSING];
    for (const [at, other] of heard.entries()) {
      const replaced = (costs[at] ?? 0) + distance(word, other);
      next.push(Math.min(replaced, (costs[at + 1] ?? 0) + MISSING, (next[at] ?? 0) + MISSING));
    }
    costs = next;
  }
  let best = 0;
  for (const [at, cost] of costs.entries()) if (cost <= (costs[best] ?? 0) + 1e-9) best = at;
  return {
    at: Math.min(within.length, skipped + best),
    errors: (costs[best] ?? 0) / Math.max(1, said.length),
  };
}

function lettersOf(word: string): string {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
  return letters === '' ? word : letters;
}

/** 0 for the same letters, 1 for words that have little in common. */
function distance(one: string, other: string): number {
  if (one === other) return 0;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const same = one[at] === other[to] ? 0 : 1;
      next.push(Math.min((row[to] ?? 0) + same, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(1, (row[other.length] ?? 0) / Math.max(one.length, other.length));
}

/** The last words of an attempt may become others with what follows them. */
const MAY_CHANGE = 2;

/** What ends a word and may still become something else: the sentence may go on. */
const CLOSING = /[\p{P}\p{S}]+$/u;
const SENTENCE_END = /[.?!。？！…]["'”’»)]*$/u;

/**
 * A text that is heard again and again while somebody speaks it. What so many attempts in a row agree on is stable: it
 * stays, whatever later ones say, and they continue it. A mark after the last stable word is left out until the next
 * word is stable too.
 */
export class AgreedWords {
  readonly #needed: number;
  /** The attempts before the last one that have to agree with it. */
  #before: string[][] = [];
  #heard: string[] = [];
  /** As many words are stable; the last one without the mark that closes it. */
  #stable: string[] = [];
  /** The first word, where a sentence goes on. */
  #goesOn: string | undefined;

  /** `needed`: two or more. */
  constructor(needed = 2) {
    this.#needed = needed;
  }

  /** All words of the last attempt, those that are stable in their stable form. */
  get words(): readonly string[] {
    return this.#heard;
  }

  get text(): string {
    return joinTexts(this.#heard);
  }

  /** That much of the text will not change. */
  get stableCharacters(): number {
    return joinTexts(this.#stable).length;
  }

  /**
   * Takes one more attempt at the same speech, which may have got longer. All of one is stable that is `whole`: no
   * later one hears more. Nothing of a `draft` is, which a better one follows.
   */
  hear(text: string, kind: 'whole' | 'part' | 'draft' = 'part'): void {
    this.#before = [...this.#before, this.#heard].slice(1 - this.#needed);
    this.#heard = this.#continued(this.#inSentence(breakablePieces(text)));
    if (kind === 'draft') return;
    if (kind === 'whole') {
      this.#stable = [...this.#heard];
      return;
    }
    const most = Math.max(this.#stable.length, this.#heard.length - MAY_CHANGE);
    let agreed = Math.max(0, this.#stable.length - 1);
    while (this.#isAgreed(agreed, (word) => word)) agreed++;
    if (this.#isAgreed(agreed, openForm)) agreed++;
    agreed = Math.min(agreed, most);
    if (agreed < this.#stable.length) return;
    const closing = this.#heard[agreed - 1];
    this.#stable = this.#heard.slice(0, agreed);
    if (closing !== undefined) this.#stable[agreed - 1] = openForm(closing);
  }

  /** Takes the first words away, which are as they will be; the rest is heard again by itself. */
  take(count: number): string[] {
    const taken = this.#heard.slice(0, count);
    this.#heard = this.#heard.slice(count);
    this.#before = this.#before.map((words) => words.slice(count));
    this.#stable = this.#stable.slice(count);
    const isEnd = taken.length === 0 || SENTENCE_END.test(taken.at(-1) ?? '');
    this.#goesOn = isEnd ? undefined : this.#heard[0];
    return taken;
  }

  /** A sentence ends with the word at this place. */
  endsSentence(count: number): boolean {
    return SENTENCE_END.test(this.#heard[count - 1] ?? '');
  }

  #isAgreed(at: number, formOf: (word: string) => string): boolean {
    const form = (words: readonly string[]) => formOf(words[at] ?? '');
    return at < this.#heard.length && this.#before.every((words) => form(words) === form(this.#heard));
  }

  /**
   * An attempt that begins in the middle of a sentence begins with a capital: it is written as it was heard with what
   * is before it.
   */
  #inSentence(words: string[]): string[] {
    const [first, ...rest] = words;
    const known = this.#goesOn;
    if (first === undefined || known === undefined) return words;
    if (lettersOf(first) === lettersOf(known)) return [rest.length === 0 ? openForm(known) : known, ...rest];
    const lower = `${first.charAt(0).toLowerCase()}${first.slice(1)}`;
    return [/^\p{Lu}/u.test(known) || /^I\b/.test(first) ? first : lower, ...rest];
  }

  #continued(words: string[]): string[] {
    const stable = this.#stable;
    const last = stable.at(-1);
    if (last === undefined) return words;
    const { at } = endOf(stable, words);
    const same = words[at - 1];
    const closed = same !== undefined && openForm(same) === last ? same : last;
    return [...stable.slice(0, -1), closed, ...words.slice(at)];
  }
}

function openForm(word: string): string {
  const open = word.replace(CLOSING, '');
  return open === '' ? word : open;
}

/** Words of the end of a text by which it is found again in another one. */
const RECENT = 24;
/** Words by which both may have drifted apart since they were compared last. */
const SLACK = 6;

/**
 * Two models write down what somebody speaks: one is ahead, the other one counts. The words that the second one does
 * not have yet are the first one's.
 */
export class PreviewedText {
  #counts = '';
  #stable = 0;
  #ahead: readonly string[] = [];
  /** So many words more has the one that is ahead, for the same speech. */
  #drift = 0;

  /** All text so far of the one that counts, and how much of it will not change. */
  write(text: string, stableCharacters = 0): void {
    this.#counts = text;
    this.#stable = stableCharacters;
  }

  /** All text so far of the one that is ahead. */
  preview(text: string): void {
    this.#ahead = breakablePieces(text);
  }

  get text(): string {
    const words = breakablePieces(this.#counts);
    const from = Math.max(0, words.length - RECENT);
    const ahead = Math.max(0, Math.min(from + this.#drift - SLACK, this.#ahead.length));
    const at = words.length === 0 ? 0 : ahead + endOf(words.slice(from), this.#ahead.slice(ahead)).at;
    if (at < this.#ahead.length) this.#drift = at - words.length;
    return joinTexts([this.#counts, joinTexts(this.#ahead.slice(at))]);
  }

  get stableCharacters(): number {
    return this.#stable;
  }
}
