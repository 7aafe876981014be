import { TextThrottle } from './text-throttle.ts';

export interface StablePartialOptions {
  /** The mode's text rules. */
  readonly rewrite: (text: string) => string;
  /** What a vocabulary entry looks for may still be going on: so many characters at the end wait for more. */
  readonly longestPhrase: number;
}

/** Room for the white space in a phrase, and for the sign after a word. */
const SLACK = 8;
const SPACE = /\s/u;
/** Scripts that write without spaces: there a text may be cut anywhere. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/**
 * The part of a growing text that does not change any more, after the mode's text rules: for readers that cannot take a word
 * back. Where the engine says how much of its text is settled, that counts. Where it does not, words that two partial texts
 * in a row agree on are taken for settled; if such a word changes after all, nothing more is given out.
 */
export class StablePartial {
  readonly #rewrite: (text: string) => string;
  readonly #heldBack: number;
  #before: string | undefined;
  #given = '';
  #isBroken = false;
  /** The rules go through the whole text each time. */
  readonly #growth = new TextThrottle();

  constructor({ rewrite, longestPhrase }: StablePartialOptions) {
    this.#rewrite = rewrite;
    this.#heldBack = longestPhrase + SLACK;
  }

  /**
   * The settled text so far, or undefined when there is no more of it than before. `settled` is the number of characters of the
   * engine's text that it will not change.
   */
  push(partial: string, settled?: number): string | undefined {
    const sure = settled === undefined ? commonStart(this.#before ?? '', partial) : partial.slice(0, settled);
    this.#before = partial;
    if (this.#isBroken || !this.#growth.isWorthIt(sure.length)) return undefined;
    const cut = boundaryBefore(sure, sure.length - this.#heldBack);
    if (cut === 0) return undefined;
    // What the rules make of the start alone and with more behind it is what they will make of it in the end.
    const text = commonStart(this.#rewrite(sure.slice(0, cut)), this.#rewrite(sure)).trimEnd();
    if (!text.startsWith(this.#given)) {
      this.#isBroken = !this.#given.startsWith(text);
      return undefined;
    }
    if (text.length === this.#given.length) return undefined;
    this.#given = text;
    return text;
  }
}

/** The longest start that both have, whole characters only. */
function commonStart(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  if (length > 0 && /[\ud800-\udbff]/.test(one.charAt(length - 1))) length--;
  return one.slice(0, length);
}

/** The last place at or before `end` where no word is cut in two. */
function boundaryBefore(text: string, end: number): number {
  for (let at = Math.min(end, text.length); at > 0; at--) {
    if (SPACE.test(text.charAt(at)) || UNSPACED.test(text.slice(at - 2, at))) return at;
  }
  return 0;
}
