import { characterAt, PhraseTree } from './phrase-tree.ts';

/** Captions are rewritten cue by cue with one list. */
const trees = new WeakMap<readonly string[], PhraseTree>();

/**
 * Words and phrases of the vocabulary as the user writes them. `spoken => written` (also `->`, `→`) replaces the words spoken; an
 * entry without an arrow gives the word its own upper and lower case. Whole words, without regard to case, longest first; what
 * has been written is not replaced again. The first of two entries for the same words counts. The list is remembered, so it
 * must not be changed afterwards.
 */
export function withVocabulary(text: string, vocabulary: readonly string[]): string {
  if (vocabulary.length === 0) return text;
  const tree = trees.get(vocabulary) ?? new PhraseTree(vocabulary);
  trees.set(vocabulary, tree);
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const found = tree.longestAt(text, at);
    if (found) {
      result += text.slice(copied, at) + found.written;
      copied = found.end;
    }
    at = found?.end ?? at + characterAt(text, at).length;
  }
  return result + text.slice(copied);
}
