import type { Dictation, ErrorBody, Processing } from '@quoth/contract';

/** What the page shows of the recorder. */
export type RecorderView =
  | { readonly state: 'ready' }
  /** Nothing can be recorded, and why. */
  | { readonly state: 'refused'; readonly refusal: ErrorBody }
  | { readonly state: 'starting'; readonly id: string }
  | { readonly state: 'recording'; readonly id: string }
  | {
      readonly state: 'transcribing' | 'rewriting' | 'delivering';
      readonly id: string;
      /** Why nothing new can be recorded meanwhile. */
      readonly refusal: ErrorBody | null;
    };

const working = ['transcribing', 'rewriting', 'delivering'] as const;

/**
 * A recording takes precedence over work on earlier ones, and work over a refusal: what is in progress is never hidden
 * by a refusal.
 */
export function recorderView({ recording, processing, refusal }: Dictation): RecorderView {
  if (recording) return { state: recording.phase, id: recording.id };
  const busy = processing.findLast(isWorking);
  const state = working.find((phase) => phase === busy?.phase);
  if (busy && state) return { state, id: busy.id, refusal };
  return refusal ? { state: 'refused', refusal } : { state: 'ready' };
}

/** Why no recording can be started now, whatever else is in progress. */
export function refusalOf(view: RecorderView): ErrorBody | undefined {
  return 'refusal' in view ? (view.refusal ?? undefined) : undefined;
}

/** The last finished dictation, if it is still reported. */
export function lastFinished({ processing }: Dictation): Processing | undefined {
  return processing.findLast((each) => !isWorking(each));
}

/** The same without tests of the microphone, and others of which nothing is kept and whose text went elsewhere. */
export function lastShown(dictation: Dictation): Processing | undefined {
  const processing = dictation.processing.filter((each) => !(each.private && each.delivery === 'none'));
  return lastFinished({ ...dictation, processing });
}

function isWorking({ phase }: Processing): boolean {
  return working.some((each) => each === phase);
}

/** Minutes and seconds, and hours if there are any. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** A text that grows while the user speaks. */
export interface LiveText {
  /** The stable text, in the parts in which it came. */
  readonly stable: readonly string[];
  readonly unstable: string;
}

export const noLiveText: LiveText = { stable: [], unstable: '' };

/**
 * The next state of a live text: the first `stableCharacters` of `text` are stable. Stable text is never taken back.
 */
export function grown(before: LiveText, text: string, stableCharacters: number): LiveText {
  const kept = before.stable.join('');
  const stays = text.startsWith(kept) ? Math.max(stableCharacters, kept.length) : kept.length;
  const part = text.startsWith(kept) ? text.slice(kept.length, stays) : '';
  return {
    stable: part === '' ? before.stable : [...before.stable, part],
    unstable: text.slice(stays),
  };
}

/** The first press of the key that cancels a long recording. */
export interface CancelAsked {
  /** Of the recording. */
  readonly id: string;
  readonly shortcut: string;
  /** Until when a second press counts. */
  readonly ms: number;
}

/** The keys to press again; a press for another recording does not count for this one. */
export function askedOf(asked: CancelAsked | undefined, recordingId: string | undefined): string | undefined {
  if (!asked || asked.id !== recordingId) return undefined;
  return asked.shortcut;
}

/**
 * True if more than a quarter of the sentence is missing, or was replaced by something else: no one would want to
 * correct that.
 */
export function isMisheard(sentence: string, text: string): boolean {
  const [said, heard] = [wordsOf(sentence), wordsOf(text)];
  const missing = said.filter((word) => !heard.includes(word)).length;
  const foreign = heard.filter((word) => !said.includes(word)).length;
  return Math.max(missing, foreign) > said.length / 4;
}

/** The sentence in runs: which of its words were not heard. */
export function missedWords(
  sentence: string,
  heard: string,
): readonly { readonly text: string; readonly isMissed: boolean; readonly at: number }[] {
  const known = wordsOf(heard);
  return [...words.segment(sentence)].map(({ segment: text, index: at, isWordLike }) => ({
    text,
    isMissed: isWordLike === true && !known.includes(text.toLowerCase()),
    at,
  }));
}

/** Also in languages without spaces between words. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** How many words a text has, also in languages without spaces. */
export function countWords(text: string): number {
  return wordsOf(text).length;
}

function wordsOf(text: string): string[] {
  return [...words.segment(text.toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
}
