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
 * A promise that `start` settles, or that rejects with the signal's reason when that comes first. What `start` returns is called then, to
 * take back what was begun. A signal that is aborted already starts nothing. Leaves no listener behind.
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
      // First, so that what is taken back cannot settle the promise in another way.
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
