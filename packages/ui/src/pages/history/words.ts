import { type Recording, searchTerms } from '@quoth/contract';
import { diffWordsWithSpace } from 'diff';
import { clock, countWords } from '../../session/recording.ts';

/** A run of a text, and whether it is a hit of a search. */
interface TextRun {
  readonly text: string;
  readonly isHit: boolean;
  /** Where it begins in the whole text, as a stable key. */
  readonly at: number;
}

/** Splits a text into search hits and the text between them, ignoring case and accents as the search itself does. */
export function highlight(text: string, search: string): TextRun[] {
  const wanted = searchTerms(search)
    .map((term) => folded(term).text)
    .filter((term) => term !== '');
  if (wanted.length === 0) return text === '' ? [] : [{ text, isHit: false, at: 0 }];
  const { text: plain, origins } = folded(text);
  const runs: TextRun[] = [];
  let done = 0;
  /** Where each comes next. */
  let next = wanted.map((term) => ({ term, at: plain.indexOf(term) }));
  for (let from = 0; ; ) {
    next = next
      .map(({ term, at }) => ({ term, at: at >= 0 && at < from ? plain.indexOf(term, from) : at }))
      .filter(({ at }) => at >= 0);
    const [first] = next.toSorted((one, other) => one.at - other.at || other.term.length - one.term.length);
    if (!first) break;
    const { at: found, term } = first;
    from = found + term.length;
    const start = origins?.[found] ?? found;
    const end = origins?.[from] ?? from;
    if (start > done) runs.push({ text: text.slice(done, start), isHit: false, at: done });
    runs.push({ text: text.slice(start, end), isHit: true, at: start });
    done = end;
  }
  if (done < text.length) runs.push({ text: text.slice(done), isHit: false, at: done });
  return runs;
}

/** The text from a little before its first hit, for a space of one or two lines. */
export function excerpt(text: string, search: string, before = 40): string {
  const hit = highlight(text, search).find(({ isHit }) => isHit);
  if (!hit || hit.at <= before * 2) return text;
  const space = text.indexOf(' ', hit.at - before);
  return `…${text.slice(space >= 0 && space < hit.at ? space + 1 : hit.at)}`;
}

const isPlain = (text: string) => /^[\0-\x7f]*$/.test(text);

/**
 * Lower case without accents, and the original position of each character; undefined if all positions are unchanged.
 */
function folded(text: string): { readonly text: string; readonly origins: readonly number[] | undefined } {
  // Most texts, and many times quicker than what follows.
  if (isPlain(text)) return { text: text.toLowerCase(), origins: undefined };
  let plain = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    for (let index = 0; index < bare.length; index++) origins.push(at);
    plain += bare;
    at += character.length;
  }
  origins.push(text.length);
  return { text: plain, origins };
}

/** A stretch of two texts: the same in both, or what each of them has at one place. */
export interface Stretch {
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/** Longer texts are shown without marks: finding them would block the window. */
const MARKED_CHARACTERS = 40_000;

/** Two texts side by side in stretches. Changes with no word between them are one: "twenty three", "23". */
export function wordChanges(before: string, after: string): readonly Stretch[] {
  if (before.length + after.length > MARKED_CHARACTERS) return [{ before, after, isChanged: false }];
  const stretches: Stretch[] = [];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const isChanged = added || removed;
    const next = { before: added ? '' : value, after: removed ? '' : value, isChanged };
    const last = stretches.at(-1);
    const one = stretches.at(-2);
    if (isChanged && last?.isChanged) stretches.splice(-1, 1, joined(last, next));
    else if (isChanged && last && one?.isChanged && !/[\p{L}\p{N}]/u.test(last.after))
      stretches.splice(-2, 2, joined(joined(one, last), next));
    else stretches.push(next);
  }
  return stretches;
}

function joined(one: Stretch, next: Stretch): Stretch {
  return { before: one.before + next.before, after: one.after + next.after, isChanged: true };
}

/** The later text with one change taken back. */
export function withoutChange(stretches: readonly Stretch[], change: Stretch): string {
  return stretches.map((each) => (each === change ? each.before : each.after)).join('');
}

/** A length as `1:02:03` or `4:05`. */
export function clockOfSeconds(seconds: number): string {
  return clock(Math.max(0, Math.round(seconds)) * 1_000);
}

/** The local day of a time, as a comparable key. */
export function dayOf(date: string): string {
  const day = new Date(date);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}

/** A list counts them again with each row that comes into sight. */
const counted = new WeakMap<Recording, number>();

function wordsIn(recording: Recording): number {
  const known = counted.get(recording) ?? countWords(recording.text);
  counted.set(recording, known);
  return known;
}

/**
 * How many words were said on the day of this row of a list of `count`, newest first; undefined until all of that day
 * are read.
 */
export function wordsOfDayAt(
  at: (index: number) => Recording | undefined,
  count: number,
  index: number,
): number | undefined {
  const day = at(index)?.date;
  if (day === undefined) return undefined;
  let words = 0;
  for (const step of [-1, 1])
    for (let place = step < 0 ? index - 1 : index; place >= 0 && place < count; place += step) {
      const recording = at(place);
      if (!recording) return undefined;
      if (dayOf(recording.date) !== dayOf(day)) break;
      words += wordsIn(recording);
    }
  return words;
}

/** True while there is still work to do on it. */
export function isUnfinished(status: Recording['status']): boolean {
  return status === 'pending' || status === 'transcribing' || status === 'post_processing';
}

const TITLE_WORDS = 8;
/** For texts in scripts without spaces, and for words that are none. */
const TITLE_CHARACTERS = 60;

/** What a recording is called: its file's name, else its first words. */
export function titleOf({ source_name, text }: Pick<Recording, 'source_name' | 'text'>): string | undefined {
  if (source_name !== null) return source_name;
  const words = text.trim().split(/\s+/u);
  const first = [...words.slice(0, TITLE_WORDS).join(' ')];
  if (first.length === 0) return undefined;
  const title = first.slice(0, TITLE_CHARACTERS).join('');
  const isWhole = words.length <= TITLE_WORDS && first.length <= TITLE_CHARACTERS;
  // A whole sentence is not cut off.
  return isWhole || /[.!?。！？]$/u.test(title) ? title : `${title.replace(/[\s,;:]+$/u, '')}…`;
}

/** So much of a line, at most, stands before what was searched for. */
const BEFORE_HIT = 16;

/** The text that a list shows of a recording: from its beginning, or in a search from a little before the hit. */
export function shownText(
  { source_name, text, transcribedText }: Pick<Recording, 'source_name' | 'text' | 'transcribedText'>,
  search: string,
): {
  readonly words: string;
  /** The hit is not in the text, but in what the engine had recognized. */
  readonly isOriginal: boolean;
} {
  const isOriginal =
    search.trim() !== '' &&
    !hits(text, search) &&
    !hits(source_name, search) &&
    hits(transcribedText, search);
  return { words: excerpt(isOriginal ? (transcribedText ?? '') : text, search, BEFORE_HIT), isOriginal };
}

/** True if a search finds something in a text. */
export function hits(text: string | null | undefined, search: string): boolean {
  return highlight(text ?? '', search).some(({ isHit }) => isHit);
}
