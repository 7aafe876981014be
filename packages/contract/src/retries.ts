/** How long to wait before the next try, in the unit of `first`: twice as long after each failure, up to `longest`. */
export function backoff(failuresBefore: number, first: number, longest = Number.POSITIVE_INFINITY): number {
  return Math.min(first * 2 ** failuresBefore, longest);
}

/** No one waits longer before asking again, whatever a server says. */
const MAX_WAIT_SECONDS = 24 * 3_600;

/**
 * `Retry-After` in seconds, a day at most (a number, or a date against `now` in milliseconds); undefined if there is no
 * valid one.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const isNumber = /^[\d.+-]+$/.test(header.trim());
  const seconds = isNumber ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000);
  if (!Number.isFinite(seconds) || (isNumber && seconds < 0)) return undefined;
  return Math.min(MAX_WAIT_SECONDS, Math.max(0, seconds));
}
