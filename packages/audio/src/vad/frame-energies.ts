import { SAMPLE_RATE } from '../spool/spool-format.ts';
/** A frame is 10 ms. */
export const FRAME_SAMPLES = 160;
/** Frames a second. */
export const FRAME_RATE = SAMPLE_RATE / FRAME_SAMPLES;

/** Centres of the bands that are typical of speech, in Hz: voicing, the first formants, fricatives. */
const CENTRES = [250, 500, 1_000, 2_000, 3_500] as const;
export const BANDS = CENTRES.length;
/** Level of digital silence in dBFS: nothing in 16 bits is quieter. */
export const QUIETEST_DB = -100;

interface BandFilter {
  readonly b: number;
  readonly a1: number;
  readonly a2: number;
}

/** Band-pass filters one octave wide, constant 0 dB peak gain; coefficients after R. Bristow-Johnson's Audio EQ Cookbook. */
const filters: readonly BandFilter[] = CENTRES.map((centre) => {
  const omega = (2 * Math.PI * centre) / SAMPLE_RATE;
  const alpha = Math.sin(omega) / (2 * 1.4);
  return { b: alpha / (1 + alpha), a1: (-2 * Math.cos(omega)) / (1 + alpha), a2: (1 - alpha) / (1 + alpha) };
});

/** How loud each band is in each frame of 10 ms, in dBFS; fed with samples as they arrive. */
export class FrameEnergies {
  /** Frame after frame, `BANDS` values each. */
  #levels = new Float32Array(BANDS * 1_024);
  #frames = 0;
  readonly #state = new Float64Array(BANDS * 2);
  readonly #sums = new Float64Array(BANDS);
  readonly #differences = new Float64Array(FRAME_SAMPLES);
  #earlier = [0, 0];
  #inFrame = 0;

  /** Complete frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Level of a band in a frame, in dBFS. */
  level(frame: number, band: number): number {
    return this.#levels[frame * BANDS + band] ?? QUIETEST_DB;
  }

  push(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const count = Math.min(FRAME_SAMPLES - this.#inFrame, samples.length - at);
      this.#filter(samples, at, count);
      at += count;
      this.#inFrame += count;
      if (this.#inFrame === FRAME_SAMPLES) this.#endFrame();
    }
  }

  /** Band by band, with everything in local variables: twice as fast as sample by sample, and all audio goes through here. */
  #filter(samples: Int16Array, from: number, count: number): void {
    const differences = this.#differences;
    let [previous = 0, beforePrevious = 0] = this.#earlier;
    for (let index = 0; index < count; index++) {
      const sample = samples[from + index] as number;
      differences[index] = sample - beforePrevious;
      beforePrevious = previous;
      previous = sample;
    }
    this.#earlier = [previous, beforePrevious];
    for (let band = 0; band < BANDS; band++) {
      const { b, a1, a2 } = filters[band] as BandFilter;
      let y1 = this.#state[band * 2] as number;
      let y2 = this.#state[band * 2 + 1] as number;
      let sum = this.#sums[band] as number;
      for (let index = 0; index < count; index++) {
        const y = b * (differences[index] as number) - a1 * y1 - a2 * y2;
        y2 = y1;
        y1 = y;
        sum += y * y;
      }
      this.#state[band * 2] = y1;
      this.#state[band * 2 + 1] = y2;
      this.#sums[band] = sum;
    }
  }

  #endFrame(): void {
    if ((this.#frames + 1) * BANDS > this.#levels.length) {
      const longer = new Float32Array(this.#levels.length * 2);
      longer.set(this.#levels);
      this.#levels = longer;
    }
    for (let band = 0; band < BANDS; band++) {
      const power = (this.#sums[band] as number) / FRAME_SAMPLES / 32_768 ** 2;
      const level = power > 0 ? 10 * Math.log10(power) : QUIETEST_DB;
      this.#levels[this.#frames * BANDS + band] = Math.max(QUIETEST_DB, level);
    }
    this.#sums.fill(0);
    this.#inFrame = 0;
    this.#frames++;
  }
}
