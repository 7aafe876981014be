/** Milliseconds of sound between two reported levels: twenty a second. */
const EVERY_MS = 50;

/** Reports the loudest sample of each interval of sound. */
export class LevelReports {
  readonly #tell: (peak: number) => void;
  #peak = 0;
  #sinceMs = 0;

  constructor(tell: (peak: number) => void) {
    this.#tell = tell;
  }

  reset(): void {
    this.#peak = 0;
    this.#sinceMs = 0;
  }

  /** `level`: the loudest sample of the interval, 0 to 1. */
  take(level: number, ms: number): void {
    this.#peak = Math.max(this.#peak, level);
    this.#sinceMs += ms;
    if (this.#sinceMs < EVERY_MS) return;
    this.#tell(this.#peak);
    this.reset();
  }
}
