import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 64 * 1024;

/** The bytes of a file, piece by piece. */
export function fileChunks(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}
