import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADER_BYTES = 44;
const RATE = 16_000;
const engineFixtures = join(import.meta.dirname, '../../packages/audio/src/fixtures/sentences');

/** The tiny model that comes with the project. */
export const testModel = join(
  import.meta.dirname,
  '../../packages/core/src/models/fixtures/quoth-test-en.gguf',
);

/** A recording and what is said in it. */
interface SpokenFile {
  readonly path: string;
  readonly text: string;
}

/** Recordings with texts that belong together. */
interface SpokenSet {
  readonly name: string;
  readonly files: readonly SpokenFile[];
}

/** Twelve synthetic sentences that the tiny model was made for. */
export function testSentences(): SpokenSet {
  const manifest = JSON.parse(readFileSync(join(engineFixtures, 'manifest.json'), 'utf8')) as {
    items: { file: string; text: string }[];
  };
  const files = manifest.items
    .filter(({ file }) => /^\d\d-/.test(file))
    .map(({ file, text }) => ({ path: join(engineFixtures, file), text }));
  return { name: '12 synthetic sentences', files };
}

/** So many seconds of speech as one wav file: the same minute again and again. */
export function longSpeech(seconds: number, path: string): string {
  const minute = readFileSync(join(engineFixtures, '60s-many-sentences.wav')).subarray(HEADER_BYTES);
  const bytes = seconds * RATE * 2;
  const header = readFileSync(join(engineFixtures, '60s-many-sentences.wav')).subarray(0, HEADER_BYTES);
  header.writeUInt32LE(36 + bytes, 4);
  header.writeUInt32LE(bytes, 40);
  writeFileSync(path, header);
  for (let written = 0; written < bytes; written += minute.length) {
    writeFileSync(path, minute.subarray(0, Math.min(minute.length, bytes - written)), { flag: 'a' });
  }
  return path;
}
