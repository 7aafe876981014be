import { open } from 'node:fs/promises';

const FEWEST_BYTES = 256;
const MOST_BYTES = 16 * 1024;
/** How much decoded audio is produced at a time. */
const WANTED_OUTPUT_BYTES = 2 * 1024 * 1024;

/**
 * The bytes of a file in chunks for a decoder. Pass `decoded` the number of bytes that the last chunk became: since silence compresses a
 * thousandfold, the more came out of one chunk, the smaller the next one is.
 */
export class FileChunks {
  readonly #path: string;
  #next = FEWEST_BYTES;

  constructor(path: string) {
    this.#path = path;
  }

  decoded(outputBytes: number): void {
    // A header or a picture tells nothing about what follows it.
    if (outputBytes === 0) return;
    const fitting = Math.floor((this.#next * WANTED_OUTPUT_BYTES) / outputBytes);
    this.#next = Math.max(FEWEST_BYTES, Math.min(MOST_BYTES, fitting, this.#next * 2));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    await using file = await open(this.#path, 'r');
    for (;;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(this.#next), 0, this.#next);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
