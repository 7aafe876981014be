import { contentTypeOf, type Segment, type Word } from '@quoth/contract';
import { UnreadableReply } from '../call-error.ts';
import type { Fields, RequestAudio } from '../call-vendor.ts';
import type { AudioFile } from './speech-adapter.ts';

/** Throws UnreadableReply for anything but an object. */
export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableReply('not an object');
  return value as Fields;
}

/** A required text, which may be empty. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new UnreadableReply('no text');
  return value;
}

/** A list of objects; absent or null counts as empty. */
export function listOf(value: unknown): readonly Fields[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadableReply('no list');
  return value.map(fieldsOf);
}

/** A finite number, or undefined. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A word as most vendors time it, in seconds; none where a time is missing. */
export function timedWord(written: unknown, { start, end, confidence }: Fields): Word[] {
  const [from, to, sure] = [numberOf(start), numberOf(end), numberOf(confidence)];
  if (from === undefined || to === undefined) return [];
  const timed = { word: textOf(written).trim(), start: from, end: to };
  return [sure === undefined ? timed : { ...timed, confidence: sure }];
}

/** Segments as most vendors time them, in seconds. */
export function timedSegments(list: unknown, field = 'text'): Segment[] {
  return listOf(list).map((part, id) => ({
    id,
    start: numberOf(part.start) ?? 0,
    end: numberOf(part.end) ?? 0,
    text: textOf(part[field]).trim(),
  }));
}

/** An id that becomes part of a path: a vendor's answer must not lead anywhere else. */
export function idOf(value: unknown): string {
  const id = textOf(value);
  if (!/^[\w-]{1,100}$/.test(id)) throw new UnreadableReply('no id');
  return id;
}

/** Languages that Whisper names in English (openai/whisper, tokenizer.py); others keep their code. */
const NAMED =
  'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh';

let byName: ReadonlyMap<string, string> | undefined;

/** `en` of `en-GB`, for vendors that know languages but no countries. */
export function primaryTag(tag: string): string {
  return (tag.split(/[-_]/)[0] ?? tag).toLowerCase();
}

/**
 * The BCP-47 primary tag of what a vendor calls a language: `en`, `en_us`, `eng`, `English`. Null for anything else.
 */
export function languageOf(written: unknown): string | null {
  if (typeof written !== 'string' || written.trim() === '') return null;
  const name = written.trim().toLowerCase();
  const code = primaryTag(name);
  if (/^[a-z]{2,3}$/.test(code)) {
    const [tag] = Intl.getCanonicalLocales(code);
    return tag ?? null;
  }
  byName ??= namesInEnglish();
  return byName.get(name) ?? null;
}

function namesInEnglish(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return new Map(NAMED.split(' ').map((code) => [names.of(code)?.toLowerCase() ?? code, code]));
}

/** The limits of a vendor's vocabulary. */
export interface TermLimits {
  readonly count: number;
  /** In one term. */
  readonly characters?: number;
  /** In one term. */
  readonly words?: number;
  /** In all terms together, separators not counted. */
  readonly total?: number;
  /** Removed from terms. */
  readonly forbidden?: RegExp;
}

/**
 * As much of the vocabulary as a vendor accepts, in the user's order: one term too many must not fail the whole
 * transcription.
 */
export function fitTerms(vocabulary: readonly string[], limits: TermLimits): string[] {
  const { characters = Infinity, words = Infinity, total = Infinity, forbidden } = limits;
  const fitting = new Set<string>();
  let used = 0;
  for (const written of vocabulary) {
    const term = (forbidden ? written.replace(forbidden, ' ') : written).replace(/\s+/g, ' ').trim();
    if (term === '' || term.length > characters || term.split(' ').length > words || fitting.has(term))
      continue;
    if (fitting.size >= limits.count || used + term.length > total) break;
    used += term.length;
    fitting.add(term);
  }
  return [...fitting];
}

/** A pause this long ends a segment. Seconds. */
const PAUSE = 1;
const LONGEST = 30;

/**
 * Sentences, for vendors that return word times only: cut after a full stop, at a long pause, or after half a minute.
 */
export function segmentsOfWords(words: readonly Word[]): Segment[] {
  const groups: Word[][] = [];
  let group: Word[] = [];
  for (const [index, word] of words.entries()) {
    group.push(word);
    const next = words[index + 1];
    const first = group[0] ?? word;
    const ends =
      !next ||
      /[.!?。！？]["')\]]?$/.test(word.word) ||
      next.start - word.end > PAUSE ||
      next.end - first.start > LONGEST;
    if (!ends) continue;
    groups.push(group);
    group = [];
  }
  return groups.flatMap((list, id) => {
    const [first, last] = [list[0], list.at(-1)];
    if (!first || !last) return [];
    return [{ id, start: first.start, end: last.end, text: list.map(({ word }) => word).join(' ') }];
  });
}

/** The file name that vendors see: made from the format, never from the user's own name. */
export function requestAudio({ path, content, format }: AudioFile): RequestAudio {
  const extension = format === 'opus' ? 'ogg' : format;
  return { path, content, fileName: `audio.${extension}`, contentType: contentTypeOf(format) };
}
