import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { repairWav, WavFile } from './wav.ts';

const folder = temporaryFolder();

const block = (value: number) => new Int16Array(320).fill(value);
const dataBytes = (path: string) => readFileSync(path).readUInt32LE(40);

test('what is appended is in the file, in order, and the header says how much', async () => {
  const path = join(folder, 'whole.wav');
  const file = await WavFile.create(path);
  for (let at = 0; at < 100; at++) await file.append(block(at));
  await file.finish();
  const bytes = readFileSync(path);
  assert.equal(bytes.length, 44 + 100 * 640);
  assert.equal(dataBytes(path), 100 * 640);
  assert.equal(bytes.readUInt32LE(4), bytes.length - 8);
  for (let at = 0; at < 100; at++) assert.equal(bytes.readInt16LE(44 + at * 640), at);
  await assert.rejects(WavFile.create(path), { code: 'EEXIST' });
});

test('no more than a quarter of a second waits in memory', async () => {
  const path = join(folder, 'growing.wav');
  const file = await WavFile.create(path);
  for (let at = 1; at <= 60; at++) {
    await file.append(block(at));
    assert(readFileSync(path).length - 44 > at * 640 - 8_000, `after ${at} blocks`);
  }
  // As a kill leaves it, in the middle of a sample.
  const copy = join(folder, 'killed.wav');
  writeFileSync(copy, readFileSync(path));
  truncateSync(copy, 44 + 10 * 640 + 1);
  assert.equal(await repairWav(copy), 10 * 320);
  assert.equal(dataBytes(copy), 10 * 640);
  assert.equal(await repairWav(copy), 10 * 320);
  await file.finish();
});

test('it is flushed to disk at least every second, however long a sync takes', async (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const path = join(folder, 'synced.wav');
  const file = await WavFile.create(path);
  const probe = await open(path);
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const syncs: number[] = [];
  context.mock.method(handles, 'datasync', async () => {
    syncs.push(now);
    now += 30;
  });
  for (; now < 10_000; now += 20) await file.append(block(1));
  await file.finish();
  const gaps = syncs.map((at, index) => at - (syncs[index - 1] ?? 0));
  assert(syncs.length >= 10, `${syncs.length} times`);
  assert(Math.max(...gaps) <= 1_000, gaps.join(' '));
});

test('a file that ended within its header has no samples', async () => {
  const path = join(folder, 'short.wav');
  writeFileSync(path, 'RIFF');
  assert.equal(await repairWav(path), 0);
  assert.equal(readFileSync(path).length, 44);
});

test('a disk that does not even take the header leaves no file open', {
  skip: process.platform !== 'linux' && 'its full disk is /dev/full',
}, async () => {
  for (let times = 0; times < 3; times++) await assert.rejects(WavFile.fill('/dev/full'), { code: 'ENOSPC' });
  assert(!readdirSync('/proc/self/fd').some(isDevFull));
});

function isDevFull(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === '/dev/full';
  } catch {
    // That of the folder's own listing is closed by now.
    return false;
  }
}

test('two channels are counted as one length, also where a kill cut off between them', async () => {
  const path = join(folder, 'stereo.wav');
  const file = await WavFile.create(path, 2);
  for (let at = 0; at < 50; at++)
    await file.append(Int16Array.from({ length: 640 }, (_, index) => index % 2));
  assert.equal(file.samples, 50 * 320);
  const copy = join(folder, 'killed-stereo.wav');
  writeFileSync(copy, readFileSync(path));
  truncateSync(copy, 44 + 10 * 1_280 + 2);
  assert.equal(await repairWav(copy), 10 * 320);
  await file.finish();
  for (const [made, frames] of [
    [path, 50 * 320],
    [copy, 10 * 320],
  ] as const) {
    const bytes = readFileSync(made);
    assert.deepEqual(
      [bytes.readUInt16LE(22), bytes.readUInt32LE(28), bytes.readUInt16LE(32), dataBytes(made), bytes.length],
      [2, 64_000, 4, frames * 4, 44 + frames * 4],
    );
  }
});
