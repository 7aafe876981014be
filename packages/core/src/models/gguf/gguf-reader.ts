import type { FileHandle } from 'node:fs/promises';

/** The file is no GGUF, or ends too early, or says things that no model file says. The message goes into a sentence. */
export class BadGguf extends Error {}

const WINDOW_BYTES = 1024 * 1024;
/** A header is mostly its list of tokens: a few megabytes. */
const MOST_HEADER_BYTES = 128 * 1024 * 1024;

/** Reads little-endian values in order, in windows, and never past the end of the file or of what a header may have. */
export class GgufReader {
  readonly #file: FileHandle;
  readonly #size: number;
  #window = Buffer.alloc(0);
  #windowAt = 0;
  #position = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.#size = size;
  }

  get position(): number {
    return this.#position;
  }

  /** The next bytes; valid until the next call. */
  async bytes(count: number): Promise<Buffer> {
    this.#refuse(count);
    const start = this.#position - this.#windowAt;
    if (start < 0 || start + count > this.#window.length) await this.#load(count);
    const from = this.#position - this.#windowAt;
    this.#position += count;
    return this.#window.subarray(from, from + count);
  }

  skip(count: number): void {
    this.#refuse(count);
    this.#position += count;
  }

  async u32(): Promise<number> {
    return (await this.bytes(4)).readUInt32LE();
  }

  /** A count or length; one that no file could have is refused. */
  async u64(): Promise<number> {
    const value = (await this.bytes(8)).readBigUInt64LE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadGguf('its header is damaged');
    return Number(value);
  }

  async text(mostBytes: number): Promise<string> {
    const length = await this.u64();
    if (length > mostBytes) throw new BadGguf('its header is damaged');
    return (await this.bytes(length)).toString('utf8');
  }

  #refuse(count: number): void {
    const end = this.#position + count;
    if (end > this.#size) throw new BadGguf('it ends too early');
    if (end > MOST_HEADER_BYTES) throw new BadGguf('its header is too large');
  }

  async #load(count: number): Promise<void> {
    const buffer = Buffer.alloc(Math.min(Math.max(count, WINDOW_BYTES), this.#size - this.#position));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#file.read(
        buffer,
        filled,
        buffer.length - filled,
        this.#position + filled,
      );
      if (bytesRead === 0) throw new BadGguf('it ends too early');
      filled += bytesRead;
    }
    this.#window = buffer;
    this.#windowAt = this.#position;
  }
}
