import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { SAMPLE_RATE } from './spool.ts';
import { VOICE_LINE_BARS, VoiceLine, voiceLineOf } from './voice-line.ts';

/** Silence, and from `from` to `to`, in seconds, a square wave of this size. */
function sound(seconds: number, [from, to]: readonly [number, number], size: number): Int16Array {
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, at) =>
    at >= from * SAMPLE_RATE && at < to * SAMPLE_RATE ? (at % 2 === 0 ? size : -size) : 0,
  );
}

function lineOf(samples: Int16Array, step = samples.length): Uint8Array {
  const line = new VoiceLine();
  for (let at = 0; at < samples.length; at += step) line.add(samples.subarray(at, at + step));
  return line.bars() ?? assert.fail('there is a line');
}

test('a line shows where a recording is loud, however long it is and in whatever pieces it comes', () => {
  for (const seconds of [1, 4, 20, 601]) {
    const samples = sound(seconds, [seconds / 2, seconds], 8_192);
    const bars = lineOf(samples);
    assert.equal(bars.length, VOICE_LINE_BARS);
    assert.deepEqual([...new Set(bars.subarray(0, 99))], [0], `${seconds} s: silence`);
    assert.deepEqual(
      [...new Set(bars.subarray(101))],
      [128],
      `${seconds} s: a quarter of the height, its root`,
    );
    assert.deepEqual(lineOf(samples, 77), bars);
  }
});

test('the loudest sample there is fits into a byte, and no sound has no line', () => {
  assert.equal(Math.max(...lineOf(new Int16Array(SAMPLE_RATE).fill(-32_768))), 255);
  assert.equal(new VoiceLine().bars(), undefined);
});

test('the line of a spool is that of its samples', async () => {
  const samples = sound(9, [3, 4], 20_000);
  const path = join(temporaryFolder(), 'spool.pcm');
  writeFileSync(path, samples);
  assert.deepEqual(await voiceLineOf(path, AbortSignal.timeout(60_000)), lineOf(samples));
});
