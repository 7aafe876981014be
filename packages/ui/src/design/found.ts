/** Without accents and capitals, so that `parametre` finds « Paramètres ». */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a search. */
export function wordsOf(search: string): readonly string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** True if the text has each word of the search, in any order. */
export function isFound(words: readonly string[], text: string): boolean {
  const plain = folded(text);
  return words.every((word) => plain.includes(word));
}
