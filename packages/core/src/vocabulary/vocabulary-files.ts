import { limits, type VocabularyFormat } from '@quoth/contract';
import { ownFile } from '@quoth/processes/places';
import Papa from 'papaparse';
import { runInThread } from '../base/index.ts';
import { parseEspanso, printEspanso } from './espanso.ts';
import { type PrintedEntry, unreadable, type VocabularyLine } from './file-entry.ts';
import { parsePlist, printPlist } from './text-replacements.ts';

/** Shorter files take less time than starting a thread. */
const INLINE_CHARACTERS = 10_000;
/** So many of a file are given: ten times what a vocabulary holds, and one by which to tell that there are more. */
export const MAX_LINES = 10 * limits.vocabularyTerms + 1;
/** The longest file takes a busy machine less. */
const MAX_READ_MS = 30_000;

/**
 * Like `parseVocabulary`, but a long file is read in a thread of its own, so that nothing else waits meanwhile. So is
 * any YAML, of which a short file can take a parser longer than anybody waits: it then counts as unreadable.
 */
export async function readVocabulary(
  text: string,
  signal: AbortSignal,
  maxMs = MAX_READ_MS,
): Promise<readonly VocabularyLine[]> {
  if (text.length <= INLINE_CHARACTERS && !ESPANSO.test(text)) return parseVocabulary(text);
  const late = AbortSignal.timeout(maxMs);
  try {
    return await runInThread(
      ownFile('./vocabulary-worker.ts', import.meta.url),
      text,
      AbortSignal.any([signal, late]),
    );
  } catch (error) {
    if (late.aborted && !signal.aborted) return [unreadable(1)];
    throw error;
  }
}

/** Reads a file, whose contents say which of the formats it has; what comes behind `MAX_LINES` is left out. */
export function parseVocabulary(text: string): readonly VocabularyLine[] {
  return allLines(text).slice(0, MAX_LINES);
}

function allLines(text: string): readonly VocabularyLine[] {
  const file = text.slice(0, limits.vocabularyFileCharacters).replace(/^\uFEFF/u, '');
  if (/^\s*<(?:\?xml|!DOCTYPE plist|plist)\b/u.test(file)) return parsePlist(file);
  if (/^bplist/u.test(file)) return [unreadable(1)];
  if (ESPANSO.test(file)) return parseEspanso(file);
  return parseVocabularyCsv(file);
}

/** Perhaps behind a byte order mark. */
const ESPANSO = /^\uFEFF?matches:\s*(?:\[|#|$)/mu;

/** Writes a file that `parseVocabulary` reads again; only CSV has words without a text, languages and modes. */
export function printVocabulary(format: VocabularyFormat, entries: readonly PrintedEntry[]): string {
  if (format === 'csv') return printVocabularyCsv(entries);
  return format === 'plist' ? printPlist(entries) : printEspanso(entries);
}

const DELIMITERS = [',', ';', '\t'] as const;
const LIST_DELIMITER = ';';
const HEADER = ['phrase', 'written', 'languages', 'modes'];

/**
 * Reads CSV as spreadsheets write it (comma, semicolon or tab; quotes). The header that `printVocabularyCsv` writes is
 * passed over.
 */
function parseVocabularyCsv(csv: string): VocabularyLine[] {
  const { data } = Papa.parse<string[]>(csv, { delimiter: delimiterOf(csv) });
  return data
    .map(([phrase = '', written = '', languages = '', modes = ''], index) => ({
      line: index + 1,
      phrase: phrase.trim(),
      written: written.trim() === '' ? null : written,
      languages: listed(languages),
      modes: listed(modes),
    }))
    .filter(({ line, phrase, written }) => {
      const isEmpty = phrase === '' && written === null;
      const isHeader =
        line === 1 && phrase.toLowerCase() === HEADER[0] && written?.trim().toLowerCase() === HEADER[1];
      return !isEmpty && !isHeader;
    });
}

/** Several names in one field, which is a line with semicolons of its own: a name that has one stands in quotes. */
function listed(field: string): string[] {
  const names = field.includes('"')
    ? Papa.parse<string[]>(withoutIndent(field), { delimiter: LIST_DELIMITER }).data.flat()
    : field.split(LIST_DELIMITER);
  const named = names.map((name) => name.trim()).filter((name) => name !== '');
  // One more than there may be, so that the check says so.
  return named.slice(0, limits.vocabularyModes + 1);
}

/** Without blanks between a semicolon and a quote, where the quote would count as a part of the name. */
function withoutIndent(field: string): string {
  return field.replace(/("(?:[^"]|"")*")|;\s+(?=")/gu, (_, quoted?: string) => quoted ?? LIST_DELIMITER);
}

function printedList(names: readonly string[]): string {
  return Papa.unparse([[...names]], { delimiter: LIST_DELIMITER });
}

/** CSV with a header; `modes` has their names. */
function printVocabularyCsv(entries: readonly PrintedEntry[]): string {
  // A file has no columns that are empty.
  const columns = entries.some(({ languages, modes }) => languages.length + modes.length > 0) ? 4 : 2;
  const rows = entries.map(({ phrase, written, languages, modes }) =>
    [phrase, written ?? '', printedList(languages), printedList(modes)].slice(0, columns),
  );
  return `${Papa.unparse([HEADER.slice(0, columns), ...rows], { newline: '\n' })}\n`;
}

/**
 * The sign that parts most of the first lines in two; the library's own guess needs longer files than a vocabulary is.
 */
function delimiterOf(text: string): string {
  const pairs = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 50 }).data.filter(({ length }) => length > 1).length;
  return DELIMITERS.reduce<string>(
    (best, delimiter) => (pairs(delimiter) > pairs(best) ? delimiter : best),
    ',',
  );
}
