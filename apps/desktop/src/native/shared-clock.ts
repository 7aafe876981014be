/** Milliseconds of the clock that all processes of a machine share and no one can set. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/** How long ago that was, in milliseconds. */
export function agoMs(at: number): number {
  return Math.max(0, monotonicMs() - at);
}

/** Older than this, an event's time is by another clock. */
const MAX_DELIVERY_MS = 10_000;

/**
 * When an event of the X server happened, by the shared clock. Its time is in 32 bits, of a clock that is the system's
 * own where both run on one Linux machine (GetTimeInMillis); any other event counts as of now.
 */
export function happenedAt(time: number): number {
  const now = monotonicMs();
  const age = process.platform === 'linux' ? (now - time) >>> 0 : 0;
  return age <= MAX_DELIVERY_MS ? now - age : now;
}
