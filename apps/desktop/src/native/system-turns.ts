import type { LibraryHandle } from 'koffi';

/**
 * If waiting for the system's messages took less time than this, there is nothing to wait for, as on a machine without
 * a desktop.
 */
const WAITED_MS = 1;
const PAUSE_MS = 10;

/**
 * When the next turn comes: at once after one that waited, so that no message is late; otherwise after a pause, so that
 * the processor is not kept busy.
 */
export function nextTurnMs(tookMs: number): number {
  return tookMs < WAITED_MS ? PAUSE_MS : 0;
}

/**
 * Waits for the system's messages until the process ends, with Node's own events in between: both share one thread,
 * because windows and keys belong to the thread that requested them. `wait` blocks for at most some milliseconds, and
 * handles what comes.
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

/** Opens a system library: koffi's own `load`, or a test's that opens one built from the system's headers. */
export type LoadLibrary = (path: string) => LibraryHandle;
