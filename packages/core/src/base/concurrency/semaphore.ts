import { settledOrAborted } from './wait-or-abort.ts';

/** Limits how many tasks run at a time; the others wait, first come, first served. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot and runs the work in it. Throws the signal's reason if it aborts before that. */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#slot(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #slot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await settledOrAborted<void>(signal, (resolve) => {
      this.#waiting.add(resolve);
      return () => this.#waiting.delete(resolve);
    });
  }

  /** The slot goes straight to the next in line, so that no later caller can take it. */
  #release(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
