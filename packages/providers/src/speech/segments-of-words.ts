import type { Segment, Word } from '@quoth/contract';

/** A pause this long ends a segment. Seconds. */
const PAUSE = 1;
const LONGEST = 30;

/** Sentences, for vendors that return word times only: cut after a full stop, at a long pause, or after half a minute. */
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
