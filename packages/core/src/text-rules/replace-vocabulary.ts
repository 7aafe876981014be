/** An entry of the vocabulary that changes text: what is heard, and what is written for it. */
interface Replacement {
  readonly heard: string;
  readonly written: string;
}

const ARROW = /^(.*?)\s*(?:=>|->|→)\s*(.*)$/su;
const LETTER = '[\\p{L}\\p{N}\\p{M}_]';

/**
 * Words and phrases of the vocabulary as the user writes them. `heard => written` replaces the words heard; an entry without an
 * arrow gives the word its own upper and lower case. Whole words, without regard to case, longest first; what has been written
 * is not replaced again.
 */
export function withVocabulary(text: string, vocabulary: readonly string[]): string {
  const replacements = vocabulary.flatMap(parsed);
  if (replacements.length === 0) return text;
  const byKey = new Map<string, string>();
  for (const { heard, written } of replacements) {
    const key = keyOf(heard);
    if (!byKey.has(key)) byKey.set(key, written);
  }
  const phrases = [...byKey.keys()].sort((a, b) => b.length - a.length).map(pattern);
  const search = new RegExp(`(?<!${LETTER})(?:${phrases.join('|')})(?!${LETTER})`, 'giu');
  return text.replace(search, (found) => byKey.get(keyOf(found)) ?? found);
}

function parsed(entry: string): Replacement[] {
  const arrow = ARROW.exec(entry);
  const heard = (arrow ? (arrow[1] ?? '') : entry).trim();
  const written = (arrow ? (arrow[2] ?? '') : entry).trim();
  return heard === '' ? [] : [{ heard, written }];
}

function keyOf(phrase: string): string {
  return phrase.normalize('NFC').toLowerCase().split(/\s+/).join(' ');
}

function pattern(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    .join('\\s+');
}
