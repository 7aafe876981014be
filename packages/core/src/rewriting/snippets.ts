import { primaryLanguage, type VocabularyEntry } from '@quoth/contract';

/** What is spoken of a snippet, and its text with placeholders. */
export type Snippet = Pick<VocabularyEntry, 'phrase' | 'written'>;

/**
 * A text in which marks stand for snippets, so that no later rule and no language model changes these. A part has its
 * date and time; `{{clipboard}}` and `{{cursor}}` are left to the delivery.
 */
export interface MarkedText {
  readonly text: string;
  readonly parts: readonly string[];
}

/** Stands for a part, counted from 1. */
export function markOf(part: number): string {
  return `{{${part}}}`;
}

const MARKS = /\{\{(\d{1,6})\}\}/gu;

/** The text with its parts in place of their marks. */
export function withParts({ text, parts }: MarkedText): string {
  return text
    .replace(MARKS, (mark, part: string) => parts[Number(part) - 1] ?? mark)
    .replace(/[^\S\n]+(?=\n)/gu, '');
}

/** True if each mark is there, and once: a language model may have lost some. */
export function holdsMarks(text: string, { parts }: MarkedText): boolean {
  const found = [...text.matchAll(MARKS)].map(([mark]) => mark);
  return found.length === parts.length && parts.every((_, at) => found.includes(markOf(at + 1)));
}

/** True if there is something beside the marks that could be rewritten. */
export function hasWordsBesideMarks(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(MARKS, ''));
}

/** As History keeps it: what is on the clipboard is put in by the delivery alone, and the cursor is no part of a text. */
export function withoutCursor(text: string): string {
  return text.replaceAll('{{cursor}}', '');
}

/** The text to write, and what of it comes behind the cursor; undefined where that stays at the end. */
export function filledText(
  text: string,
  clipboard: string,
): { readonly text: string; readonly behindCursor: string | undefined } {
  // The clipboard may hold a placeholder itself, which is none.
  const [before = '', ...behind] = text
    .split('{{cursor}}')
    .map((part) => part.split('{{clipboard}}').join(clipboard));
  const after = behind.join('');
  return { text: before + after, behindCursor: after === '' ? undefined : after };
}

/** A snippet's text with the day and the time, as the language of the text writes them. */
export function dated(written: string, at: number, language = 'auto'): string {
  if (!/\{\{(?:date|time)\}\}/u.test(written)) return written;
  const locale = localeFor(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(at);
  return written.replaceAll('{{date}}', date).replaceAll('{{time}}', time);
}

/** The system's own where the text is in its language: it knows the country. */
function localeFor(language: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().locale;
  const isTag = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/iu.test(language);
  return isTag && primaryLanguage(language) !== primaryLanguage(own) ? language : own;
}

const OPENING = /["'“‘„«‹「『]/u;
const CLOSING = /["'”’“»›」』]/u;
const JOINING = /[-‐‑'’]/u;
const WORD = /[\p{L}\p{N}]/u;
const STOPS = /^[.!?…。！？]+/u;
const ENDS_CLAUSE = /[.,;:!?…。、，；：！？\n]\s*$/u;

/**
 * True where a phrase is spoken of and not meant: in quotation marks of its own, or as a part of a longer word ("my
 * address-book", "my address's").
 */
export function isLiteral(text: string, start: number, end: number): boolean {
  const [left, right] = [text.charAt(start - 1), text.charAt(end)];
  if (OPENING.test(left) && CLOSING.test(right)) return true;
  const isJoined = (mark: string, beyond: string) => JOINING.test(mark) && WORD.test(beyond);
  return isJoined(left, text.charAt(start - 2)) || isJoined(right, text.charAt(end + 1));
}

/**
 * The index behind the phrase and a full stop that was set because it ended: one that is left would stand alone behind
 * an address, or double the snippet's own. A stop that ends the sentence around it stays.
 */
export function endBehindMark(text: string, { start, end, written }: SnippetPlace): number {
  const visible = written.replace(/\{\{cursor\}\}/gu, '');
  const [stop = ''] = STOPS.exec(text.slice(end, end + 8)) ?? [];
  const [comma = ''] = /^[,、，]/u.exec(text.slice(end, end + 1)) ?? [];
  const isLast = text.slice(end + (stop || comma).length).trim() === '';
  const isApart =
    text.slice(0, start).trim() === '' || ENDS_CLAUSE.test(text.slice(Math.max(0, start - 8), start));
  const endsItself = /[.!?…。！？\n]$/u.test(visible);
  const isOrphan =
    stop !== '' ? endsItself || (isApart && (isLast || visible.includes('\n'))) : isApart && isLast;
  const behind = end + (isOrphan ? (stop || comma).length : 0);
  return visible.endsWith('\n') ? behind + (/^[^\S\n]*/u.exec(text.slice(behind))?.[0].length ?? 0) : behind;
}

/** Where the phrase of a snippet stands, and what is written for it. */
interface SnippetPlace {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}
