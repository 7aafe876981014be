export interface IdleWatchOptions {
  /** Milliseconds, read each time the countdown restarts; 0 never stops the application. */
  readonly afterMs: () => number;
  /** True while there is work that no open request is waiting for. */
  readonly isNeeded: () => boolean;
  readonly onIdle: () => void;
}

/** Stops an application that was started for one command, once it has not been needed for a while. */
export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The setting that the timer was set for. */
  #afterMs: number | undefined;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A request has arrived: the application is needed until `answer` closes, and then the countdown restarts. */
  hold(answer: { once(event: 'close', listener: () => void): unknown }): void {
    this.#open++;
    answer.once('close', () => {
      this.#open--;
      if (this.#open > 0) return;
      // The same timer from the beginning: a new one for each of a thousand requests a second costs more than their
      // answers.
      if (this.#timer !== undefined && this.#afterMs === this.#options.afterMs()) this.#timer.refresh();
      else this.count();
    });
  }

  /** Restarts the countdown. */
  count(): void {
    clearTimeout(this.#timer);
    const { afterMs, isNeeded, onIdle } = this.#options;
    const after = afterMs();
    this.#afterMs = after;
    // Longer settings are looked at again by and by: one that was shortened counts without a request.
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#open > 0) return;
      if (after === 0 || isNeeded()) this.count();
      else onIdle();
    }, after || LOOK_AGAIN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const LOOK_AGAIN_MS = 60_000;
