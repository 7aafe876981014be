import { endBehindMark, isApart, isLiteral, type MarkedText, markOf, type Snippet } from './snippets.ts';

/** An entry of the vocabulary that changes text: what is spoken, and what is written for it. */
interface Replacement {
  readonly spoken: string;
  readonly written: string;
}

const ARROWS = ['=>', '->', '→'];

/** The entries as pairs; one without an arrow is written as it stands, one that starts with the arrow says nothing. */
export function replacementsOf(vocabulary: readonly string[]): Replacement[] {
  return vocabulary.map(parsed).filter(({ spoken }) => spoken !== '');
}

const terms = new WeakMap<readonly string[], readonly string[]>();

/** What is spoken of each entry; the same array for the same vocabulary. */
export function spokenTerms(vocabulary: readonly string[]): readonly string[] {
  const spoken = terms.get(vocabulary) ?? replacementsOf(vocabulary).map((entry) => entry.spoken);
  terms.set(vocabulary, spoken);
  return spoken;
}

function parsed(entry: string): Replacement {
  const places = ARROWS.map((arrow) => ({ arrow, at: entry.indexOf(arrow) })).filter(({ at }) => at >= 0);
  const [first] = places.sort((a, b) => a.at - b.at);
  if (!first) return { spoken: entry.trim(), written: entry.trim() };
  return {
    spoken: entry.slice(0, first.at).trim(),
    written: entry.slice(first.at + first.arrow.length).trim(),
  };
}

/** Captions are rewritten cue by cue, and live text again and again, with the same two lists. */
const trees = new WeakMap<readonly string[], WeakMap<readonly Snippet[], PhraseTree>>();
const NO_SNIPPETS: readonly Snippet[] = [];

function treeOf(vocabulary: readonly string[], snippets: readonly Snippet[]): PhraseTree {
  const bySnippets = trees.get(vocabulary) ?? new WeakMap<readonly Snippet[], PhraseTree>();
  const tree = bySnippets.get(snippets) ?? new PhraseTree(vocabulary, snippets);
  trees.set(vocabulary, bySnippets.set(snippets, tree));
  return tree;
}

/**
 * Words and phrases of the vocabulary as the user writes them. `spoken => written` (also `->`, `→`) replaces the words
 * spoken; an entry without an arrow gives the word its own upper and lower case. Whole words, without regard to case,
 * longest first; what has been written is not replaced again. The first of two entries for the same words counts. The
 * list is remembered, so it must not be changed afterwards; so are snippets.
 */
export function withVocabulary(text: string, vocabulary: readonly string[]): string {
  return withSnippets(text, vocabulary, NO_SNIPPETS).text;
}

/**
 * The same, with marks for the snippets that were said: a phrase of theirs may have a comma or a hyphen between its
 * words, and is left alone where it is only spoken of.
 */
export function withSnippets(
  text: string,
  vocabulary: readonly string[],
  snippets: readonly Snippet[],
): MarkedText {
  const parts: string[] = [];
  if (vocabulary.length === 0 && snippets.length === 0) return { text, parts };
  const tree = treeOf(vocabulary, snippets);
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const found = tree.longestAt(text, at);
    if (found) {
      const isPart = found.isSnippet === true;
      result += text.slice(copied, at) + (isPart ? markOf(parts.push(found.written)) : found.written);
      copied = isPart ? endBehindMark(text, { start: at, ...found }) : found.end;
    }
    at = found ? copied : at + characterAt(text, at).length;
  }
  return { text: result + text.slice(copied), parts };
}

/** Phrases by their characters: one walk finds the longest, however long the list is. */
interface Branch {
  readonly next: Map<string, Branch>;
  written?: string;
  isSnippet?: boolean;
}

/** What to write for the phrase found, and the index after it. */
interface Found {
  readonly written: string;
  readonly end: number;
  readonly isSnippet?: boolean | undefined;
}

/** A character of a script that is written without spaces, so that a word in it has no edges to look for. */
export const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;
const SPACE = /\s/u;

/**
 * The phrases of a vocabulary, ready to be looked for. Takes time and memory in proportion to the vocabulary's
 * characters.
 */
class PhraseTree {
  readonly #root: Branch = { next: new Map() };

  constructor(vocabulary: readonly string[], snippets: readonly Snippet[]) {
    for (const replacement of replacementsOf(vocabulary)) this.#add(replacement);
    for (const { phrase, written } of snippets) {
      const spoken = phrase.replace(/(?<=[\p{L}\p{N}])[,-]?\s+|-(?=[\p{L}\p{N}])/gu, ' ');
      this.#add({ spoken, written: written ?? phrase }, true);
    }
  }

  /** The longest phrase that starts exactly here and neither starts nor ends inside a word. */
  longestAt(text: string, start: number): Found | undefined {
    if (isInsideWord(characterBefore(text, start), characterAt(text, start))) return undefined;
    let found: Found | undefined;
    let branch: Branch | undefined = this.#root;
    let [isLoose, hasComma] = [false, false];
    for (let at = start; at < text.length; ) {
      const character = characterAt(text, at);
      const before: Branch = branch;
      for (const part of folded(character)) branch = branch?.next.get(part);
      // Between the words of a snippet, an engine may set a comma or a hyphen.
      const isBetween = branch === undefined && at > start && before.next.has(' ');
      if (isBetween && /^(?:,\s|[-‐‑]\S)/u.test(text.slice(at, at + 2))) {
        isLoose = true;
        hasComma ||= character === ',';
        branch = character === ',' ? before : before.next.get(' ');
      }
      if (branch === undefined) break;
      at += character.length;
      if (SPACE.test(character)) while (SPACE.test(text.charAt(at))) at++;
      if (branch.written === undefined || isInsideWord(character, characterAt(text, at))) continue;
      const { written, isSnippet } = branch;
      // "As you can see, you were right" has nothing to do with "see you".
      const isMeant = () => !isLiteral(text, start, at) && (!hasComma || isApart(text, start, at));
      if (isSnippet ? !isMeant() : isLoose) continue;
      found = { written, end: at, isSnippet };
    }
    return found;
  }

  #add({ spoken, written }: Replacement, isSnippet?: boolean): void {
    let branch = this.#root;
    for (const part of [...spoken.normalize('NFC').replace(/\s+/gu, ' ')].flatMap(folded)) {
      const next: Branch = branch.next.get(part) ?? { next: new Map() };
      branch.next.set(part, next);
      branch = next;
    }
    if (branch.written !== undefined) return;
    branch.written = written;
    if (isSnippet) branch.isSnippet = true;
  }
}

/** The character that starts here, complete even if it takes two code units; empty at the end. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const pair = at > 1 ? characterAt(text, at - 2) : '';
  return pair.length === 2 ? pair : text.charAt(at - 1);
}

/** Case, kind of white space and kind of apostrophe make no difference, nor does the Greek s at a word's end. */
function folded(character: string): string[] {
  if (SPACE.test(character)) return [' '];
  if (character === '’') return ["'"];
  return [...character.toLowerCase()].map((part) => (part === 'ς' ? 'σ' : part));
}

/** Whether two neighbours stand in one word. */
function isInsideWord(left: string, right: string): boolean {
  return isLetter(left) && isLetter(right);
}

function isLetter(character: string): boolean {
  return LETTER.test(character) && !UNSPACED.test(character);
}
