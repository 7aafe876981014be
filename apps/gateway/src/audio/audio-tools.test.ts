import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findFfmpeg } from '@quoth/audio';
import type { SpeechAdapter } from '@quoth/providers';
import { AudioTools } from './audio-tools.ts';
import { AudioKeeper } from './kept-audio.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-audio-tools-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

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

test('a vendor that takes long over each part gets all of the audio [GATEWAY-REENCODE]', async (context) => {
  const program = findFfmpeg(process.env.PATH ?? '', process.platform);
  assert(program, 'FFmpeg is installed');
  const keeper = new AudioKeeper({
    folder,
    maximumBytes: 100_000_000,
    memoryBytes: 100_000_000,
    totalMemoryBytes: 100_000_000,
  });
  const tools = new AudioTools({
    ffmpeg: () => program,
    memoryFolder: folder,
    maximumSeconds: 7_200,
    slots: 1,
  });
  const { signal } = new AbortController();
  const kept = await keeper.keep(
    (async function* () {
      yield silence(1_500);
    })(),
  );
  const measured = await tools.measure(kept, signal);
  assert.equal(measured.milliseconds, 1_500_000n);
  const vendor = { formats: ['flac'], maximumBytes: 10_000_000, maximumSeconds: null } as const;
  // The vendor's time is ours to pass.
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let seconds = 0;
  let parts = 0;
  for await (const { audio, startSeconds } of tools.uploads(
    measured,
    vendor as unknown as SpeechAdapter,
    undefined,
    signal,
  )) {
    assert.equal(startSeconds, seconds);
    seconds += audio.seconds;
    parts += 1;
    context.mock.timers.tick(parts === 1 ? 17_000 : 21 * 60_000);
  }
  assert.equal(seconds, 1_500);
  assert(parts >= 5);
  await kept.discard();
});
