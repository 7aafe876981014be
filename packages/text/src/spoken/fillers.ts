import type { SpokenLanguage } from './grammar.ts';
import {
  areTogether,
  begunLarge,
  endsSentence,
  isLarge,
  keyOf,
  Phrases,
  quoted,
  startsSentence,
  type Token,
  touchesPhrase,
} from './tokens.ts';

/** A phrase that was begun twice has at most so many words. */
const MAX_RESTART = 4;

/** Removes sounds of hesitation and false starts of one language. */
export class FillerRemover {
  readonly #sounds: Phrases<'sound' | 'doubtful' | 'phrase'>;
  readonly #followers: ReadonlySet<string>;
  readonly #definitions: Phrases<true>;
  readonly #owners: ReadonlySet<string>;
  readonly #commaBefore: ReadonlySet<string>;
  readonly #doubled: ReadonlySet<string>;
  readonly #restarts: ReadonlySet<string>;
  readonly #isSpaced: boolean;

  constructor({ fillers, isUnspaced = false }: SpokenLanguage) {
    const { sounds, doubtful, phrases, phraseFollowers, owners, doubled, restarts } = fillers;
    this.#sounds = new Phrases(
      [
        ...sounds.map((said) => [said, 'sound'] as const),
        ...doubtful.map((said) => [said, 'doubtful'] as const),
        ...phrases.map((said) => [said, 'phrase'] as const),
      ],
      (phrase) => (isUnspaced ? [phrase] : phrase.split(' ')),
    );
    this.#followers = new Set(phraseFollowers);
    this.#definitions = new Phrases((fillers.definitions ?? []).map((phrase) => [phrase, true] as const));
    this.#owners = new Set(owners);
    this.#commaBefore = new Set(fillers.commaBefore);
    this.#doubled = new Set(doubled);
    this.#restarts = new Set(restarts);
    this.#isSpaced = !isUnspaced;
  }

  /** The tokens without them. What stands in a quotation stays, and so does a text of nothing else. */
  remove(tokens: readonly Token[]): readonly Token[] {
    const isQuoted = quoted(tokens);
    const kept: Token[] = [];
    let begins = false;
    for (let at = 0; at < tokens.length; ) {
      const length = isQuoted[at] ? 0 : this.#removedAt(tokens, at);
      if (length > 0) {
        begins ||= startsSentence(tokens, at) && isLarge(tokens[at]?.word ?? '');
        const keepsComma =
          this.#isPhrase(tokens, at) || this.#commaBefore.has(tokens[at + length]?.key ?? '');
        closeGap(kept, tokens[at + length - 1]?.after ?? '', keepsComma);
        at += length;
        continue;
      }
      const repeated = isQuoted[at] ? 0 : this.#repeatedAt(tokens, at);
      if (repeated > 0) {
        begins ||= isLarge(tokens[at]?.word ?? '') && startsSentence(tokens, at);
        at += repeated;
        continue;
      }
      const token = tokens[at];
      const first = kept.length === 0 ? tokens[0] : undefined;
      if (token) kept.push({ ...(begins ? begunLarge(token) : token), ...(first && { space: first.space }) });
      begins = false;
      at++;
    }
    return kept.length === 0 ? tokens : kept;
  }

  /** True where a sound of hesitation or a phrase begins or ends at this place. */
  touches(tokens: readonly Token[], at: number): boolean {
    return touchesPhrase(this.#sounds, tokens, at);
  }

  #isPhrase(tokens: readonly Token[], at: number): boolean {
    return this.#sounds.at(tokens, at)?.value === 'phrase';
  }

  /** The number of tokens of a sound or phrase that means nothing; 0 if none begins here. */
  #removedAt(tokens: readonly Token[], at: number): number {
    const found = this.#sounds.at(tokens, at);
    const [first, last] = [tokens[at], found && tokens[at + found.length - 1]];
    if (!found || !first || !last || first.before !== '' || /[?!？！\p{Pe}\p{Pf}"]/u.test(last.after))
      return 0;
    const before = tokens[at - 1];
    const isApart = before?.after !== '' || startsSentence(tokens, at);
    if (!isApart && this.#owners.has(before?.key ?? '')) return 0;
    if (!isApart && isLarge(first.word)) return 0;
    if (first.word.length > 1 && first.word === first.word.toUpperCase() && this.#isSpaced) return 0;
    const hasComma = /^[,、…]|^\.{3}/u.test(last.after);
    const next = tokens[at + found.length];
    if (!next && at === 0) return 0;
    const isNamed = !this.#isSpaced && this.#isFollowed(tokens, at + found.length, last);
    // "Um is a word."
    if (this.#definitions.at(tokens, at + found.length)) return 0;
    if (found.value === 'sound') return isNamed ? 0 : found.length;
    if (found.value === 'doubtful') return hasComma && /[,、]$/u.test(before?.after ?? '') ? found.length : 0;
    const isBetween = hasComma && isApart && !this.#followers.has(next?.key ?? '');
    return isBetween ? found.length : 0;
  }

  /** True before words that tell of a sound, in a script without spaces: also where the sound has taken their と. */
  #isFollowed(tokens: readonly Token[], at: number, last: Token): boolean {
    const next = tokens
      .slice(at, at + MAX_RESTART)
      .map(({ key }) => key)
      .join('');
    const taken = last.after === '' && last.key.endsWith('と') ? `と${next}` : next;
    return [...this.#followers].some((follower) => next.startsWith(follower) || taken.startsWith(follower));
  }

  /** The number of tokens of a false start that the next tokens repeat. */
  #repeatedAt(tokens: readonly Token[], at: number): number {
    const [one, other] = [tokens[at], tokens[at + 1]];
    if (!this.#isSpaced || !one || !other) return 0;
    if (
      this.#doubled.has(one.key) &&
      one.key === other.key &&
      isPaused(one) &&
      other.before === '' &&
      !isName(other, one)
    )
      return 1;
    if (!this.#restarts.has(one.key)) return 0;
    for (let length = MAX_RESTART; length > 1; length--) {
      if (this.#isTwice(tokens, at, length)) return length;
    }
    return 0;
  }

  #isTwice(tokens: readonly Token[], at: number, length: number): boolean {
    for (let index = 0; index < length; index++) {
      const [one, other] = [tokens[at + index], tokens[at + length + index]];
      if (!one || one.key !== other?.key) return false;
      if (index === 0 && other.before !== '') return false;
      const isLast = index === length - 1;
      // Said twice on purpose: "I know, I know."
      if (isLast && endsSentence(other.after)) return false;
      if (isLast ? !isPaused(one) : !areTogether(one, tokens[at + index + 1])) return false;
    }
    return true;
  }
}

function isPaused({ after }: Token): boolean {
  return /^(?:,|…|\.{3}|-|–|—)?$/u.test(after);
}

/** "In The The": the second of two equal words begins large by itself. */
function isName(other: Token, one: Token): boolean {
  return (
    isLarge(other.word) && other.word !== 'I' && !(isLarge(one.word) && keyOf(other.word) === other.word)
  );
}

/**
 * The marks around what was removed: a sound's commas go, a phrase leaves one, as do words that need it, and a sentence
 * that it ended is ended.
 */
function closeGap(kept: Token[], after: string, keepsComma: boolean): void {
  const last = kept.at(-1);
  if (!last) return;
  const isEnd = endsSentence(after) && !/^(?:…|\.{3})/u.test(after);
  const comma = /^[,、]$/u;
  if (isEnd && !endsSentence(last.after))
    kept[kept.length - 1] = { ...last, after: last.after.replace(/[,、]$/u, '') + after };
  else if (!keepsComma && /^[,、]/u.test(after) && comma.test(last.after))
    kept[kept.length - 1] = { ...last, after: '' };
}
