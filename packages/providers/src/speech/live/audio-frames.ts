/** Samples as messages carry them: frames of equal length. */
export class AudioFrames {
  readonly #frame: Int16Array;
  #filled = 0;

  /** `length`: samples of a frame. */
  constructor(length: number) {
    this.#frame = new Int16Array(length);
  }

  /** Samples of a frame. */
  get length(): number {
    return this.#frame.length;
  }

  /** Samples that wait for more. */
  get waiting(): number {
    return this.#filled;
  }

  /** The frames that these samples complete, as bytes. */
  *push(samples: Int16Array): Generator<Uint8Array> {
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.#frame.length - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#frame.length) yield this.take();
    }
  }

  /** What waits, and silence behind it. */
  take(): Uint8Array {
    this.#frame.fill(0, this.#filled);
    this.#filled = 0;
    const { buffer, byteOffset, byteLength } = this.#frame;
    // A copy: the frame is filled anew while this one waits to be sent.
    return new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  }
}
