import { type FileHandle, open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Samples per second of a spool, and of everything that an engine reads. */
export const SAMPLE_RATE = 16_000;

/** A spool holds raw signed 16-bit little-endian samples of one channel. */
export const BYTES_PER_SAMPLE = 2;

/** A part of a spool, in samples; `end` is exclusive. */
export interface SampleRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Makes an empty file for samples, with mode 600. What had its name is removed: nothing is written through a link, or
 * into somebody else's file.
 */
export async function makeSpool(path: string): Promise<void> {
  await rm(path, { force: true });
  await (await open(path, 'wx', 0o600)).close();
}

/** How often a growing spool is checked for more samples. */
const POLL_MS = 30;

const EVERYTHING: SampleRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

/** This memory is reused: a megabyte of garbage for each chunk would stay around for long. */
export class SpoolMemory {
  #bytes = new Uint8Array(0);

  atLeast(length: number): Uint8Array<ArrayBuffer> {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes;
  }
}

/**
 * Reads a spool of samples, or a part of one, even while it grows. Positions are counted from the start of that part.
 */
export class SpoolReader {
  readonly #file: FileHandle;
  #range: SampleRange;
  readonly #memory: SpoolMemory;
  #growing: boolean;
  #position = 0;
  readonly #ended = new AbortController();

  private constructor(file: FileHandle, growing: boolean, range: SampleRange, memory: SpoolMemory) {
    this.#file = file;
    this.#growing = growing;
    this.#range = range;
    this.#memory = memory;
  }

  static async open(
    path: string,
    options: {
      readonly growing: boolean;
      readonly range: SampleRange | undefined;
      readonly memory: SpoolMemory;
    },
  ): Promise<SpoolReader> {
    return new SpoolReader(
      await open(path, 'r'),
      options.growing,
      options.range ?? EVERYTHING,
      options.memory,
    );
  }

  get growing(): boolean {
    return this.#growing;
  }

  /** Aborts when no more samples are added. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** No more samples are added to this part; `at` is its end if the spool itself continues. */
  end(at?: number): void {
    if (at !== undefined) this.#range = { start: this.#range.start, end: at };
    this.#growing = false;
    this.#ended.abort();
  }

  /**
   * The next samples, at most the given number; waits for them while the spool grows. Valid until the next read.
   * Undefined at the end.
   */
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

  /** Samples from a position on, as many as there are up to the maximum. Valid until the next read. */
  async read(firstSample: number, maximum: number): Promise<Int16Array> {
    const first = this.#range.start + firstSample;
    const count = Math.max(0, Math.min(maximum, this.#range.end - first));
    const buffer = this.#memory.atLeast(count * BYTES_PER_SAMPLE);
    const { bytesRead } = await this.#file.read(
      buffer,
      0,
      count * BYTES_PER_SAMPLE,
      first * BYTES_PER_SAMPLE,
    );
    return new Int16Array(buffer.buffer, 0, Math.floor(bytesRead / BYTES_PER_SAMPLE));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
