import type { MarkWord, SpokenLanguage } from './grammar.ts';
import {
  begunLarge,
  endsSentence,
  hasMarks,
  isLarge,
  Phrases,
  quoted,
  startsSentence,
  type Token,
  tokenOf,
  touchesPhrase,
} from './tokens.ts';

/** What the recogniser put around a pause: it goes where a mark was said. */
const OWN_MARKS = /(?<!\s)\s*[.,;:!?…。、！？]+/gu;
const PAUSES = /(?<!\s)\s*[,;:、]+/gu;

/** Two forms of a word begin with so many letters: "nuevo", "nueva". */
const SAME_LETTERS = 3;

/** So many words after an opening mark that no pause shows, nothing closes it: live text need not wait longer. */
const MAX_PAIR = 25;

/** Which of the words are obeyed. */
export interface MarkOptions {
  /** False: line breaks stay words. */
  readonly lineBreaks: boolean;
}

/** Tokens, and what stands after them: a line that was begun, an opening mark. */
export interface Written {
  readonly tokens: readonly Token[];
  readonly rest: string;
}

/** A mark or command that was said. */
interface Said {
  readonly at: number;
  readonly length: number;
  readonly word: MarkWord;
}

/** Writes the spoken marks of one language, and obeys its commands. */
export class MarkWriter {
  readonly #words: Phrases<MarkWord>;
  readonly #owners: ReadonlySet<string>;
  readonly #adjectives: ReadonlySet<string>;
  readonly #followers: ReadonlySet<string>;
  readonly #small: ReadonlySet<string>;
  readonly #sayers: ReadonlySet<string>;
  readonly #isSpaced: boolean;
  readonly #nounsAreLarge: boolean;

  constructor({ marks, isUnspaced = false, nounsAreLarge = false }: SpokenLanguage) {
    const split = (phrase: string) => (isUnspaced ? [phrase] : phrase.split(' '));
    const entries = marks.words.flatMap((word) => word.said.map((said) => [said, word] as const));
    this.#words = new Phrases(entries, split);
    this.#owners = new Set(marks.owners);
    this.#adjectives = new Set(marks.adjectives);
    this.#followers = new Set(marks.followers);
    this.#small = new Set(marks.small);
    this.#sayers = new Set(marks.sayers);
    this.#isSpaced = !isUnspaced;
    this.#nounsAreLarge = nounsAreLarge;
  }

  /** The tokens with marks for what was said, and without what they remove. */
  write(tokens: readonly Token[], { lineBreaks }: MarkOptions): Written {
    const isMarked = tokens.some(({ before, after }) => hasMarks(before + after));
    const pairs = this.#pairs(tokens);
    const isQuoted = quoted(tokens);
    const page = new Page(this.#isSpaced, this.#small);
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at];
      const found = this.#saidAt(tokens, at, isMarked, pairs);
      // What somebody else said is not taken back.
      const said = found?.word.kind === 'back' && isQuoted[at] ? undefined : found;
      if (said && (lineBreaks || !['line', 'paragraph', 'bullet'].includes(said.word.kind))) {
        page.obey(said.word, tokens.slice(at, at + said.length));
        at += said.length;
      } else {
        if (token) page.add(token);
        at++;
      }
    }
    return page;
  }

  /** Tells of a place whether a mark or command ends there, or may begin there. */
  touching(tokens: readonly Token[]): (at: number) => boolean {
    const pairs = this.#pairs(tokens);
    const isMeant = (at: number) => this.#saidAt(tokens, at, true, pairs) !== undefined;
    return (at) => touchesPhrase(this.#words, tokens, at, isMeant);
  }

  /** The first quotation or bracket that a later word may close, or the number of the tokens if none is open. */
  openFrom(tokens: readonly Token[]): number {
    const pairs = this.#pairs(tokens);
    const at = tokens.findIndex(
      (_, index) =>
        index >= tokens.length - MAX_PAIR &&
        !pairs.has(index) &&
        this.#words.at(tokens, index)?.value.kind === 'open' &&
        !this.#isFollowed(tokens, index),
    );
    return at === -1 ? tokens.length : at;
  }

  /** Where a quotation, bracket or Spanish question is opened and closed again: the two show that both are meant. */
  #pairs(tokens: readonly Token[]): ReadonlySet<number> {
    const pairs = new Set<number>();
    const open: number[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const word = this.#words.at(tokens, at)?.value;
      if (word?.kind === 'open' && !this.#isFollowed(tokens, at)) open.push(at);
      const opening = this.#words.at(tokens, open.at(-1) ?? tokens.length)?.value.mark;
      const isEnd = (opening === '¿' && word?.mark === '?') || (opening === '¡' && word?.mark === '!');
      const opened = word?.kind === 'close' || isEnd ? open.pop() : undefined;
      if (opened !== undefined && at - opened < MAX_PAIR) pairs.add(opened).add(at);
    }
    return pairs;
  }

  /** True before a word that makes it no mark: "dash of salt", "next line, said the teacher". */
  #isFollowed(tokens: readonly Token[], at: number): boolean {
    const end = at + (this.#words.at(tokens, at)?.length ?? 1);
    const [after, next] = [tokens[end - 1]?.after, tokens[end]?.key ?? ''];
    if (after === '') return this.#followers.has(next);
    if (after !== ',') return false;
    // "New paragraph, new idea."
    const isParallel =
      end > at + 1 &&
      next.slice(0, SAME_LETTERS) === tokens[at]?.key.slice(0, SAME_LETTERS) &&
      !this.#words.at(tokens, end);
    return this.#sayers.has(next) || isParallel;
  }

  #saidAt(
    tokens: readonly Token[],
    at: number,
    isMarked: boolean,
    pairs: ReadonlySet<number>,
  ): Said | undefined {
    const found = this.#words.at(tokens, at);
    if (!found) return undefined;
    const said = { at, length: found.length, word: found.value };
    return pairs.has(at) || this.#isMeant(tokens, said, isMarked) ? said : undefined;
  }

  #isMeant(tokens: readonly Token[], { at, length, word }: Said, isMarked: boolean): boolean {
    const { kind, certainty } = word;
    const [before, last, next] = [tokens[at - 1], tokens[at + length - 1], tokens[at + length]];
    if (!last) return false;
    const begins = !before || before.word === '' || (tokens[at]?.space.includes('\n') ?? false);
    // A mark needs something that it ends, an opening one something that it opens.
    const opens = kind === 'open' || kind === 'bullet' || kind === 'capitals';
    if (begins && !opens && kind !== 'line' && kind !== 'paragraph') return false;
    if (kind === 'capitals' && (!next || (hasMarks(last.after) && endsSentence(last.after)))) return false;
    // No one wants a capital article: "All caps, the title looks angry." Nor "All caps on the bottles are blue."
    const mayBeSmall = word.mark !== 'word' && hasMarks(last.after);
    if (kind === 'capitals' && !mayBeSmall && this.#isSmall(next)) return false;
    if (tokens[at]?.before !== '' || /[\p{Pe}\p{Pf}"'”’]/u.test(last.after)) return false;
    const isAfterMark = begins || hasMarks(before?.after ?? '') || this.#isBegunLarge(tokens, at, kind);
    const isBeforeMark = !next || hasMarks(last.after) || next.space.includes('\n');
    if (!hasMarks(before?.after ?? '') && this.#isOwned(tokens, at)) return false;
    if (this.#isFollowed(tokens, at)) return false;
    if (kind === 'open' || kind === 'close') return isAfterMark && isBeforeMark;
    if (!isMarked) return certainty !== 'doubtful' || (!next && kind !== 'back');
    if (certainty === 'sure') return true;
    const needsMarkBefore = kind === 'bullet' || kind === 'capitals';
    if (certainty === 'plain') return isAfterMark || (isBeforeMark && !needsMarkBefore);
    const isOwnSentence = kind === 'back' && length > 1 && this.#isBegunLarge(tokens, at, kind);
    return isAfterMark && (isBeforeMark || isOwnSentence || isLarge(next?.word ?? ''));
  }

  #isSmall(token: Token | undefined): boolean {
    return this.#small.has(token?.word ?? '');
  }

  /** A command that begins large inside a sentence was heard as a sentence of its own. */
  #isBegunLarge(tokens: readonly Token[], at: number, kind: string): boolean {
    const isNoun = this.#nounsAreLarge && kind !== 'back';
    return this.#isSpaced && !isNoun && isLarge(tokens[at]?.word ?? '') && !startsSentence(tokens, at);
  }

  /** True after a word that makes the mark a thing: "the comma", "a big question mark". */
  #isOwned(tokens: readonly Token[], at: number): boolean {
    const before = tokens[at - 1]?.key ?? '';
    if (this.#owners.has(before)) return true;
    if (/(?:'s|s')$/u.test(before)) return true;
    return this.#adjectives.has(before);
  }
}

/** A text while it is written. */
class Page {
  readonly tokens: Token[] = [];
  readonly #isSpaced: boolean;
  readonly #small: ReadonlySet<string>;
  /** Goes before the next word. */
  #opening = '';
  #space: string | undefined;
  #isBegun: 'large' | 'small' | undefined;
  #capitals: 'word' | 'all' | undefined;
  /** The last mark was said: it stays. */
  #isSaid = false;
  #hasRemoved = false;

  constructor(isSpaced: boolean, small: ReadonlySet<string>) {
    this.#isSpaced = isSpaced;
    this.#small = small;
  }

  add(given: Token): void {
    let token = { ...given, before: this.#opening + given.before, space: this.#space ?? given.space };
    if (this.#isBegun === 'large') token = begunLarge(token);
    // Names such as iPhone and 4K stay.
    if (this.#isBegun === 'small' && this.#small.has(token.key))
      token = { ...token, word: token.word.charAt(0).toLowerCase() + token.word.slice(1) };
    if (this.#capitals) token = { ...token, word: token.word.toUpperCase() };
    if (this.#capitals === 'word') this.#capitals = undefined;
    [this.#opening, this.#space, this.#isBegun, this.#isSaid] = ['', undefined, undefined, false];
    this.#hasRemoved = false;
    this.tokens.push(token);
  }

  obey({ kind, mark }: MarkWord, said: readonly Token[]): void {
    const wasLarge = isLarge(said[0]?.word ?? '');
    const after = said.at(-1)?.after ?? '';
    switch (kind) {
      case 'end':
      case 'inner':
        this.#mark(kind, mark);
        return;
      case 'dash':
        this.#clean(OWN_MARKS);
        this.tokens.push(tokenOf(mark, { space: this.#isSpaced ? ' ' : '' }));
        this.#isBegun = 'small';
        return;
      case 'open':
        this.#clean(PAUSES);
        this.#opening += mark;
        this.#space ??= said[0]?.space;
        if (wasLarge && this.#startsSentence) this.#isBegun ??= 'large';
        return;
      case 'close':
        this.#close(mark, after);
        return;
      case 'capitals':
        this.#capitals = mark === 'off' ? undefined : mark === 'on' ? 'all' : 'word';
        this.#clean(PAUSES);
        this.#space ??= said[0]?.space;
        return;
      case 'back':
        this.#removePhrase();
        return;
      default:
        this.#breakLine(kind, mark);
    }
  }

  get #startsSentence(): boolean {
    const last = this.tokens.at(-1);
    return !last || endsSentence(last.after);
  }

  /** One mark instead of those that the recogniser set around the words. */
  #mark(kind: 'end' | 'inner', mark: string): void {
    this.#clean(OWN_MARKS);
    const last = this.tokens.at(-1);
    if (!last) return;
    // A mark takes the place of a pause that was said before it.
    const after = this.#isSaid ? last.after.replace(PAUSES, '') : last.after;
    this.tokens[this.tokens.length - 1] = { ...last, after: after + mark };
    this.#isBegun = kind === 'end' ? 'large' : 'small';
    this.#isSaid = true;
  }

  #close(mark: string, after: string): void {
    this.#clean(PAUSES);
    const last = this.tokens.at(-1);
    if (!last) return;
    const rest = after.replace(PAUSES, '');
    const isEnded = endsSentence(last.after);
    this.tokens[this.tokens.length - 1] = { ...last, after: last.after + mark + (isEnded ? '' : rest) };
  }

  #breakLine(kind: string, mark: string): void {
    this.#clean(PAUSES);
    const last = this.tokens.at(-1);
    if (last && /^\p{P}+$/u.test(last.word) && last.space.includes('\n')) this.tokens.pop();
    const lines = kind === 'paragraph' ? '\n\n' : '\n';
    const before = this.#space?.match(/\n/g) ? this.#space : '';
    this.#space = before.length >= 2 ? before : before + lines;
    if (kind === 'bullet') {
      this.#space = last ? '\n' : '';
      this.tokens.push(tokenOf(mark, { space: this.#space }));
      this.#space = this.#isSpaced ? ' ' : '';
      this.#isBegun = 'large';
      return;
    }
    this.#isBegun = this.#startsSentence ? 'large' : undefined;
  }

  /** Removes the sentence before, or what was said since the last mark if the sentence went on. */
  #removePhrase(): void {
    const last = this.tokens.at(-1);
    // A reader of live text holds back one phrase: more of it is never taken away.
    if (!last || this.#hasRemoved) return;
    this.#hasRemoved = true;
    const isWhole = endsSentence(last.after);
    let removed = this.tokens.pop();
    for (
      let token = this.tokens.at(-1);
      token && removed && !removed.space.includes('\n');
      token = this.tokens.at(-1)
    ) {
      if (isWhole ? endsSentence(token.after) : hasMarks(token.after)) break;
      removed = this.tokens.pop();
    }
    this.#space = removed?.space ?? this.#space;
    this.#opening = '';
    this.#isBegun = this.#startsSentence ? 'large' : 'small';
  }

  #clean(marks: RegExp): void {
    const last = this.tokens.at(-1);
    if (!last || this.#isSaid) return;
    this.tokens[this.tokens.length - 1] = { ...last, after: last.after.replace(marks, '') };
  }

  /** What is left at the end: a line that was begun, an opening mark. */
  get rest(): string {
    return (this.#space?.includes('\n') ? this.#space : '') + this.#opening;
  }
}
