import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';

const folder = join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences');

const HEADER_BYTES = 44;
const RATE = 16_000;
const PAUSE_BYTES = 0.6 * RATE * 2;

/** Audio whose bytes no other request has, and the words that the test model recognises in it. */
export interface SpokenRequest {
  readonly wav: Buffer<ArrayBuffer>;
  readonly sha256: string;
  readonly text: string;
}

interface Manifest {
  readonly items: readonly { readonly file: string; readonly expected: string }[];
}

// Without the one about the weather: the small model hears its first word twice after some of the others.
const sentences = (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest).items
  .filter(({ file }) => /^\d\d-(?!the-weather)/.test(file))
  .map(({ file, expected }) => ({
    expected,
    samples: readFileSync(join(folder, file)).subarray(HEADER_BYTES),
  }));

/**
 * The request of a number: so many sentences with pauses between them, and as much silence at the end as tells it from
 * all others.
 */
export function spokenRequest(number: number, count: number): SpokenRequest {
  const chosen = Array.from({ length: count }, (_, index) => sentences[(number + index) % sentences.length]);
  const parts = chosen.flatMap((sentence) => [
    sentence?.samples ?? Buffer.alloc(0),
    Buffer.alloc(PAUSE_BYTES),
  ]);
  const wav = wavBytes(Buffer.concat([...parts, Buffer.alloc(2 * number)]));
  return {
    wav,
    sha256: createHash('sha256').update(wav).digest('hex'),
    text: chosen.map((sentence) => sentence?.expected).join(' '),
  };
}
