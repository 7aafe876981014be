/** A text that grows while the user speaks. */
export interface LiveText {
  /** The stable text, in the parts in which it came: screen readers read each of them once. */
  readonly stable: readonly string[];
  readonly unstable: string;
}

export const noLiveText: LiveText = { stable: [], unstable: '' };

/** The next state of a live text: the first `stableCharacters` of `text` are stable. Stable text is never taken back. */
export function grown(before: LiveText, text: string, stableCharacters: number): LiveText {
  const kept = before.stable.join('');
  const stays = text.startsWith(kept) ? Math.max(stableCharacters, kept.length) : kept.length;
  const part = text.startsWith(kept) ? text.slice(kept.length, stays) : '';
  return {
    stable: part === '' ? before.stable : [...before.stable, part],
    unstable: text.slice(stays),
  };
}
