import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const BYTES_PER_SAMPLE = 2;
/** How often a growing spool is looked at for more. */
const POLL_MS = 30;

/** Reads a spool of samples, also while it grows. */
export class SpoolReader {
  readonly #file: FileHandle;
  #growing: boolean;
  #position = 0;

  private constructor(file: FileHandle, growing: boolean) {
    this.#file = file;
    this.#growing = growing;
  }

  static async open(path: string, growing: boolean): Promise<SpoolReader> {
    return new SpoolReader(await open(path, 'r'), growing);
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
    const buffer = new Uint8Array(maximum * BYTES_PER_SAMPLE);
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, firstSample * BYTES_PER_SAMPLE);
    return new Int16Array(buffer.buffer, 0, Math.floor(bytesRead / BYTES_PER_SAMPLE));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
