/** A wait for the system's messages that took less than this did not wait: there is nothing to wait for, as without a desktop. */
const WAITED_MS = 1;
const PAUSE_MS = 10;

/** When the next turn comes: at once after one that waited, so that no message is late, else after a pause, so that no processor is kept busy. */
export function nextTurnMs(tookMs: number): number {
  return tookMs < WAITED_MS ? PAUSE_MS : 0;
}

/**
 * Waits for the system's messages, again and again until the process ends, with Node's own events in between: both share one thread, because
 * windows and keys belong to the one that asked for them. `wait` blocks, for some milliseconds at most, and handles what comes.
 */
export function takeTurns(wait: () => void): void {
  const turn = () => {
    const startedAt = performance.now();
    wait();
    const ms = nextTurnMs(performance.now() - startedAt);
    if (ms > 0) setTimeout(turn, ms);
    else setImmediate(turn);
  };
  setImmediate(turn);
}
