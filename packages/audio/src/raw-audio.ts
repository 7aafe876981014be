import { Resampler } from './resampler.ts';
import { SAMPLE_RATE } from './spool.ts';

// G.711 (ITU-T): a byte a sample, in two laws. The value of each of the 256 bytes, as 16-bit samples.

const MU_BIAS = 0x84;

/** What a byte of the law of North America and Japan stands for. */
export const muLaw: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + MU_BIAS) << ((bits & 0x70) >> 4)) - MU_BIAS;
  return (bits & 0x80) === 0 ? magnitude : -magnitude;
});

/** What a byte of the law of the rest of the world stands for. */
export const aLaw: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => {
  const bits = byte ^ 0x55;
  const segment = (bits & 0x70) >> 4;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return (bits & 0x80) === 0 ? -magnitude : magnitude;
});

/** Samples without a container, one channel: what a program sends while somebody speaks. */
export interface RawAudioFormat {
  /** 16-bit signed integers in either byte order, or a byte a sample as in telephony (G.711). */
  readonly encoding: 'pcm16le' | 'pcm16be' | 'mulaw' | 'alaw';
  /** Samples per second. */
  readonly rate: number;
}

const SLOWEST_RATE = 8_000;
const FASTEST_RATE = 48_000;

/** True for a rate that speech is sent at. */
export function isRawRate(rate: number): boolean {
  return (
    Number.isInteger(rate) &&
    rate >= SLOWEST_RATE &&
    rate <= FASTEST_RATE &&
    Resampler.handles(rate, SAMPLE_RATE)
  );
}

/** Makes samples as they are used here (16 kHz, 16-bit) of raw audio that comes in pieces of any length. */
export class RawAudio {
  readonly #bytesPerSample: number;
  readonly #read: (bytes: Uint8Array) => Int16Array;
  readonly #resampler: Resampler | undefined;
  /** The first half of a sample whose other half has not come. */
  #half: number | undefined;

  /** Throws for a rate that `isRawRate` does not take. */
  constructor({ encoding, rate }: RawAudioFormat) {
    if (!isRawRate(rate)) throw new Error(`Not a rate of speech: ${rate}.`);
    this.#bytesPerSample = encoding === 'pcm16le' || encoding === 'pcm16be' ? 2 : 1;
    this.#read = readers[encoding];
    this.#resampler = rate === SAMPLE_RATE ? undefined : new Resampler(rate, SAMPLE_RATE);
  }

  /** The samples that these bytes complete. Their memory is not used again. */
  push(bytes: Uint8Array): Int16Array {
    const samples = this.#read(this.#whole(bytes));
    return this.#resampler ? toInt16(this.#resampler.push(toFloats(samples))) : samples;
  }

  /** Audio ends here: the samples that the change of rate still held back. What comes later is audio of its own. */
  end(): Int16Array {
    this.#half = undefined;
    return this.#resampler ? toInt16(this.#resampler.end()) : new Int16Array(0);
  }

  #whole(bytes: Uint8Array): Uint8Array {
    if (this.#bytesPerSample === 1) return bytes;
    const joined = this.#half === undefined ? bytes : Uint8Array.of(this.#half, ...bytes.subarray(0, 1));
    const isCut = this.#half !== undefined && bytes.length > 0;
    this.#half = undefined;
    if (!isCut) return this.#even(joined);
    const even = this.#even(bytes.subarray(1));
    const all = new Uint8Array(2 + even.length);
    all.set(joined);
    all.set(even, 2);
    return all;
  }

  #even(bytes: Uint8Array): Uint8Array {
    if (bytes.length % 2 === 0) return bytes;
    this.#half = bytes.at(-1);
    return bytes.subarray(0, -1);
  }
}

const readers: Readonly<Record<RawAudioFormat['encoding'], (bytes: Uint8Array) => Int16Array>> = {
  pcm16le: (bytes) => pcm(bytes, true),
  pcm16be: (bytes) => pcm(bytes, false),
  mulaw: (bytes) => byTable(bytes, muLaw),
  alaw: (bytes) => byTable(bytes, aLaw),
};

function byTable(bytes: Uint8Array, table: Int16Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let at = 0; at < samples.length; at++) samples[at] = table[bytes[at] as number] as number;
  return samples;
}

function pcm(bytes: Uint8Array, isLittleEndian: boolean): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = new Int16Array(bytes.length / 2);
  for (let at = 0; at < samples.length; at++) samples[at] = view.getInt16(at * 2, isLittleEndian);
  return samples;
}

function toFloats(samples: Int16Array): Float32Array {
  const floats = new Float32Array(samples.length);
  for (let at = 0; at < floats.length; at++) floats[at] = (samples[at] as number) / 32_768;
  return floats;
}

function toInt16(floats: Float32Array): Int16Array {
  const samples = new Int16Array(floats.length);
  for (let at = 0; at < samples.length; at++)
    samples[at] = Math.max(-32_768, Math.min(32_767, Math.round((floats[at] as number) * 32_768)));
  return samples;
}
