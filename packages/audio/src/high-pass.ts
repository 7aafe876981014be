import { SAMPLE_RATE } from './spool.ts';

/** Below this there is hum, rumble and a constant offset, but nothing that tells speech from other sounds. In Hz. */
const LOWEST_HZ = 120;

interface Section {
  readonly b: number;
  readonly a1: number;
  readonly a2: number;
}

/** Two sections make a Butterworth high-pass of the fourth order (R. Bristow-Johnson, Audio EQ Cookbook). */
const sections: readonly Section[] = [0.5412, 1.3066].map((quality) => {
  const omega = (2 * Math.PI * LOWEST_HZ) / SAMPLE_RATE;
  const alpha = Math.sin(omega) / (2 * quality);
  return {
    b: (1 + Math.cos(omega)) / 2 / (1 + alpha),
    a1: (-2 * Math.cos(omega)) / (1 + alpha),
    a2: (1 - alpha) / (1 + alpha),
  };
});

/** Takes away what lies below 120 Hz, sample by sample. */
export class HighPass {
  /** Four values a section: the last two inputs and the last two outputs. */
  #state: Float64Array | undefined;

  reset(): void {
    this.#state = undefined;
  }

  /** In place. */
  apply(samples: Float32Array): void {
    if (samples.length === 0) return;
    if (!this.#state) {
      // As if the first sample had always been there: an offset makes no click at the start.
      this.#state = new Float64Array(4 * sections.length);
      this.#state.fill(samples[0] as number, 0, 2);
    }
    for (const [index, { b, a1, a2 }] of sections.entries()) {
      const state = this.#state.subarray(index * 4, index * 4 + 4);
      let [x1 = 0, x2 = 0, y1 = 0, y2 = 0] = state;
      for (let at = 0; at < samples.length; at++) {
        const x = samples[at] as number;
        const y = b * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        samples[at] = y;
      }
      state.set([x1, x2, y1, y2]);
    }
  }
}

/** What is decided about at once: a tenth of a second. */
const BLOCK = SAMPLE_RATE / 10;

/**
 * Takes hum, rumble and a constant offset away from sound where, so far, they are louder than all the rest; other sound
 * stays as it is.
 */
export class RumbleFilter {
  readonly #highPass = new HighPass();
  readonly #filtered = new Float32Array(BLOCK);
  #total = 0;
  #rest = 0;

  /** In place; what comes next is taken to follow. */
  apply(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += BLOCK) {
      const block = samples.subarray(at, at + BLOCK);
      const filtered = this.#filtered.subarray(0, block.length);
      filtered.set(block);
      this.#highPass.apply(filtered);
      for (let index = 0; index < block.length; index++) {
        this.#total += (block[index] as number) ** 2;
        this.#rest += (filtered[index] as number) ** 2;
      }
      if (this.#total > 2 * this.#rest) block.set(filtered);
    }
  }
}
