import type { Word } from '@quoth/contract';

/** Words that are rendered together, so that only the group with the current word is rendered again. */
export interface WordGroup {
  readonly first: number;
  readonly words: readonly Word[];
}

const GROUP = 40;

export function groupsOf(words: readonly Word[]): WordGroup[] {
  return Array.from({ length: Math.ceil(words.length / GROUP) }, (_, index) => ({
    first: index * GROUP,
    words: words.slice(index * GROUP, (index + 1) * GROUP),
  }));
}

/** The word that is spoken at a time, or the last one before it; -1 before the first. Times are seconds. */
export function wordAt(words: readonly Word[], time: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.start ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
