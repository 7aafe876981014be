/** Latin, Greek and Cyrillic accents; vowel signs and voicing marks of other scripts are letters and stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

/** Between the texts of one recording, so that no match runs from one into the next. */
const SEPARATOR = '\u001f';

/** Text as search compares it: without case, accents and compatibility forms. */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .normalize('NFKC')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      // SQLite's text functions stop at NUL, and the separator is ours.
      .replaceAll('\u0000', '\ufffd')
      .replaceAll(SEPARATOR, '\ufffd')
  );
}

/** The texts of one recording as one searchable text; equal ones count once. */
export function foldAll(texts: readonly (string | null)[]): string {
  const folded = texts.map((text) => fold(text ?? '')).filter((text) => text !== '');
  return [...new Set(folded)].join(SEPARATOR);
}
