/** Time as a parameter, so that what depends on it is tested without waiting. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds that only ever grow; for durations. */
  monotonic(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Milliseconds since 1970 as ISO 8601 in UTC with milliseconds. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The day on this machine, such as `2026-11-25`. */
export function localDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A day, in milliseconds. */
export const DAY_MS = 24 * 3_600_000;
