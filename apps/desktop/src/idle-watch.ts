/** What an IdleWatch is made from. */
export interface IdleWatchOptions {
  /** Asked each time the count begins anew; 0 never ends it. */
  readonly afterMs: () => number;
  /** Work in hand that no open request tells of. */
  readonly isNeeded: () => boolean;
  readonly onIdle: () => void;
}

/** Ends an application that was started for one command, once nobody has needed it for a while. */
export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #open = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** A request has come: it is needed until `answer` closes, and the count begins anew then. */
  hold(answer: { once(event: 'close', listener: () => void): unknown }): void {
    this.#open++;
    clearTimeout(this.#timer);
    answer.once('close', () => {
      this.#open--;
      this.count();
    });
  }

  /** Counts from now on again. */
  count(): void {
    clearTimeout(this.#timer);
    const { afterMs, isNeeded, onIdle } = this.#options;
    const after = afterMs();
    // Longer settings are looked at again by and by: one that was shortened counts without a request.
    this.#timer = setTimeout(() => {
      if (this.#open > 0) return;
      if (after === 0 || isNeeded()) this.count();
      else onIdle();
    }, after || LOOK_AGAIN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

const LOOK_AGAIN_MS = 60_000;
