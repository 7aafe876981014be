import { type FileHandle, open } from 'node:fs/promises';
import { BYTES_PER_SAMPLE, SAMPLE_RATE } from './spool.ts';

/** Of a file that holds nothing else yet. */
export const WAV_HEADER_BYTES = 44;
const CHANNELS_AT = 22;
/** Stands for an unknown length. Players then read to the end of the file. */
const UNKNOWN = 0xffff_ffff;
/** How much may be buffered before it is written: a quarter of a second. */
const WRITE_SAMPLES = SAMPLE_RATE / 4;
/**
 * Milliseconds after which the next write also flushes everything to disk: with a quarter of a second between writes,
 * at least once a second.
 */
const SYNC_MS = 700;

/**
 * A wav file that is written while somebody speaks. Samples are handed to the system within a quarter of a second and
 * are on the disk within a second, so that a kill loses no more; `repairWav` completes what is left.
 */
export class WavFile {
  readonly #file: FileHandle;
  readonly #channels: number;
  #held: Int16Array[] = [];
  #heldSamples = 0;
  #samples = 0;
  #syncedAt = performance.now();
  #work: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;

  private constructor(file: FileHandle, channels: number) {
    this.#file = file;
    this.#channels = channels;
  }

  /** Fails if the file already exists. */
  static async create(path: string, channels = 1): Promise<WavFile> {
    return WavFile.#begun(await open(path, 'wx', 0o600), channels);
  }

  /** The same in an existing, empty file. */
  static async fill(path: string, channels = 1): Promise<WavFile> {
    return WavFile.#begun(await open(path, 'r+'), channels);
  }

  static async #begun(file: FileHandle, channels: number): Promise<WavFile> {
    try {
      await writeAll(file, header(UNKNOWN, channels));
      return new WavFile(file, channels);
    } catch (error) {
      // A handle that only garbage holds ends the application, minutes later.
      await file.close();
      throw error;
    }
  }

  /** Number of samples of one channel appended so far. */
  get samples(): number {
    return this.#samples / this.#channels;
  }

  /**
   * Takes samples over, of several channels one of each in turn, to be written shortly. Resolves once they are written,
   * or rejects if the disk fails.
   */
  append(samples: Int16Array): Promise<void> {
    this.#held.push(samples);
    this.#heldSamples += samples.length;
    this.#samples += samples.length;
    return this.#heldSamples >= WRITE_SAMPLES ? this.#write() : this.#settled();
  }

  /**
   * Writes the buffered samples and the header; then the file is complete and on the disk. Closes the file in any case.
   */
  async finish(): Promise<void> {
    try {
      await this.#write();
      await writeAll(this.#file, header(this.#samples * BYTES_PER_SAMPLE, this.#channels), 0);
      await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }

  #write(): Promise<void> {
    const blocks = this.#held.map(bytesOf);
    this.#held = [];
    this.#heldSamples = 0;
    this.#work = this.#work.then(async () => {
      if (this.#failure) return;
      try {
        if (blocks.length > 0) await writeAll(this.#file, Buffer.concat(blocks));
        if (performance.now() - this.#syncedAt < SYNC_MS) return;
        this.#syncedAt = performance.now();
        await this.#file.datasync();
      } catch (error) {
        // Samples after a gap would be at the wrong time.
        this.#failure = { error };
      }
    });
    return this.#settled();
  }

  async #settled(): Promise<void> {
    await this.#work;
    if (this.#failure) throw this.#failure.error;
  }
}

/**
 * Completes a wav file that a crash has interrupted, and returns the number of samples of one channel. A complete file
 * is unchanged.
 */
export async function repairWav(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    const start = Buffer.alloc(WAV_HEADER_BYTES);
    await file.read(start, 0, WAV_HEADER_BYTES, 0);
    const channels = start.readUInt16LE(CHANNELS_AT) === 2 ? 2 : 1;
    const frameBytes = channels * BYTES_PER_SAMPLE;
    const samples = Math.max(0, Math.floor(((await file.stat()).size - WAV_HEADER_BYTES) / frameBytes));
    await file.truncate(WAV_HEADER_BYTES + samples * frameBytes);
    await writeAll(file, header(samples * frameBytes, channels), 0);
    await file.sync();
    return samples;
  } finally {
    await file.close();
  }
}

function header(dataBytes: number, channels: number): Buffer {
  const bytes = Buffer.alloc(WAV_HEADER_BYTES);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(Math.min(UNKNOWN, dataBytes + WAV_HEADER_BYTES - 8), 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(channels, CHANNELS_AT);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * channels * BYTES_PER_SAMPLE, 28);
  bytes.writeUInt16LE(channels * BYTES_PER_SAMPLE, 32);
  bytes.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  return bytes;
}

/**
 * A write may write less than it was given, for example if the disk is nearly full; without a position, at the end of
 * what was written before.
 */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? null : position + done;
    done += (await file.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}
