/** Zero crossings of the sinc on either side; with the window below aliases lie more than 70 dB down. */
const CROSSINGS = 16;
/** Shape of the Kaiser window. */
const BETA = 8;
/**
 * Most coefficients a pair of rates may need, 16 MB: every real rate needs far fewer, while an invented one would block
 * for seconds.
 */
const MAX_COEFFICIENTS = 4_000_000;
/** The window's shape, looked up instead of computed for each coefficient. */
const WINDOW_STEPS = 4_096;
/** The pass band ends a little below half the lower rate, which leaves room for the filter's slope. */
const PASS = 0.92;

/**
 * Changes the sample rate of one channel, block by block: a windowed sinc, one set of coefficients for each position
 * that an output sample can have between two input samples.
 */
export class Resampler {
  readonly #step: number;
  readonly #phases: number;
  readonly #reach: number;
  readonly #table: readonly Float32Array[];
  /** Input that later output still needs; starts with silence before the first sample. */
  #kept: Float32Array;
  /** Position of the next output sample, in input samples times phases, from the start of the kept input. */
  #position: number;

  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#step = from / divisor;
    this.#phases = to / divisor;
    const cutoff = Math.min(1, to / from) * PASS;
    this.#reach = Math.ceil(CROSSINGS / cutoff);
    this.#table = Array.from({ length: this.#phases }, (_, phase) =>
      coefficients(phase / this.#phases, this.#reach, cutoff),
    );
    this.#kept = new Float32Array(this.#reach);
    this.#position = this.#reach * this.#phases;
  }

  /** False for rates that have so little in common that the coefficients would take too long to compute. */
  static handles(from: number, to: number): boolean {
    const cutoff = Math.min(1, to / from) * PASS;
    const phases = to / greatestCommonDivisor(from, to);
    return phases * 2 * Math.ceil(CROSSINGS / cutoff) <= MAX_COEFFICIENTS;
  }

  push(input: Float32Array): Float32Array {
    const data = new Float32Array(this.#kept.length + input.length);
    data.set(this.#kept);
    data.set(input, this.#kept.length);
    const last = (data.length - this.#reach) * this.#phases;
    const count = Math.max(0, Math.ceil((last - this.#position) / this.#step));
    const output = new Float32Array(count);
    for (let index = 0; index < count; index++) {
      const whole = Math.floor(this.#position / this.#phases);
      const row = this.#table[this.#position % this.#phases] as Float32Array;
      const first = whole - this.#reach + 1;
      let sum = 0;
      for (let tap = 0; tap < row.length; tap++) sum += (row[tap] as number) * (data[first + tap] as number);
      output[index] = sum;
      this.#position += this.#step;
    }
    const used = Math.max(0, Math.floor(this.#position / this.#phases) - this.#reach);
    this.#kept = data.slice(used);
    this.#position -= used * this.#phases;
    return output;
  }

  /** The rest, with silence after the last sample. */
  end(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }
}

/** Coefficients for an output sample that lies `fraction` after an input sample. */
function coefficients(fraction: number, reach: number, cutoff: number): Float32Array {
  const row = new Float32Array(2 * reach);
  let sum = 0;
  for (let tap = 0; tap < row.length; tap++) {
    const distance = tap - reach + 1 - fraction;
    const value = cutoff * sinc(distance * cutoff) * kaiser(distance / reach);
    row[tap] = value;
    sum += value;
  }
  return row.map((value) => value / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

const window = Float64Array.from({ length: WINDOW_STEPS + 2 }, (_, step) => {
  const x = Math.min(1, step / WINDOW_STEPS);
  return bessel(BETA * Math.sqrt(1 - x * x)) / bessel(BETA);
});

function kaiser(x: number): number {
  const place = Math.abs(x) * WINDOW_STEPS;
  if (place >= WINDOW_STEPS) return 0;
  const step = Math.floor(place);
  const below = window[step] as number;
  return below + ((window[step + 1] as number) - below) * (place - step);
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 40; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
