import type { VocabularyEntry } from '@quoth/contract';
import Papa from 'papaparse';

/** A line of a vocabulary file, as it stands there. */
export interface VocabularyLine {
  /** Counted from 1; a text of several lines counts as one. */
  readonly line: number;
  readonly phrase: string;
  readonly written: string | null;
  readonly languages: readonly string[];
  /** Their names. */
  readonly modes: readonly string[];
}

const DELIMITERS = [',', ';', '\t'] as const;
const HEADER = ['phrase', 'written', 'languages', 'modes'];

/**
 * Reads CSV as spreadsheets write it (comma, semicolon or tab; quotes). The header that `printVocabularyCsv` writes is
 * passed over.
 */
export function parseVocabularyCsv(csv: string): VocabularyLine[] {
  const text = csv.replace(/^\uFEFF/u, '');
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
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

/** Several names in one field. */
function listed(field: string): string[] {
  return field
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** CSV with a header; `modes` has their names. */
export function printVocabularyCsv(
  entries: readonly Pick<VocabularyEntry, 'phrase' | 'written' | 'languages' | 'modes'>[],
): string {
  // A file has no columns that are empty.
  const columns = entries.some(({ languages, modes }) => languages.length + modes.length > 0) ? 4 : 2;
  const rows = entries.map(({ phrase, written, languages, modes }) =>
    [phrase, written ?? '', languages.join('; '), modes.join('; ')].slice(0, columns),
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
