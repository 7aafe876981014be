import { limits, primaryLanguage, type VocabularyEntry } from '@quoth/contract';

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

/** From the first of the blanks alone: from each of many, the time would grow with their square. */
const SPACED_MARKS = /((?<![^\S\n])[^\S\n]+|)\{\{(\d{1,6})\}\}/gu;

/** The text with its parts in place of their marks; no blanks are left before one that begins on another line. */
export function withParts({ text, parts }: MarkedText): string {
  return text.replace(SPACED_MARKS, (found, blanks: string, part: string) => {
    const written = parts[Number(part) - 1];
    if (written === undefined) return found;
    return /^\r?\n/u.test(written) ? written : blanks + written;
  });
}

/**
 * What the rules do, with the marks out of their reach: no entry of a vocabulary can name the characters, which stand
 * for no letter, that take the place of their figures meanwhile.
 */
export function besideMarks(text: string, rules: (text: string) => string): string {
  const hidden = text.replace(MARKS, (mark) =>
    mark.replace(/\d/gu, (figure) => String.fromCodePoint(HIDDEN + Number(figure))),
  );
  if (hidden === text) return rules(text);
  return rules(hidden).replace(/[\uFDD0-\uFDD9]/gu, (figure) => String(figure.charCodeAt(0) - HIDDEN));
}

/** The first of ten characters that are never used in a text. */
const HIDDEN = 0xfdd0;

/** True if each mark is there, and once: a language model may have lost some. */
export function holdsMarks(text: string, { parts }: MarkedText): boolean {
  const found = [...text.matchAll(MARKS)].map(([mark]) => mark);
  return found.length === parts.length && parts.every((_, at) => found.includes(markOf(at + 1)));
}

/** True if there is something beside the marks that could be rewritten. */
export function hasWordsBesideMarks(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(MARKS, ''));
}

/**
 * As History keeps it: what is on the clipboard is put in by the delivery alone, and the cursor is no part of a text.
 */
export function keptText(marked: MarkedText): string {
  return withParts(marked).replaceAll('{{cursor}}', '');
}

/**
 * The text to write, and what of it comes behind the cursor; undefined where that stays at the end. What is on the
 * clipboard is left out from where the text would be longer than any may be.
 */
export function filledText(
  text: string,
  clipboard: string,
): { readonly text: string; readonly behindCursor: string | undefined } {
  let room = Math.max(0, limits.textCharacters - text.replace(/\{\{(?:clipboard|cursor)\}\}/gu, '').length);
  const copied = clipboard.slice(0, room);
  const once = () => {
    room -= copied.length;
    return room < 0 ? '' : copied;
  };
  // The clipboard may hold a placeholder itself, which is none.
  const [before = '', ...behind] = text
    .split('{{cursor}}')
    .map((part) => part.replaceAll('{{clipboard}}', once));
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

const STOPS = /^[.!?…。！？]+/u;
const ENDS_CLAUSE = /[.,;:!?…。、，；：！？\n]\s*$/u;
const BEGINS_CLAUSE = /^\s*(?:[.,;:!?…。、，；：！？\n]|$)/u;
/** Quotation marks, which languages turn either way; only those of French stand apart from what they hold. */
const OPENED = /(?:["'“”„‟‘’‚«»‹›「」『』]|[«‹]\s{1,2})$/u;
const CLOSED = /^(?:[.,;:!?…。、，！？]{0,3}["'“”‟‘’«»‹›「」『』]|\s?[.,;:!?…]{0,3}\s{0,2}[»›])/u;
/** What makes one word of two, or an address or a file's name. */
const JOINED_BEFORE = /[\p{L}\p{N}][-‐‑'’.@/\\]$/u;
const JOINED_BEHIND = /^[-‐‑'’.@/\\][\p{L}\p{N}]/u;
/** Words of Han characters have no edges: what touches one may be a part of it. */
const HAN_AT_END = /\p{Script=Han}$/u;
const HAN_AT_START = /^\p{Script=Han}/u;

/** Enough characters to see what stands beside a phrase. */
const BESIDE = 8;

/**
 * True where a phrase is spoken of and not meant: in quotation marks of its own, or as a part of a longer word ("my
 * address-book", "my address's"), of an address or of a file's name.
 */
export function isLiteral(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - BESIDE), start);
  const behind = text.slice(end, end + BESIDE);
  if (OPENED.test(before) && CLOSED.test(behind)) return true;
  if (JOINED_BEFORE.test(before) || JOINED_BEHIND.test(behind)) return true;
  const isLonger = (left: string, right: string) => HAN_AT_END.test(left) && HAN_AT_START.test(right);
  return isLonger(before, text.slice(start, end)) || isLonger(text.slice(end - 2, end), behind);
}

/** True where a phrase is a clause of its own. */
export function isApart(text: string, start: number, end: number): boolean {
  return isClauseBefore(text, start) && BEGINS_CLAUSE.test(text.slice(end, end + BESIDE));
}

function isClauseBefore(text: string, start: number): boolean {
  return (
    text.slice(0, start).trim() === '' || ENDS_CLAUSE.test(text.slice(Math.max(0, start - BESIDE), start))
  );
}

/**
 * The index behind the phrase and a full stop that was set because it ended: one that is left would stand alone behind
 * an address, or double the snippet's own. A stop that ends the sentence around it stays, and so does its question
 * mark.
 */
export function endBehindMark(text: string, { start, end, written }: SnippetPlace): number {
  const visible = written.replace(/\{\{cursor\}\}/gu, '');
  const [stop = ''] = STOPS.exec(text.slice(end, end + BESIDE)) ?? [];
  const [comma = ''] = /^[,、，]/u.exec(text.slice(end, end + 1)) ?? [];
  const isLast = text.slice(end + (stop || comma).length).trim() === '';
  const isAlone = isClauseBefore(text, start);
  const isDoubled = /[.!?…。！？\n]$/u.test(visible) && (/^[.。]+$/u.test(stop) || visible.endsWith(stop));
  const isOrphan =
    stop !== '' ? isDoubled || (isAlone && (isLast || visible.includes('\n'))) : isAlone && isLast;
  const behind = end + (isOrphan ? (stop || comma).length : 0);
  return visible.endsWith('\n') ? behind + (/^[^\S\n]*/u.exec(text.slice(behind))?.[0].length ?? 0) : behind;
}

/** Where the phrase of a snippet stands, and what is written for it. */
interface SnippetPlace {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}
