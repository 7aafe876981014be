import assert from 'node:assert/strict';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { decodeInProcess } from './decode/decode-in-process.ts';
import { makeSpool } from './spool.ts';
import { writeFlac } from './write-flac.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

const folder = temporaryFolder();

const never = new AbortController().signal;
/** A minute of speech, its header taken off. */
const speech = readFileSync(join(import.meta.dirname, 'fixtures/sentences/60s-many-sentences.wav')).subarray(
  44,
);
const bytesOf = (samples: Int16Array) =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('every sample comes back, however the chunks fall, in a file of half the size that only we may read', async () => {
  const samples = speech;
  for (const size of [999_999, 65_536, 7_777]) {
    const path = join(folder, `${size}.flac`);
    const spoolPath = `${path}.pcm`;
    await writeFlac(inChunks(samples, size), path, never);
    const { mode, size: bytes } = statSync(path);
    if (hasModes) assert.equal(mode & 0o777, 0o600);
    assert(bytes < samples.length * 0.6, String(bytes));
    await makeSpool(spoolPath);
    const { samples: count } = await decodeInProcess({
      path,
      format: 'flac',
      spoolPath,
      maxSamples: 1e9,
    });
    assert.equal(count, samples.length / 2);
    assert(Buffer.from(samples).equals(readFileSync(spoolPath)));
  }
});

test('a job that is cancelled ends with the reason', async () => {
  const stop = new AbortController();
  const samples = bytesOf(new Int16Array(16_000 * 60));
  async function* stopping() {
    yield samples.subarray(0, samples.length / 2);
    stop.abort(new Error('enough'));
    yield samples.subarray(samples.length / 2);
  }
  await assert.rejects(writeFlac(stopping(), join(folder, 'stopped.flac'), stop.signal), /enough/);
});

test('what cannot be read fails', async () => {
  async function* missing() {
    yield* createReadStream(join(folder, 'missing'));
  }
  await assert.rejects(writeFlac(missing(), join(folder, 'none.flac'), never), /ENOENT/);
});
