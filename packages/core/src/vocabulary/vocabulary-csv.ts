import type { VocabularyEntry } from '@quoth/contract';
import Papa from 'papaparse';

/** A line of a vocabulary file, as it stands there. */
export interface VocabularyLine {
  /** Counted from 1. */
  readonly line: number;
  readonly phrase: string;
  readonly written: string | null;
}

const DELIMITERS = [',', ';', '\t'] as const;
const HEADER = ['phrase', 'written'];

/** Reads CSV as spreadsheets write it (comma, semicolon or tab; quotes). The header that `printVocabularyCsv` writes is passed over. */
export function parseVocabularyCsv(csv: string): VocabularyLine[] {
  const text = csv.replace(/^\uFEFF/u, '');
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text) });
  return data
    .map(([phrase = '', written = ''], index) => ({
      line: index + 1,
      phrase: phrase.trim(),
      written: written.trim() === '' ? null : written.trim(),
    }))
    .filter(({ line, phrase, written }) => {
      const isEmpty = phrase === '' && written === null;
      const isHeader =
        line === 1 && phrase.toLowerCase() === HEADER[0] && written?.toLowerCase() === HEADER[1];
      return !isEmpty && !isHeader;
    });
}

/** CSV with a header. */
export function printVocabularyCsv(entries: readonly VocabularyEntry[]): string {
  const rows = entries.map(({ phrase, written }) => [phrase, written ?? '']);
  return `${Papa.unparse([HEADER, ...rows], { newline: '\n' })}\n`;
}

/** The sign that parts most of the first lines in two; the library's own guess needs longer files than a vocabulary is. */
function delimiterOf(text: string): string {
  const pairs = (delimiter: string) =>
    Papa.parse<string[]>(text, { delimiter, preview: 50 }).data.filter(({ length }) => length > 1).length;
  return DELIMITERS.reduce<string>(
    (best, delimiter) => (pairs(delimiter) > pairs(best) ? delimiter : best),
    ',',
  );
}
