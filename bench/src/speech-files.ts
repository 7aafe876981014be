import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { concatenated, pause, testSamples, testSentences } from '@quoth/audio/fixtures/test-speech.ts';

export const root = join(import.meta.dirname, '..', '..');
/** Recordings of people that come with the project. */
export const samples = join(root, 'apps/cli/samples');
/** The included models' files. */
export const included = join(root, 'packages/ear/models');
/** Short sentences that the tests' tiny model knows. */
export const sentences = join(root, 'packages/audio/src/fixtures/sentences');

const models = join(root, 'packages/core/src/models/fixtures');
/** The tests' tiny model, and one like it that gives words while it listens. */
export const testModel = { id: 'quoth-test-en', path: join(models, 'quoth-test-en.gguf') };
export const streamingModel = {
  id: 'quoth-test-en-streaming',
  path: join(models, 'quoth-test-en-streaming.gguf'),
};

/** Samples a second. */
export const RATE = 16_000;
/** Of the wav files here. */
export const HEADER_BYTES = 44;

/** Of so many bytes of plain samples of 16 bits, in mono at 16 kHz where nothing else is said. */
export function wavHeader(bytes: number, { coding = 1, channels = 1, rate = RATE } = {}): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(coding, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

/** So many seconds of speech as one wav file: the same minute again and again. */
export function longSpeech(seconds: number, path: string): string {
  const minute = bytesOf(testSamples('60s-many-sentences.wav'));
  const bytes = seconds * RATE * 2;
  writeFileSync(path, wavHeader(bytes));
  for (let written = 0; written < bytes; written += minute.length)
    writeFileSync(path, minute.subarray(0, bytes - written), { flag: 'a' });
  return path;
}

/** Test sentences with half a second after each, so many seconds, beginning with any of them. */
export function sentencesOf(seconds: number, first = 0): Int16Array {
  const all = testSentences();
  const parts: Int16Array[] = [];
  for (let at = first, length = 0; length < seconds * RATE; at++) {
    const part = concatenated([all[at % all.length]?.samples ?? pause(1), pause(0.5)]);
    parts.push(part);
    length += part.length;
  }
  return concatenated(parts).subarray(0, seconds * RATE);
}

export function bytesOf(sound: Int16Array): Buffer {
  return Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
}

/** Pieces of a recording as fast as it is spoken: what is heard at a moment has been said by then. */
export async function* asSpoken(sound: Int16Array, pieceMs: number): AsyncGenerator<Buffer> {
  const begunAt = performance.now();
  const piece = (pieceMs / 1000) * RATE;
  for (let at = 0; at < sound.length; at += piece) {
    const part = sound.subarray(at, at + piece);
    await sleep(Math.max(0, begunAt + ((at + part.length) / RATE) * 1000 - performance.now()));
    yield bytesOf(part);
  }
}
