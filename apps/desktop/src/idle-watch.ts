/** Ends an application that was started for one command, once nobody has needed it for a while. */
export class IdleWatch {
  readonly #isNeeded: () => boolean;
  readonly #onIdle: () => void;
  readonly #afterMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { afterMs: number; isNeeded: () => boolean; onIdle: () => void }) {
    this.#isNeeded = options.isNeeded;
    this.#onIdle = options.onIdle;
    this.#afterMs = options.afterMs;
  }

  /** Counts from now on again; called with every request. */
  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#isNeeded()) this.touch();
      else this.#onIdle();
    }, this.#afterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
