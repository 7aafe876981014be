import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { aLaw, isRawRate, muLaw, RawAudio, type RawAudioFormat } from './raw-audio.ts';

/** A tone of 440 Hz. */
function tone(rate: number, seconds: number): Int16Array {
  return Int16Array.from({ length: rate * seconds }, (_, at) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate)),
  );
}

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** The samples when the bytes come in pieces of these lengths, over and over. */
function inPieces(format: RawAudioFormat, bytes: Uint8Array, lengths: readonly number[]): number[] {
  const audio = new RawAudio(format);
  const samples: number[] = [];
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const length = lengths[piece % lengths.length] ?? 1;
    samples.push(...audio.push(bytes.subarray(at, at + length)));
    at += length;
  }
  samples.push(...audio.end());
  return samples;
}

test('bytes may be cut anywhere, in the middle of a sample too', () => {
  const bytes = bytesOf(tone(16_000, 0.2));
  for (const encoding of ['pcm16le', 'pcm16be', 'mulaw', 'alaw'] as const) {
    for (const rate of [8_000, 16_000, 24_000, 44_100]) {
      const whole = inPieces({ encoding, rate }, bytes, [bytes.length]);
      for (const lengths of [[1], [3], [1, 2, 7, 0, 5], [999]])
        assert.deepEqual(inPieces({ encoding, rate }, bytes, lengths), whole, `${encoding} ${rate}`);
    }
  }
});

test('samples of 16 kHz stay what they are, in either byte order', () => {
  const samples = tone(16_000, 0.1);
  const swapped = bytesOf(samples).slice();
  for (let at = 0; at < swapped.length; at += 2) swapped.subarray(at, at + 2).reverse();
  assert.deepEqual(inPieces({ encoding: 'pcm16le', rate: 16_000 }, bytesOf(samples), [640]), [...samples]);
  assert.deepEqual(inPieces({ encoding: 'pcm16be', rate: 16_000 }, swapped, [640]), [...samples]);
});

test('other rates keep their length and their pitch', () => {
  const wanted = tone(16_000, 0.5);
  for (const rate of [8_000, 24_000, 44_100, 48_000]) {
    const samples = inPieces({ encoding: 'pcm16le', rate }, bytesOf(tone(rate, 0.5)), [1_000]);
    assert(Math.abs(samples.length - wanted.length) < 100, `${rate}: ${samples.length}`);
    for (let at = 1_000; at < 7_000; at += 97)
      assert(Math.abs((samples[at] ?? 0) - (wanted[at] ?? 0)) < 400, `${rate} at ${at}`);
  }
});

test("G.711's bytes mean what FFmpeg takes them for", (context) => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [name, law] of [
    ['mulaw', muLaw],
    ['alaw', aLaw],
  ] as const) {
    const words = ['-v', 'error', '-f', name, '-ar', '8000', '-ac', '1', '-i', '-', '-f', 's16le', '-'];
    const { stdout, error } = spawnSync('ffmpeg', words, { input: all });
    if (error) return context.skip('There is no ffmpeg.');
    const samples = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + 512));
    assert.deepEqual([...law], [...samples], name);
  }
});

test('a rate that no one records at is none', () => {
  assert.deepEqual(
    [0, 7_999, 8_000, 16_000.5, 22_050, 48_000, 48_001, Number.NaN].filter(isRawRate),
    [8_000, 22_050, 48_000],
  );
  assert.throws(() => new RawAudio({ encoding: 'pcm16le', rate: 1 }), /Not a rate of speech/);
});
