import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sniffFormat } from '../formats.ts';
import { AudioDecoder } from './audio-decoder.ts';

/**
 * Debian's FFmpeg reads AMR and cannot write it, so the files are put together here (RFC 4867, section 5): a magic number, then frames of 20 ms,
 * each a byte that tells its mode and the bits of that mode. What the bits sound like does not matter.
 */
const files = [
  // Mode 7 of the narrow band, 12.2 kbit/s: 31 bytes. Mode 2 of the wide one, 12.65 kbit/s: 32 bytes.
  { name: 'narrow band', magic: '#!AMR\n', header: 0x3c, frameBytes: 31 },
  { name: 'wide band', magic: '#!AMR-WB\n', header: 0x14, frameBytes: 32 },
];
const FRAMES = 50;

function amr({ magic, header, frameBytes }: (typeof files)[number]): Buffer {
  const frame = (at: number) =>
    Buffer.from([
      header,
      ...Array.from({ length: frameBytes }, (_, byte) => (at * 7919 + byte * 104_729) % 251),
    ]);
  return Buffer.concat([Buffer.from(magic), ...Array.from({ length: FRAMES }, (_, at) => frame(at))]);
}

for (const file of files) {
  test(`AMR of the ${file.name} is known by its first bytes and decoded`, async () => {
    const folder = temporaryFolder();
    const bytes = amr(file);
    assert.equal(await sniffFormat(async (from, length) => bytes.subarray(from, from + length)), 'amr');
    const path = join(folder, 'speech');
    writeFileSync(path, bytes);
    const decoder = new AudioDecoder({
      env: { PATH: process.env.PATH },
      platform: process.platform,
      logger: { debug() {} },
      stalledMs: 5_000,
    });
    const spoolPath = join(folder, 'spool.pcm');
    const { signal } = new AbortController();
    const { durationSeconds } = await decoder.decode({
      path,
      format: 'amr',
      spoolPath,
      signal,
      maxSeconds: 60,
    });
    assert(Math.abs(durationSeconds - FRAMES * 0.02) < 0.05, `${durationSeconds} s`);
    assert(readFileSync(spoolPath).some((byte) => byte !== 0));
  });
}
