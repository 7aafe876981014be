import type { RecordingSource } from '@quoth/contract';
import type { TranscriptionContext } from '../declarations/index.ts';
import { loadTextRules, UNSPACED } from '../rewriting/index.ts';
import { textRulesOf } from './job-text-rules.ts';
import type { PlannedTranscription } from './plan-transcription.ts';

/**
 * Takes the text of a transcription in progress, and reports what of it is stable, after the text rules of its mode;
 * undefined where no one waits for that.
 */
export function stablePartials(
  { mode, options, plan }: PlannedTranscription,
  source: RecordingSource,
  onStablePartial: TranscriptionContext['onStablePartial'],
): ((text: string, stableCharacters?: number) => void) | undefined {
  // Rewritten text has little to do with what was said, so none of that is reported before.
  if (!onStablePartial || options.post_process === true) return undefined;
  const { vocabulary, rulesIn, changesNothing, spoken } = textRulesOf(mode, options, source);
  const language = plan.language === 'auto' ? null : plan.language;
  // Only the final text says in which language its numbers and marks are.
  if (spoken && language === null && !options.translate) return undefined;
  const written = options.translate ? 'en' : (language ?? 'auto');
  const loaded = loadTextRules().then(({ applyTextRules, settledLength }) => {
    const settled = spoken && ((text: string) => settledLength(text, spoken, written));
    return new StablePartial({
      rewrite: (text) => applyTextRules(text, rulesIn(language)),
      changesNothing,
      ...(settled && { settled }),
      // What sounds like a term may be longer than the term, as where it was spelled.
      longestPhrase: 2 * Math.max(0, ...vocabulary.map((entry) => entry.length)),
    });
  });
  return (text, stableCharacters) =>
    void loaded.then((partial) => {
      const stable = partial.push(text, stableCharacters);
      if (stable !== undefined) onStablePartial(stable);
    });
}

export interface StablePartialOptions {
  /** The mode's text rules. */
  readonly rewrite: (text: string) => string;
  /** Characters. What a vocabulary entry matches may still continue, so this much is held back at the end. */
  readonly longestPhrase: number;
  /** Characters at the start of a text that no later word changes; all of them unless given. */
  readonly settled?: (text: string) => number;
  /** The rules leave every text as it is: nothing needs to be held back of what the engine calls stable. */
  readonly changesNothing?: boolean;
  /** Characters of the text that the rules go through again with each push. */
  readonly window?: number;
}

/** All rules together take 4 to 7 ms for a text of this length, and go through it twice. */
const WINDOW = 4_000;
/** Characters that a long text must have grown by to be looked at again. */
const ENOUGH = 2_000;
/** Places that are tried as the start of the window; the next push tries others. */
const ATTEMPTS = 3;
/** Characters for the white space in a phrase, and for the punctuation after a word. */
const SLACK = 8;
const SPACE = /\s/u;
/** Where a text may be cut without a space. */
const ENDS_UNSPACED = new RegExp(`${UNSPACED.source}$`, 'u');

/**
 * The part of a growing text that no longer changes, after the mode's text rules: for readers that cannot take a word
 * back. Where the engine says how much of its text is stable, that counts. Where it does not, words that two partial
 * texts in a row agree on are taken as settled; if such a word changes after all, nothing more is given out. The rules
 * go through a window at the end of the text only, so that a push costs no more after six hours than after ten minutes.
 */
export class StablePartial {
  readonly #rewrite: (text: string) => string;
  readonly #settled: (text: string) => number;
  readonly #heldBack: number;
  readonly #window: number;
  readonly #changesNothing: boolean;
  readonly #growth = new TextThrottle(ENOUGH);
  #before: string | undefined;
  #given = '';
  #isBroken = false;
  /** What lies before the window: as the engine gave it, and after the rules. */
  #past = { spoken: '', written: '' };

  constructor({
    rewrite,
    longestPhrase,
    settled = (text) => text.length,
    changesNothing = false,
    window = WINDOW,
  }: StablePartialOptions) {
    this.#changesNothing = changesNothing;
    this.#settled = settled;
    this.#rewrite = rewrite;
    this.#heldBack = longestPhrase + SLACK;
    this.#window = window;
  }

  /**
   * The stable text so far, or undefined if there is no more of it than before. `stableCharacters` is the number of
   * characters of the engine's text that it will not change.
   */
  push(partial: string, stableCharacters?: number): string | undefined {
    const sure =
      stableCharacters === undefined
        ? commonStart(this.#before ?? '', partial)
        : partial.slice(0, stableCharacters);
    this.#before = partial;
    if (this.#isBroken || !this.#growth.isDue(sure.length)) return undefined;
    if (this.#changesNothing && stableCharacters !== undefined) return this.#grown(sure.trimEnd());
    if (!sure.startsWith(this.#past.spoken)) {
      this.#isBroken = !this.#past.spoken.startsWith(sure);
      return undefined;
    }
    const recent = sure.slice(this.#past.spoken.length);
    const cut = boundaryBefore(recent, Math.min(recent.length - this.#heldBack, this.#settled(recent)));
    if (cut === 0) return undefined;
    const written = this.#rewrite(recent);
    // The part that comes out the same with and without the words after it will not change anymore.
    const stable = commonStart(this.#rewrite(recent.slice(0, cut)), written);
    const text = (this.#past.written + stable).trimEnd();
    if (recent.length > this.#window) this.#moveWindow(recent, cut, written);
    return this.#grown(text);
  }

  /** The text, if it goes on from what was given. */
  #grown(text: string): string | undefined {
    if (!text.startsWith(this.#given)) {
      this.#isBroken = !this.#given.startsWith(text);
      return undefined;
    }
    if (text.length === this.#given.length) return undefined;
    this.#given = text;
    return text;
  }

  /** The window starts again where the rules make the same of both sides apart as of the whole. */
  #moveWindow(recent: string, cut: number, written: string): void {
    let at = boundaryBefore(recent, cut - this.#heldBack);
    for (let attempt = 0; attempt < ATTEMPTS && at > 0; attempt++) {
      const start = this.#rewrite(recent.slice(0, at));
      if (written.startsWith(start) && this.#rewrite(recent.slice(at)) === written.slice(start.length)) {
        this.#past = {
          spoken: this.#past.spoken + recent.slice(0, at),
          written: this.#past.written + start,
        };
        return;
      }
      at = boundaryBefore(recent, at - 1);
    }
  }
}

/** The longest start that both have in common, in whole characters. */
function commonStart(one: string, other: string): string {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length++;
  if (length > 0 && /[\ud800-\udbff]/.test(one.charAt(length - 1))) length--;
  return one.slice(0, length);
}

/** The last index up to `end` at which no word is cut in two. */
function boundaryBefore(text: string, end: number): number {
  for (let at = Math.min(end, text.length); at > 0; at--) {
    if (SPACE.test(text.charAt(at)) || ENDS_UNSPACED.test(text.slice(at - 2, at))) return at;
  }
  return 0;
}

/** Characters. Up to this length every change counts. */
const SHORT = 5_000;
/** Beyond it, the text must have grown by this share. */
const SHARE = 0.1;

/**
 * Reading or sending the whole of a growing text costs more with every chunk: six hours of speech in 770 chunks would
 * be read 770 times. A short text is worth it at every change, a long one when it has grown by a tenth, or by `enough`
 * characters.
 */
export class TextThrottle {
  readonly #enough: number;
  #length = 0;

  constructor(enough = Number.POSITIVE_INFINITY) {
    this.#enough = enough;
  }

  /** True if a text of this length, in characters, is worth the work now; then the length is remembered. */
  isDue(length: number): boolean {
    const wanted = Math.min(this.#length * (1 + SHARE), this.#length + this.#enough);
    if (length > SHORT && length < wanted) return false;
    this.#length = length;
    return true;
  }
}
