/** Seconds after which a change of speed shows for the most part. */
const MEMORY_SECONDS = 4;
const LEAST_MS = 200;

/** Bytes per second, smoothed, so that the time left does not jump about. Times are milliseconds that only grow. */
export class SpeedMeter {
  #at: number;
  #bytes: number;
  #speed: number | null = null;

  constructor(now: number, bytes: number) {
    this.#at = now;
    this.#bytes = bytes;
  }

  /** Takes note of how many bytes are here by now. */
  note(now: number, bytes: number): void {
    const elapsed = now - this.#at;
    if (elapsed < LEAST_MS) return;
    const speed = ((bytes - this.#bytes) / elapsed) * 1000;
    const weight = 1 - Math.exp(-elapsed / 1000 / MEMORY_SECONDS);
    this.#speed = this.#speed === null ? speed : this.#speed + weight * (speed - this.#speed);
    this.#at = now;
    this.#bytes = bytes;
  }

  /** Null until something is known. */
  get bytesPerSecond(): number | null {
    return this.#speed === null ? null : Math.round(this.#speed);
  }

  /** Whole seconds until the remaining bytes have arrived; null while nothing arrives. */
  secondsFor(bytes: number): number | null {
    return this.#speed === null || this.#speed < 1 ? null : Math.ceil(bytes / this.#speed);
  }
}
