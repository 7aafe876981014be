/** A text that was delivered, and where. */
export interface Delivered {
  readonly place: string;
  readonly text: string;
  /** By the monotonic clock. */
  readonly at: number;
}

/** Milliseconds after which the user has surely done something else at that place. */
const STALE_MS = 120_000;

/**
 * The text as delivered after another one at the same place: with a space before it if two sentences would otherwise touch. What was typed there in
 * between is unknown, so this applies only for a short time.
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
