import type { SoundBlock } from './microphone.ts';

const SAMPLES_PER_MS = 16;

/** The last moments of sound, in memory and nowhere else. */
export class PreRoll {
  #blocks: SoundBlock[] = [];
  #samples = 0;
  #maximumMs = 0;

  /** How much is kept, in milliseconds; 0 keeps nothing. */
  keep(maximumMs: number): void {
    this.#maximumMs = maximumMs;
    this.#trim();
  }

  push(block: SoundBlock): void {
    this.#blocks.push(block);
    this.#samples += block.samples.length;
    this.#trim();
  }

  /** What is kept, oldest first; nothing is kept any more. */
  take(): readonly SoundBlock[] {
    const blocks = this.#blocks;
    this.#forget();
    return blocks;
  }

  /** Forgets what is kept, so that it is not even in memory. */
  drop(): void {
    for (const { samples } of this.#blocks) samples.fill(0);
    this.#forget();
  }

  #forget(): void {
    this.#blocks = [];
    this.#samples = 0;
  }

  #trim(): void {
    let [first] = this.#blocks;
    while (first && this.#samples > this.#maximumMs * SAMPLES_PER_MS) {
      this.#blocks.shift();
      this.#samples -= first.samples.length;
      // The samples are somebody's room before they began to record.
      first.samples.fill(0);
      [first] = this.#blocks;
    }
  }
}
