export interface IdleHostsOptions {
  /** Seconds without a job after which the last host ends; 0 keeps it. */
  readonly idleSeconds: () => number;
  /** True while any job is at work. */
  readonly isBusy: () => boolean;
  /** Ends idle hosts until `keep` are left. */
  readonly shrink: (keep: number) => Promise<void>;
}

/** Seconds that hosts beyond the first are kept without work: one long recording is often followed by another. */
const SPARE_SECONDS = 15;

/** Ends hosts that have had no work for a while, so that their memory is really given back. */
export class IdleHosts {
  readonly #with: IdleHostsOptions;
  #lastTimer: NodeJS.Timeout | undefined;
  #spareTimer: NodeJS.Timeout | undefined;

  constructor(options: IdleHostsOptions) {
    this.#with = options;
  }

  /** Call it when the last job is done, and when the setting has changed: the time without work counts from now. */
  count(): void {
    this.stop();
    if (this.#with.isBusy()) return;
    const seconds = this.#with.idleSeconds();
    this.#spareTimer = this.#shrinkAfter(seconds === 0 ? SPARE_SECONDS : Math.min(SPARE_SECONDS, seconds), 1);
    if (seconds > 0) this.#lastTimer = this.#shrinkAfter(seconds, 0);
  }

  /** Ends no more hosts until `count` is called again. */
  stop(): void {
    clearTimeout(this.#lastTimer);
    clearTimeout(this.#spareTimer);
  }

  #shrinkAfter(seconds: number, keep: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (!this.#with.isBusy()) void this.#with.shrink(keep);
    }, seconds * 1000);
    return timer.unref();
  }
}
