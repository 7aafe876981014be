import type { NumberGrammar } from './grammar.ts';
import { areTogether, type Token } from './tokens.ts';

/** A number found in words. */
export interface ReadNumber {
  readonly value: number;
  /** The token after it. */
  readonly end: number;
  readonly isOrdinal: boolean;
  /** "hundred" without how many: more a word than a number. */
  readonly isVague: boolean;
  /** A single word. */
  readonly isSingle: boolean;
  /** The last scale, as it was said, and the value without it. */
  readonly scale?: { readonly word: string; readonly times: number } | undefined;
}

type Atom =
  | { readonly kind: 'value' | 'ordinal'; readonly value: number; readonly length: number }
  | { readonly kind: 'multiplier' | 'scale'; readonly value: number; readonly length: number };

/** Numbers have at most so many words: what is longer is a list. */
const MAX_WORDS = 24;
const MAX_ATOM_WORDS = 3;

/** Reads numbers of one language. */
export class NumberReader {
  readonly #grammar: NumberGrammar;
  readonly #joins: ReadonlyMap<string, readonly (readonly [after: number, below: number])[]>;
  /** The words that a number may begin with, compounds aside. */
  readonly #firsts: ReadonlySet<string>;
  readonly #compounds = new Map<string, number | undefined>();

  constructor(grammar: NumberGrammar) {
    this.#grammar = grammar;
    const joins = new Map<string, (readonly [number, number])[]>();
    for (const [word, after, below] of grammar.joins)
      joins.set(word, [...(joins.get(word) ?? []), [after, below]]);
    this.#joins = joins;
    const { words, ordinals, multipliers, scales } = grammar;
    const atoms = [words, ordinals, multipliers, scales].flatMap((values) => Object.keys(values));
    this.#firsts = new Set(atoms.map((atom) => atom.split(' ', 1)[0] ?? ''));
  }

  /** The value of one word that is a digit. */
  digit(token: Token | undefined): number | undefined {
    if (!token) return undefined;
    const value = ownValue(this.#grammar.words, token.key);
    return value !== undefined && value < 10 ? value : undefined;
  }

  /** True if the word may be a part of a number. */
  isPart(token: Token): boolean {
    const words = token.key.split('-');
    return words.some(
      (word) => this.#joins.has(word) || this.#atom(words, words.indexOf(word)) !== undefined,
    );
  }

  /** The longest number that begins at a token. */
  at(tokens: readonly Token[], start: number): ReadNumber | undefined {
    const read = this.#together(tokens, start);
    // Recognisers set a comma behind thousands: "forty-five thousand, three hundred and twenty". But "in two thousand,
    // three hundred people", and "twenty thousand, thirty of them".
    const unit = read?.scale && read.value / read.scale.times;
    if (!unit || read.value === 2_000 || tokens[read.end - 1]?.after !== ',') return read;
    const more = this.#together(tokens, read.end);
    const isRest = more && !more.isOrdinal && !more.isVague && more.value >= 100 && more.value < unit;
    if (!isRest || this.#grammar.partOf?.includes(tokens[more.end]?.key ?? '')) return read;
    return { ...more, value: read.value + more.value, isSingle: false };
  }

  #together(tokens: readonly Token[], start: number): ReadNumber | undefined {
    const [first = ''] = tokens[start]?.key.split('-', 1) ?? [];
    if (!this.#firsts.has(first) && !this.#compoundAtom(first)) return undefined;
    const { words, ends } = wordsFrom(tokens, start);
    const sum = new Sum(this.#grammar);
    let best: ReadNumber | undefined;
    let atoms = 0;
    for (let at = 0; at < words.length && !sum.isEnded; ) {
      const joins = atoms > 0 ? this.#joins.get(words[at] ?? '') : undefined;
      const joined = joins && this.#atom(words, at + 1);
      const isJoined =
        joined !== undefined && joins?.some(([after, below]) => sum.mayJoin(joined, after, below));
      const atom = isJoined ? joined : this.#atom(words, at);
      if (!atom || !sum.add(atom)) break;
      atoms++;
      at += atom.length + (isJoined ? 1 : 0);
      const end = ends[at - 1];
      if (end !== undefined) best = { ...sum.read(words[at - 1] ?? ''), end, isSingle: atoms === 1 };
    }
    return best;
  }

  #atom(words: readonly string[], at: number): Atom | undefined {
    const { words: values, ordinals, multipliers, scales } = this.#grammar;
    for (let length = Math.min(MAX_ATOM_WORDS, words.length - at); length > 0; length--) {
      const word = words.slice(at, at + length).join(' ');
      const value = ownValue(values, word);
      if (value !== undefined) return { kind: 'value', value, length };
      const ordinal = ownValue(ordinals, word);
      if (ordinal !== undefined) return { kind: 'ordinal', value: ordinal, length };
      const multiplier = ownValue(multipliers, word);
      if (multiplier !== undefined) return { kind: 'multiplier', value: multiplier, length };
      const scale = ownValue(scales, word);
      if (scale !== undefined) return { kind: 'scale', value: scale, length };
    }
    return this.#compoundAtom(words[at] ?? '');
  }

  #compoundAtom(word: string): Atom | undefined {
    const { compound } = this.#grammar;
    const { ordinalEnding } = this.#grammar;
    const isKnown = compound && Object.values(compound).some((part) => word.includes(part));
    if (word.length < 7 || !(isKnown || ordinalEnding?.test(word))) return undefined;
    const base = word.replace(ordinalEnding ?? /$^/, '');
    if (base !== word) {
      const value = this.#compound(base);
      if (value !== undefined && value >= 20) return { kind: 'ordinal', value, length: 1 };
    }
    const value = this.#compound(word);
    return value === undefined ? undefined : { kind: 'value', value, length: 1 };
  }

  #compound(word: string): number | undefined {
    if (!this.#compounds.has(word)) {
      if (this.#compounds.size > 5_000) this.#compounds.clear();
      this.#compounds.set(word, this.#thousands(word));
    }
    return this.#compounds.get(word);
  }

  #thousands(word: string): number | undefined {
    const { thousand = '' } = this.#grammar.compound ?? {};
    return this.#split(word, thousand, 1_000, (part) => this.#hundreds(part));
  }

  #hundreds(word: string): number | undefined {
    const { hundred = '' } = this.#grammar.compound ?? {};
    return this.#split(word, hundred, 100, (part) => this.#tens(part));
  }

  #split(
    word: string,
    by: string,
    times: number,
    read: (part: string) => number | undefined,
  ): number | undefined {
    const at = word.indexOf(by);
    if (at === -1) return read(word);
    const { and = '' } = this.#grammar.compound ?? {};
    const [left, rest] = [word.slice(0, at), word.slice(at + by.length)];
    const right = rest.startsWith(and) && read(rest) === undefined ? rest.slice(and.length) : rest;
    const [count, more] = [left === '' ? 1 : read(left), right === '' ? 0 : read(right)];
    if (count === undefined || more === undefined || count === 0 || more >= times) return undefined;
    return count * times + more;
  }

  #tens(word: string): number | undefined {
    const known = ownValue(this.#grammar.words, word);
    if (known !== undefined) return known;
    const { and = '' } = this.#grammar.compound ?? {};
    for (let at = word.indexOf(and); at > 0; at = word.indexOf(and, at + 1)) {
      const one = ownValue(this.#grammar.words, word.slice(0, at));
      const ten = ownValue(this.#grammar.words, word.slice(at + and.length));
      if (one !== undefined && ten !== undefined && one > 0 && one < 10 && ten >= 20 && ten % 10 === 0)
        return ten + one;
    }
    return undefined;
  }
}

/** A number while its words are added up. */
class Sum {
  readonly #hasTeenHundreds: boolean;
  readonly #isMyriad: boolean;
  #total = 0;
  #group = 0;
  #isOpen = false;
  #isClosed = false;
  #isVague = false;
  #scale = Number.POSITIVE_INFINITY;
  #last: { readonly times: number } | undefined;
  isEnded = false;
  #isOrdinal = false;

  constructor(grammar: NumberGrammar) {
    this.#hasTeenHundreds = grammar.hasTeenHundreds ?? false;
    this.#isMyriad = '十' in grammar.multipliers;
  }

  /** True if a number before this one may be joined to it by a word, such as "and". */
  mayJoin(atom: Atom, after: number, below: number): boolean {
    const sum = this.#total + this.#group;
    const isTeen = this.#group % 100 === 10;
    const value = atom.kind === 'value' || atom.kind === 'ordinal' ? atom.value : below;
    return sum > 0 && !isTeen && sum % after === 0 && value < below;
  }

  add(atom: Atom): boolean {
    this.#last = undefined;
    if (atom.kind === 'scale') return this.#addScale(atom.value);
    if (atom.kind === 'multiplier') return this.#multiply(atom.value);
    if (!this.#addValue(atom.value)) return false;
    if (atom.kind === 'ordinal') this.isEnded = this.#isOrdinal = true;
    return true;
  }

  read(word: string): Omit<ReadNumber, 'end' | 'isSingle'> {
    return {
      value: this.#total + this.#group,
      isOrdinal: this.#isOrdinal,
      isVague: this.#isVague,
      scale: this.#last && { word, times: this.#last.times },
    };
  }

  #addValue(value: number): boolean {
    const sum = this.#total + this.#group;
    if (this.#isOpen) {
      if (this.#isClosed || value === 0 || sum === 0) return false;
      // Sixty and eighty take ten to nineteen too, where they are said so.
      const isSoixante = [60, 80].includes(this.#group % 100) && value >= 10 && value < 20;
      const room = isSoixante ? 20 : roomOf(this.#group === 0 ? this.#total : this.#group);
      if (value >= room) return false;
    }
    this.#isOpen = true;
    if (value >= 1_000) {
      this.#total += value;
    } else {
      this.#group += value;
    }
    this.#isClosed = value === 0 || (value % 100 < 20 && value % 100 >= 10);
    if (this.#isOpen && this.#group + this.#total > value) this.#isVague = false;
    return true;
  }

  #multiply(by: number): boolean {
    const group = this.#group;
    const times = group % (this.#hasTeenHundreds ? 100 : 10);
    const rest = group - times;
    if (rest % (by * 10) !== 0 || (times === 0 && this.#isOpen && group === 0 && this.#total % 1_000 !== 0))
      return false;
    if (times >= 10 && (times < 11 || times % 10 === 0)) return false;
    if (rest > 0 && !this.#isMyriad) return false;
    this.#isVague = !this.#isOpen && by > 10 && !this.#isMyriad;
    this.#group = rest + Math.max(times, 1) * by;
    this.#isOpen = true;
    this.#isClosed = false;
    return true;
  }

  #addScale(scale: number): boolean {
    if (this.#group === 0 && this.#total > 0 && this.#total < scale) {
      this.#total *= scale;
    } else {
      if (scale >= this.#scale || (this.#isOpen && this.#group === 0)) return false;
      this.#isVague = !this.#isOpen;
      this.#total += Math.max(this.#group, 1) * scale;
    }
    const times = this.#total / scale;
    this.#last = Number.isInteger(times) ? { times } : undefined;
    this.#scale = scale;
    this.#group = 0;
    this.#isOpen = true;
    this.#isClosed = false;
    return true;
  }
}

/** What may be added to a number must be smaller than its last digit that counts. */
function roomOf(value: number): number {
  let room = 1;
  while (value % (room * 10) === 0) room *= 10;
  return room;
}

function ownValue(values: Readonly<Record<string, number>>, word: string): number | undefined {
  return Object.hasOwn(values, word) ? values[word] : undefined;
}

/** The words of the tokens from `start` on, parted at hyphens, and after which of them a token ends. */
function wordsFrom(
  tokens: readonly Token[],
  start: number,
): { readonly words: readonly string[]; readonly ends: readonly (number | undefined)[] } {
  const words: string[] = [];
  const ends: (number | undefined)[] = [];
  for (let at = start; at < tokens.length && words.length < MAX_WORDS; at++) {
    if (at > start && !areTogether(tokens[at - 1], tokens[at])) break;
    const parts = tokens[at]?.key.split('-') ?? [];
    words.push(...parts);
    ends.push(...parts.map((_, index) => (index === parts.length - 1 ? at + 1 : undefined)));
  }
  return { words, ends };
}
