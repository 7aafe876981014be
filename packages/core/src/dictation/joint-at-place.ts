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
 * What is written before a text that follows another one at the same place: a space if two sentences would otherwise touch. What was typed there in
 * between is unknown, so this applies only for a short time.
 */
export function jointAtPlace(
  text: string,
  place: string | undefined,
  before: Delivered | undefined,
  now: number,
): string {
  if (before === undefined || place !== before.place || now - before.at > STALE_MS) return '';
  const touches = /\S$/u.test(before.text) && /^[^\s.,;:!?…)\]}»”’]/u.test(text);
  return touches ? ' ' : '';
}
