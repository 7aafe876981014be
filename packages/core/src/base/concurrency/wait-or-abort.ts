/**
 * The promise's result, or the signal's reason when that comes first. The work itself goes on: this is for waiting, not for stopping.
 * Leaves no listener behind.
 */
export function waitOrAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return settledOrAborted(signal, (resolve, reject) => {
    work.then(resolve, reject);
  });
}

/**
 * A promise that `start` settles, or that rejects with the signal's reason if it aborts first. In that case the function that `start` returned is
 * called, to undo what was begun. With a signal that is already aborted nothing is started. Leaves no listener behind.
 */
export function settledOrAborted<Result>(
  signal: AbortSignal,
  start: (
    resolve: (value: Result | PromiseLike<Result>) => void,
    reject: (reason: unknown) => void,
  ) => (() => void) | undefined,
): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    signal.throwIfAborted();
    let giveUp: (() => void) | undefined;
    const onAbort = () => {
      // First, so that undoing cannot settle the promise in another way.
      reject(signal.reason);
      giveUp?.();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const done = () => signal.removeEventListener('abort', onAbort);
    try {
      giveUp = start(
        (value) => {
          done();
          resolve(value);
        },
        (reason) => {
          done();
          reject(reason);
        },
      );
    } catch (error) {
      done();
      throw error;
    }
  });
}

type Closing = () => unknown;

/**
 * Closes everything, one step after the other and what stands in a list at once, also when a step fails. Throws at the end what failed: the one error, or an
 * AggregateError.
 */
export async function closeAll(steps: readonly (Closing | readonly Closing[])[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    const together = typeof step === 'function' ? [step] : step;
    const ended = await Promise.allSettled(together.map(async (close) => await close()));
    for (const end of ended) if (end.status === 'rejected') errors.push(end.reason);
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} parts could not be closed.`);
}
