import type { MacCalls } from './calls.ts';

/** So long macOS is waited for before Node has its turn again. The process lives for a minute or two. */
const WAIT_MS = 10;
/** CFRunLoop.h, kCFRunLoopRunFinished: it has nothing to wait for, and returned at once. */
const FINISHED = 1;

/** Turns the main run loop until the process ends: through it the pasteboard asks for texts, and the program in front is known. */
export function turnRunLoop(calls: Pick<MacCalls, 'runLoop'>): void {
  const turn = () => {
    const isFinished = calls.runLoop(WAIT_MS / 1_000) === FINISHED;
    if (isFinished) setTimeout(turn, WAIT_MS);
    else setImmediate(turn);
  };
  setImmediate(turn);
}
