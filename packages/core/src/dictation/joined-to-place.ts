/** A text that was delivered, and where. */
export interface Delivered {
  readonly place: string;
  readonly text: string;
  /** By the monotonic clock. */
  readonly at: number;
}

/** After so long, somebody has surely done something else at that place. */
const STALE_MS = 120_000;

/**
 * The text as it goes out after another one at the same place: with a space before it, where two sentences would otherwise touch. Nobody
 * knows what was typed there in between, so this holds for a while only.
 */
export function joinedToPlace(
  text: string,
  place: string | undefined,
  before: Delivered | undefined,
  now: number,
): string {
  if (before === undefined || place !== before.place || now - before.at > STALE_MS) return text;
  const touches = /\S$/u.test(before.text) && /^[^\s.,;:!?…)\]}»”’]/u.test(text);
  return touches ? ` ${text}` : text;
}
