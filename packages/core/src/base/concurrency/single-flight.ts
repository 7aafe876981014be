import { waitOrAbort } from './wait-or-abort.ts';

/** Work that several callers wait for. It is aborted when the last of them has gone, not before. */
export class SingleFlight<Result> {
  readonly #stop = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#stop.signal);
    // Whoever waits gets the error; if nobody waits, it must not go unhandled.
    this.#result.catch(() => undefined);
  }

  /** True once its last caller has gone: a new caller would only learn that it was aborted. */
  get isGivenUp(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Waits for the result. Rejects with the signal's reason when this caller goes. */
  async wait(signal: AbortSignal): Promise<Result> {
    this.#waiting++;
    try {
      return await waitOrAbort(this.#result, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) this.#stop.abort(signal.reason);
    }
  }

  /** Waits until the work has ended, however it did. */
  async settled(): Promise<void> {
    // How it ended is for those who wait for the result.
    await this.#result.catch(() => undefined);
  }
}
