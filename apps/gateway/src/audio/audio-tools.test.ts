import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFfmpeg, flacOfSamples } from '@quoth/audio';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import type { SpeechAdapter } from '@quoth/vendors';
import { GatewayError } from '../http/answers.ts';
import { AudioTools } from './audio-tools.ts';
import { AudioKeeper } from './kept-audio.ts';

const folder = temporaryFolder();

/** Silence as wav: 8 kHz, mono, 8 bits. */
function silence(seconds: number): Buffer {
  const bytes = seconds * 8_000;
  const file = Buffer.alloc(44 + bytes, 0x80);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(8_000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  return file;
}

function toolsOf(slots: number) {
  const program = findFfmpeg(process.env.PATH ?? '', process.platform);
  assert(program, 'FFmpeg is installed');
  const report = () => undefined;
  const keeper = new AudioKeeper({
    folder,
    maximumBytes: 100_000_000,
    memoryBytes: 1_000_000,
    totalMemoryBytes: 100_000_000,
    totalFileBytes: 100_000_000,
    report,
  });
  const tools = new AudioTools({
    ffmpeg: () => program,
    memoryFolder: folder,
    maximumSeconds: 7_200,
    slots,
    keeper,
    report,
  });
  const keep = (bytes: Uint8Array) =>
    keeper.keep(
      (async function* () {
        yield bytes;
      })(),
    );
  return { program, tools, keep };
}

/** Takes ten megabytes of FLAC at most. */
const vendor = {
  adapter: { formats: ['flac'], maximumBytes: 10_000_000, maximumSeconds: null } as unknown as SpeechAdapter,
  model: undefined,
};

test('a vendor that takes long over each part hears all of the audio, and keeps no decoder from others meanwhile', async () => {
  const { tools, keep, program } = toolsOf(1);
  const { signal } = new AbortController();
  const measured = await tools.measure(await keep(silence(1_500)), 'a slow token', signal);
  assert.equal(measured.milliseconds, 1_500_000n);
  const flac = await keep(await flacOfSamples(program, Buffer.alloc(64_000), signal));
  let seconds = 0;
  let parts = 0;
  for await (const { audio, startSeconds } of tools.uploads(measured, vendor, 'a slow token', signal)) {
    assert.equal(startSeconds, seconds);
    // While the vendor has this part, there is a decoder for anyone who wants to be measured, and for anyone who is re-encoded.
    assert.equal((await tools.measure(flac, 'another', signal)).milliseconds, 2_000n);
    if (parts === 0)
      for await (const other of tools.uploads(measured, vendor, 'another', signal)) {
        assert.equal(other.startSeconds, 0);
        break;
      }
    let bytes = 0;
    for await (const chunk of audio.content?.read() ?? []) bytes += chunk.length;
    assert.equal(bytes, audio.bytes);
    seconds += audio.seconds;
    parts += 1;
  }
  assert.equal(seconds, 1_500);
  assert(parts >= 5);
  await measured.kept.discard();
});

test('what is damaged is refused, and never measured or sent by half', async () => {
  const { tools, keep, program } = toolsOf(2);
  const gaveUp = join(folder, 'decoder-that-gives-up');
  writeFileSync(gaveUp, '#!/bin/sh\n/usr/bin/head -c 64000 /dev/zero; exit 69\n', { mode: 0o755 });
  const { signal } = new AbortController();
  const damaged = new AudioTools({
    ffmpeg: () => gaveUp,
    memoryFolder: folder,
    maximumSeconds: 7_200,
    slots: 1,
    keeper: new AudioKeeper({
      folder,
      maximumBytes: 1_000_000,
      memoryBytes: 1_000_000,
      totalMemoryBytes: 1_000_000,
      totalFileBytes: 0,
      report: () => undefined,
    }),
    report: () => undefined,
  });
  const flac = await keep(await flacOfSamples(program, Buffer.alloc(640_000), signal));
  assert.equal((await tools.measure(flac, 'a token', signal)).milliseconds, 20_000n);
  await assert.rejects(
    damaged.measure(flac, 'a token', signal),
    (error) =>
      error instanceof GatewayError &&
      error.code === 'audio_decode_failed' &&
      /first 2\.0 s/.test(error.message),
  );
});
