/** Runs tasks one after the other, in the order they came; one that fails does not stop the next. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work, work);
    // Whoever gave the work gets its error; the next in line only waits for its end.
    this.#last = result.catch(() => undefined);
    return result;
  }
}
