import { closeSync, openSync, readSync } from 'node:fs';
import { ownFile } from '@quoth/processes/places';
import { SAMPLE_RATE } from './spool.ts';
import { openKernel } from './voice-kernel.ts';

/** Samples that the network takes at a time: 32 ms. */
export const VOICE_FRAME = 512;
/** Frames a second. */
export const VOICE_RATE = SAMPLE_RATE / VOICE_FRAME;

/** The last samples of the frame before are read again with each frame. */
const CONTEXT = 64;
/** Spectra overlap by half; the frame's end is mirrored, so that there are four of them. */
const SPECTRA = 4;
const WINDOW = 256;
const HOP = WINDOW / 2;
const PADDED = CONTEXT + VOICE_FRAME + 64;
/** Frequencies of a spectrum, and the places that they take: the kernel wants a multiple of four. */
const BINS = WINDOW / 2 + 1;
const BIN_PLACES = 132;
/** Values of the memory that one frame leaves to the next, twice: what the LSTM puts out, and its cells. */
const UNITS = 128;

/** One layer: so many outputs, each from so many inputs. */
interface Layer {
  readonly rows: number;
  readonly columns: number;
}

const layers = {
  first: { rows: 128, columns: 3 * BIN_PLACES },
  second: { rows: 64, columns: 3 * 128 },
  third: { rows: 64, columns: 2 * 64 },
  fourth: { rows: UNITS, columns: 64 },
  lstm: { rows: 4 * UNITS, columns: 2 * UNITS },
} as const satisfies Record<string, Layer>;

const FLOAT = Float32Array.BYTES_PER_ELEMENT;
const WEIGHTS_FILE = '../../ear/models/silero-vad-v6-16k.bin';

/** What the network works with, once a process: weights and intermediate results in the memory of the kernel. */
interface Workshop {
  /** Runs a layer from inputs to outputs, which are places in `memory`. */
  run(layer: keyof typeof layers, inputs: number, outputs: number, lowest: number): void;
  readonly memory: Float32Array;
  /** Where the last layer's weights begin: one for each unit, and the bias. */
  readonly last: number;
  /** Where spectra stand, with room for one that is zero before and after them. */
  readonly spectra: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly lstmInputs: number;
  readonly gates: number;
}

let opened: Workshop | undefined;

function workshop(): Workshop {
  if (opened) return opened;
  const { memory, layer } = openKernel();
  const starts = new Map<string, number>();
  let end = 0;
  for (const [name, { rows, columns }] of Object.entries(layers)) {
    starts.set(name, end);
    end += rows * columns + rows;
  }
  const last = end;
  const total = last + UNITS + 1;
  readWeights(new Uint8Array(memory.buffer, 0, total * FLOAT));
  let next = Math.ceil(total / 4) * 4;
  const room = (places: number): number => {
    next += places;
    return next - places;
  };
  opened = {
    run: (name, inputs, outputs, lowest) => {
      const { rows, columns } = layers[name];
      const weights = starts.get(name) as number;
      layer(inputs * FLOAT, weights * FLOAT, outputs * FLOAT, rows, columns * FLOAT, lowest);
    },
    memory: new Float32Array(memory.buffer),
    last,
    spectra: room((SPECTRA + 2) * BIN_PLACES),
    first: room((SPECTRA + 1) * layers.first.rows),
    second: room(2 * layers.second.rows),
    third: room(layers.third.rows),
    lstmInputs: room(2 * UNITS),
    gates: room(layers.lstm.rows),
  };
  return opened;
}

function readWeights(target: Uint8Array): void {
  const file = openSync(ownFile(WEIGHTS_FILE, import.meta.url), 'r');
  try {
    let done = 0;
    for (let count = 1; count > 0 && done < target.length; done += count)
      count = readSync(file, target, done, target.length - done, done);
    if (done < target.length)
      throw new Error('The file of the voice detector is incomplete. Install Quoth again.');
  } finally {
    closeSync(file);
  }
}

const hann = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW),
);
const cosines = Float64Array.from({ length: WINDOW / 2 }, (_, at) => Math.cos((2 * Math.PI * at) / WINDOW));
const sines = Float64Array.from({ length: WINDOW / 2 }, (_, at) => -Math.sin((2 * Math.PI * at) / WINDOW));
const bitReversed = Uint8Array.from({ length: WINDOW }, (_, at) => {
  let reversed = 0;
  for (let bit = 1; bit < WINDOW; bit *= 2) reversed = reversed * 2 + ((at & bit) === 0 ? 0 : 1);
  return reversed;
});

/** The Fourier transform of 256 complex values, in place; they stand in the order of `bitReversed`. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let half = 1; half < WINDOW; half *= 2) {
    const stride = WINDOW / 2 / half;
    for (let group = 0; group < WINDOW; group += 2 * half) {
      for (let at = 0; at < half; at++) {
        const cosine = cosines[at * stride] as number;
        const sine = sines[at * stride] as number;
        const one = group + at;
        const other = one + half;
        const re = (real[other] as number) * cosine - (imaginary[other] as number) * sine;
        const im = (real[other] as number) * sine + (imaginary[other] as number) * cosine;
        real[other] = (real[one] as number) - re;
        imaginary[other] = (imaginary[one] as number) - im;
        real[one] = (real[one] as number) + re;
        imaginary[one] = (imaginary[one] as number) + im;
      }
    }
  }
}

/**
 * Silero VAD v6 for 16 kHz, written down over its own weights: magnitudes of four spectra, four convolutions, an LSTM
 * and one output. It remembers what it heard; a frame takes a twentieth of a millisecond. Every instance has a memory
 * of its own, weights are shared.
 */
export class VoiceNetwork {
  readonly #padded = new Float64Array(PADDED);
  readonly #real = new Float64Array(WINDOW);
  readonly #imaginary = new Float64Array(WINDOW);
  readonly #hidden = new Float32Array(UNITS);
  readonly #cells = new Float32Array(UNITS);

  /** Forgets everything before. */
  reset(): void {
    this.#padded.fill(0);
    this.#hidden.fill(0);
    this.#cells.fill(0);
  }

  /** How probable it is, from 0 to 1, that somebody speaks in these 512 samples from -1 to 1. */
  probability(frame: Float32Array): number {
    const { run, memory, spectra, first, second, third, lstmInputs, gates } = workshop();
    const padded = this.#padded;
    padded.copyWithin(0, VOICE_FRAME, VOICE_FRAME + CONTEXT);
    padded.set(frame, CONTEXT);
    const end = CONTEXT + VOICE_FRAME;
    for (let at = 0; at < PADDED - end; at++) padded[end + at] = padded[end - 2 - at] as number;
    this.#spectra(0);
    this.#spectra(2);
    // A convolution of three is a layer over three spectra that stand one after the other.
    for (let at = 0; at < SPECTRA; at++)
      run('first', spectra + at * BIN_PLACES, first + (at + 1) * layers.first.rows, 0);
    for (let at = 0; at < 2; at++)
      run('second', first + 2 * at * layers.first.rows, second + at * layers.second.rows, 0);
    run('third', second, third, 0);
    run('fourth', third, lstmInputs, 0);
    memory.set(this.#hidden, lstmInputs + UNITS);
    run('lstm', lstmInputs, gates, Number.NEGATIVE_INFINITY);
    return this.#remembered();
  }

  /** Writes the magnitudes of two spectra, which one transform of complex values makes. */
  #spectra(index: number): void {
    const { memory, spectra } = workshop();
    const padded = this.#padded;
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let at = 0; at < WINDOW; at++) {
      const from = bitReversed[at] as number;
      const weight = hann[from] as number;
      real[at] = (padded[index * HOP + from] as number) * weight;
      imaginary[at] = (padded[(index + 1) * HOP + from] as number) * weight;
    }
    transform(real, imaginary);
    const one = spectra + (index + 1) * BIN_PLACES;
    const other = one + BIN_PLACES;
    for (let bin = 0; bin < BINS; bin++) {
      const mirror = (WINDOW - bin) % WINDOW;
      const re = real[bin] as number;
      const im = imaginary[bin] as number;
      const mirrorRe = real[mirror] as number;
      const mirrorIm = imaginary[mirror] as number;
      memory[one + bin] = Math.sqrt((re + mirrorRe) ** 2 + (im - mirrorIm) ** 2) / 2;
      memory[other + bin] = Math.sqrt((im + mirrorIm) ** 2 + (mirrorRe - re) ** 2) / 2;
    }
  }

  /** The LSTM's gates change the cells; the output is a sum over what they put out. */
  #remembered(): number {
    const { memory, gates, last } = workshop();
    let sum = memory[last + UNITS] as number;
    for (let unit = 0; unit < UNITS; unit++) {
      const at = gates + unit;
      const kept = sigmoid(memory[at + UNITS] as number) * (this.#cells[unit] as number);
      const added = sigmoid(memory[at] as number) * Math.tanh(memory[at + 2 * UNITS] as number);
      this.#cells[unit] = kept + added;
      const output = sigmoid(memory[at + 3 * UNITS] as number) * Math.tanh(kept + added);
      this.#hidden[unit] = output;
      if (output > 0) sum += output * (memory[last + unit] as number);
    }
    return sigmoid(sum);
  }
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
