/** A text that grows while one speaks. */
export interface LiveText {
  /** What will not change any more, in the pieces in which it came: each is read aloud once. */
  readonly settled: readonly string[];
  readonly unsettled: string;
}

export const noLiveText: LiveText = { settled: [], unsettled: '' };

/** The next state of a live text: `settled` characters of `text` stay. What was settled before is never taken back. */
export function grown(before: LiveText, text: string, settled: number): LiveText {
  const kept = before.settled.join('');
  const stays = text.startsWith(kept) ? Math.max(settled, kept.length) : kept.length;
  const piece = text.startsWith(kept) ? text.slice(kept.length, stays) : '';
  return {
    settled: piece === '' ? before.settled : [...before.settled, piece],
    unsettled: text.slice(stays),
  };
}
