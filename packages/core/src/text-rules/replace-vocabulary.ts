/** An entry of the vocabulary that changes text: what is heard, and what is written for it. */
interface Replacement {
  readonly heard: string;
  readonly written: string;
}

const ARROW = /^(.*?)\s*(?:=>|->|→)\s*(.*)$/su;
/** Scripts that write without spaces, so that a word in them has no edges to look for. */
const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
const LETTER = `[[\\p{L}\\p{N}\\p{M}_]--${UNSPACED}]`;
const startsUnspaced = new RegExp(`^${UNSPACED}`, 'v');
const endsUnspaced = new RegExp(`${UNSPACED}$`, 'v');

/**
 * Words and phrases of the vocabulary as the user writes them. `heard => written` replaces the words heard; an entry without an
 * arrow gives the word its own upper and lower case. Whole words, without regard to case, longest first; what has been written
 * is not replaced again. The first of two entries for the same words counts.
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
  return text.replace(new RegExp(phrases.join('|'), 'giv'), (found) => byKey.get(keyOf(found)) ?? found);
}

/** What the vocabulary writes, entry by entry. */
export function writtenForms(vocabulary: readonly string[]): string[] {
  return vocabulary.flatMap(parsed).map(({ written }) => written);
}

function parsed(entry: string): Replacement[] {
  const arrow = ARROW.exec(entry);
  const heard = (arrow ? (arrow[1] ?? '') : entry).trim();
  const written = (arrow ? (arrow[2] ?? '') : entry).trim();
  return heard === '' ? [] : [{ heard, written }];
}

/** Case, kind of white space and kind of apostrophe make no difference. */
function keyOf(phrase: string): string {
  return phrase.normalize('NFC').toLowerCase().replaceAll('’', "'").split(/\s+/).join(' ');
}

function pattern(phrase: string): string {
  const words = phrase
    .split(' ')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll("'", "['’]"))
    .join('\\s+');
  const before = startsUnspaced.test(phrase) ? '' : `(?<!${LETTER})`;
  const after = endsUnspaced.test(phrase) ? '' : `(?!${LETTER})`;
  return `${before}${words}${after}`;
}
