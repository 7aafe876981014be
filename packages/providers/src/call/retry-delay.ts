/** Tries after the first one. */
export const RETRIES = 2;
const FIRST_DELAY_MS = 500;
/** Milliseconds. If a vendor asks for a longer wait, the request fails and the user gets its message. */
const LONGEST_WAIT_MS = 20_000;

/** True for answers after which the same request may succeed: too many requests, and outages. */
export function isWorthRetrying(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** `Retry-After` in seconds (a number, or a date against `now` in milliseconds); undefined if there is no valid one. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const isNumber = /^[\d.+-]+$/.test(header.trim());
  const seconds = isNumber ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000);
  if (!Number.isFinite(seconds) || (isNumber && seconds < 0)) return undefined;
  return Math.max(0, seconds);
}

/**
 * Milliseconds to wait before the next try; undefined if waiting makes no sense. The vendor's own wish counts; without one, the wait
 * doubles, and up to half of it is random, so that many clients do not return at once.
 */
export function retryDelay(
  attempt: number,
  askedSeconds: number | undefined,
  random: () => number,
  retries = RETRIES,
): number | undefined {
  if (attempt >= retries) return undefined;
  if (askedSeconds !== undefined) {
    const asked = askedSeconds * 1_000;
    return asked <= LONGEST_WAIT_MS ? asked : undefined;
  }
  const full = FIRST_DELAY_MS * 2 ** attempt;
  return Math.round(full / 2 + (full / 2) * random());
}
