import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SampleRange } from '../engine.ts';

const BYTES_PER_SAMPLE = 2;
/** How often a growing spool is looked at for more. */
const POLL_MS = 30;

const EVERYTHING: SampleRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** Reads a spool of samples, or a part of one, also while it grows. Places are counted from the start of that part. */
export class SpoolReader {
  readonly #file: FileHandle;
  readonly #range: SampleRange;
  #growing: boolean;
  #position = 0;

  private constructor(file: FileHandle, growing: boolean, range: SampleRange) {
    this.#file = file;
    this.#growing = growing;
    this.#range = range;
  }

  static async open(path: string, growing: boolean, range?: SampleRange): Promise<SpoolReader> {
    return new SpoolReader(await open(path, 'r'), growing, range ?? EVERYTHING);
  }

  get growing(): boolean {
    return this.#growing;
  }

  /** No more samples are being added. */
  end(): void {
    this.#growing = false;
  }

  /** The next samples, at most so many; waits for them while the spool grows. Undefined at the end. */
  async next(maximum: number, signal: AbortSignal): Promise<Int16Array | undefined> {
    for (;;) {
      signal.throwIfAborted();
      const wasGrowing = this.#growing;
      const samples = await this.read(this.#position, maximum);
      if (samples.length > 0) {
        this.#position += samples.length;
        return samples;
      }
      if (!wasGrowing) return undefined;
      await sleep(POLL_MS);
    }
  }

  /** Samples from a place on, as many as are there up to the maximum. */
  async read(firstSample: number, maximum: number): Promise<Int16Array> {
    const first = this.#range.start + firstSample;
    const count = Math.max(0, Math.min(maximum, this.#range.end - first));
    const buffer = new Uint8Array(count * BYTES_PER_SAMPLE);
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, first * BYTES_PER_SAMPLE);
    return new Int16Array(buffer.buffer, 0, Math.floor(bytesRead / BYTES_PER_SAMPLE));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
