/** A word with what stands around it, so that all tokens together are the text again. */
export interface Token {
  /** White space before it. */
  readonly space: string;
  /** Opening marks. */
  readonly before: string;
  readonly word: string;
  /** Closing marks, with their space where a language has one ("vrai ?"). */
  readonly after: string;
  /** The word as it is compared: lower case, with one kind of apostrophe. */
  readonly key: string;
}

const CHUNK = /(\s*)(\S+)/gu;
const OPENING = /^[\p{Ps}\p{Pi}"'“”‘’„«¿¡]+/u;
const CLOSING = /[.,;:!?…\p{Pe}\p{Pf}"'“”’»。、！？]/u;
const ABBREVIATED = /^\p{L}\.(?:\p{L}\.)+/u;
const ENDS = /[.!?…。！？]/u;
const MARKS = /[.,;:!?…。、！？]/u;
const QUOTES_OPEN = /["“„«「『]/u;
const QUOTES_CLOSE = /["”“»」』]/u;

/** Splits a text into words; in a script without spaces into the given terms and single characters. */
export function tokensOf(text: string, terms?: RegExp): Token[] {
  const tokens: Token[] = [];
  for (const [, space = '', chunk = ''] of text.trimEnd().matchAll(CHUNK)) {
    if (terms) addUnspaced(tokens, space, chunk, terms);
    else addChunk(tokens, space, chunk);
  }
  return tokens;
}

function addChunk(tokens: Token[], space: string, chunk: string): void {
  const [abbreviation = ''] = ABBREVIATED.exec(chunk) ?? [];
  const rest = chunk.slice(abbreviation.length);
  const [before = ''] = OPENING.exec(rest) ?? [];
  let end = rest.length;
  while (end > before.length && CLOSING.test(rest.charAt(end - 1))) end--;
  const [inner, marks] = [rest.slice(before.length, end), rest.slice(end)];
  const word = abbreviation === '' ? inner : abbreviation + before + inner;
  const last = tokens.at(-1);
  if (word === '' && last && before === '' && !space.includes('\n')) {
    tokens[tokens.length - 1] = { ...last, after: last.after + space + marks };
    return;
  }
  tokens.push(tokenOf(word, { space, before: abbreviation === '' ? before : '', after: marks }));
}

function addUnspaced(tokens: Token[], first: string, chunk: string, terms: RegExp): void {
  let [space, before] = [first, ''];
  for (const [part] of chunk.matchAll(terms)) {
    const last = tokens.at(-1);
    if (/^[「『（(“"]$/u.test(part)) before += part;
    else if (/^[。、！？…．，」』）)”.,!?:：]$/u.test(part) && last && before === '' && space === '') {
      tokens[tokens.length - 1] = { ...last, after: last.after + part };
    } else {
      tokens.push(tokenOf(part, { space, before, after: '' }));
      [space, before] = ['', ''];
    }
  }
  if (before !== '' || space !== '') tokens.push(tokenOf('', { space, before, after: '' }));
}

/** A token for a word that nothing stands around, unless given. */
export function tokenOf(
  word: string,
  { space = ' ', before = '', after = '' }: Partial<Omit<Token, 'word' | 'key'>> = {},
): Token {
  return { space, before, word, after, key: keyOf(word) };
}

export function keyOf(word: string): string {
  return word.normalize('NFC').toLowerCase().replace(/[’ʼ]/gu, "'");
}

/** The text of the tokens, and of the white space at the text's end. */
export function textOf(tokens: readonly Token[], original: string): string {
  const tail = original.slice(original.trimEnd().length);
  return tokens.map(({ space, before, word, after }) => space + before + word + after).join('') + tail;
}

/** True where two tokens follow each other with nothing but a space between them. */
export function areTogether(one: Token | undefined, next: Token | undefined): boolean {
  return (
    one !== undefined &&
    next !== undefined &&
    one.after === '' &&
    next.before === '' &&
    !/\n/u.test(next.space)
  );
}

/** True if a sentence begins at this token. */
export function startsSentence(tokens: readonly Token[], at: number): boolean {
  const last = tokens[at - 1];
  return !last || ENDS.test(last.after) || (tokens[at]?.space.includes('\n') ?? false);
}

export function endsSentence(marks: string): boolean {
  return ENDS.test(marks);
}

export function hasMarks(marks: string): boolean {
  return MARKS.test(marks);
}

export function isLarge(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

export function begunLarge(token: Token): Token {
  const word = token.word.replace(/^\p{Ll}(?=[\p{Ll}\p{M}'’-]*$)/u, (letter) => letter.toUpperCase());
  return { ...token, word };
}

/** For each token, whether it stands in a quotation. */
export function quoted(tokens: readonly Token[]): readonly boolean[] {
  let isIn = false;
  return tokens.map(({ before, after }) => {
    const isHere = isIn || QUOTES_OPEN.test(before);
    isIn = isHere && !QUOTES_CLOSE.test(after);
    return isHere;
  });
}

/** The number of tokens from `at` on that are this phrase, in words with single spaces; 0 if they are not. */
function lengthOfPhrase(tokens: readonly Token[], at: number, phrase: readonly string[]): number {
  for (const [index, word] of phrase.entries()) {
    if (tokens[at + index]?.key !== word) return 0;
    if (index > 0 && !areTogether(tokens[at + index - 1], tokens[at + index])) return 0;
  }
  return phrase.length;
}

/** Phrases by their first word, longest first. */
export class Phrases<Value> {
  readonly #byFirst = new Map<string, { readonly words: readonly string[]; readonly value: Value }[]>();

  constructor(
    entries: Iterable<readonly [string, Value]>,
    split: (phrase: string) => readonly string[] = spaced,
  ) {
    for (const [phrase, value] of entries) {
      const words = split(phrase);
      const list = this.#byFirst.get(words[0] ?? '') ?? [];
      list.push({ words, value });
      list.sort((one, other) => other.words.length - one.words.length);
      this.#byFirst.set(words[0] ?? '', list);
    }
  }

  /** The longest phrase that begins at a token. */
  at(tokens: readonly Token[], at: number): { readonly value: Value; readonly length: number } | undefined {
    const list = this.#byFirst.get(tokens[at]?.key ?? '');
    if (!list) return undefined;
    for (const { words, value } of list) {
      const length = lengthOfPhrase(tokens, at, words);
      if (length > 0) return { value, length };
    }
    return undefined;
  }
}

/** Words of the longest phrase that is looked for at its end. */
const MAX_PHRASE_WORDS = 4;

/** True where a phrase begins at a token, or one that is meant ends before it. */
export function touchesPhrase<Value>(
  phrases: Phrases<Value>,
  tokens: readonly Token[],
  at: number,
  isMeant: (at: number) => boolean = () => true,
): boolean {
  if (phrases.at(tokens, at)) return true;
  for (let length = 1; length <= Math.min(MAX_PHRASE_WORDS, at); length++)
    if (phrases.at(tokens, at - length)?.length === length && isMeant(at - length)) return true;
  return false;
}

function spaced(phrase: string): readonly string[] {
  return phrase.split(' ');
}
