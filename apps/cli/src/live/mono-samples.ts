import type { SampleFormat } from './wav-header.ts';

/** Makes 16-bit samples of one channel, little-endian, of bytes that come in pieces of any length; the rate stays. */
export class MonoSamples {
  readonly #width: number;
  readonly #channels: number;
  /** The start of a frame whose rest has not come. */
  #rest: Buffer = Buffer.alloc(0);

  constructor({ width, channels }: Pick<SampleFormat, 'width' | 'channels'>) {
    this.#width = width;
    this.#channels = channels;
  }

  push(bytes: Buffer): Buffer {
    if (this.#width === 2 && this.#channels === 1) return bytes;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const frameBytes = this.#width * this.#channels;
    const frames = Math.floor(all.length / frameBytes);
    this.#rest = Buffer.from(all.subarray(frames * frameBytes));
    const mono = Buffer.alloc(frames * 2);
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      for (let channel = 0; channel < this.#channels; channel++)
        sum += this.#sampleAt(all, frame * frameBytes + channel * this.#width);
      mono.writeInt16LE(Math.round(sum / this.#channels), frame * 2);
    }
    return mono;
  }

  /** The upper 16 bits; samples of one byte have no sign, and silence is their middle. */
  #sampleAt(bytes: Buffer, at: number): number {
    return this.#width === 1 ? (bytes.readUInt8(at) - 128) << 8 : bytes.readInt16LE(at + this.#width - 2);
  }
}
