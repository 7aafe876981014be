/** Blocks over which the smallest delay is looked for: a sound card's clock drifts, so that old delays say nothing. */
const WINDOW_BLOCKS = 500;

/**
 * Tells when the samples of a block were taken. A block that waited in a buffer comes late, and some come in a bunch; but they are
 * counted, and the one that came with the least delay tells when all the others were taken.
 */
export class CaptureClock {
  readonly #blockMs: number;
  #blocks = 0;
  #earliest = Number.POSITIVE_INFINITY;
  #earliestBefore = Number.POSITIVE_INFINITY;

  constructor(blockMs: number) {
    this.#blockMs = blockMs;
  }

  /** When the last sample of the next block was taken, given when the block came; never later than that. */
  next(cameAt: number): number {
    this.#blocks++;
    if (this.#blocks % WINDOW_BLOCKS === 0) {
      this.#earliestBefore = this.#earliest;
      this.#earliest = Number.POSITIVE_INFINITY;
    }
    const length = this.#blocks * this.#blockMs;
    this.#earliest = Math.min(this.#earliest, cameAt - length);
    return Math.min(this.#earliest, this.#earliestBefore) + length;
  }
}
