import type { Word } from '@quoth/contract';
import { joinTexts } from '@quoth/text';
import { UnreadableReply } from '../call-error.ts';
import type { LiveTextPart, SpeechTranscript } from './speech-adapter.ts';
import { segmentsOfWords } from './vendor-fields.ts';

interface LivePart {
  text: string;
  words: readonly Word[];
  isFinal: boolean;
  /** The vendor owes its text, even if it is empty. */
  isAwaited: boolean;
  isJoined: boolean;
}

/**
 * Parts that a vendor may leave open at a time: it settles one within seconds, and they begin at pauses. Each message
 * goes through all of them.
 */
const MAX_OPEN = 100;

/** Name of the part that a vendor without names for them is at. */
const CURRENT = '';

/**
 * The text of a stream, as it grows: what is final, and behind it what may still change. Parts stay in the order in
 * which they began.
 */
export class LiveTranscript {
  readonly #parts = new Map<string, LivePart>();
  /** Names of parts that are final: whatever else is said of them would be there twice. */
  readonly #past = new Set<string>();
  readonly #words: Word[] = [];
  #wordCharacters = 0;
  #final = '';
  #language: string | null = null;

  /** Throws UnreadableReply for more open parts than anybody can speak. */
  take({ part = CURRENT, text, adds, final, joined, words = [], language }: LiveTextPart): void {
    if (this.#past.has(part)) return;
    const known = this.#partOf(part);
    known.text = adds === true ? known.text + text : text;
    known.isJoined = joined === true;
    known.isFinal = final;
    known.words = words;
    if (final && language) this.#language = language;
    this.#settle();
  }

  /** The vendor has taken a part over, and owes its text. Throws as `take` does. */
  await(part: string): void {
    if (!this.#past.has(part)) this.#partOf(part).isAwaited = true;
  }

  get text(): string {
    const texts = this.#final === '' ? [] : [this.#final];
    for (const part of this.#parts.values()) {
      if (part.isJoined) texts.push(added(texts.pop() ?? '', part));
      else if (part.text.trim() !== '') texts.push(part.text.trim());
    }
    return joinTexts(texts);
  }

  /** Characters of the words with times: of each, or one where it has none. */
  get wordCharacters(): number {
    return this.#wordCharacters;
  }

  /** How many characters at the start of `text` will not change any more. */
  get stableCharacters(): number {
    return this.#final.length;
  }

  /** True if there is nothing that may still change. */
  get isFinal(): boolean {
    return [...this.#parts.values()].every(({ text, isAwaited }) => !isAwaited && text.trim() === '');
  }

  transcript(): SpeechTranscript {
    return {
      text: this.#final.trim(),
      words: this.#words,
      segments: segmentsOfWords(this.#words),
      language: this.#language,
    };
  }

  #partOf(name: string): LivePart {
    const known = this.#parts.get(name);
    if (known) return known;
    if (this.#parts.size >= MAX_OPEN) throw new UnreadableReply('too many open parts');
    const part = { text: '', words: [], isFinal: false, isAwaited: false, isJoined: false };
    this.#parts.set(name, part);
    return part;
  }

  #addWords({ text, words, isJoined }: LivePart): void {
    const [first, ...others] = words;
    const last = this.#words.at(-1);
    if (!first) return;
    for (const { word } of words) this.#wordCharacters += Math.max(1, word.length);
    // The start of a word was final before its end.
    if (last && isJoined && !/^\s/.test(text)) this.#words[this.#words.length - 1] = joinedWord(last, first);
    else this.#words.push(first);
    for (const word of others) this.#words.push(word);
  }

  #settle(): void {
    for (const [name, part] of this.#parts) {
      if (!part.isFinal) return;
      this.#addWords(part);
      this.#final = added(this.#final, part);
      this.#parts.delete(name);
      if (name !== CURRENT) this.#past.add(name);
    }
  }
}

function joinedWord(one: Word, other: Word): Word {
  const confidence = Math.min(one.confidence ?? 1, other.confidence ?? 1);
  return { ...one, word: one.word + other.word, end: other.end, confidence };
}

function added(before: string, { text, isJoined }: LivePart): string {
  return isJoined ? (before + text).trimStart() : joinTexts([before, text.trim()]);
}
