import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resampler } from './resampler.ts';

const TO = 16_000;

/** A tone through the resampler in uneven chunks; the level of what comes out, without its ends. */
function levelOf(from: number, hertz: number): { level: number; length: number } {
  const resampler = new Resampler(from, TO);
  const input = Float32Array.from({ length: from }, (_, index) =>
    Math.sin((2 * Math.PI * hertz * index) / from),
  );
  const output: number[] = [];
  for (let at = 0, size = 1; at < input.length; at += size, size = (size * 7 + 3) % 5_000 || 1)
    output.push(...resampler.push(input.subarray(at, at + size)));
  output.push(...resampler.end());
  const middle = output.slice(1_000, -1_000);
  return {
    level: Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length) * Math.SQRT2,
    length: output.length,
  };
}

test('every real sample rate is handled; an invented one that would take seconds to prepare is refused', () => {
  for (const from of [
    8_000, 11_025, 11_127, 22_255, 37_800, 44_099, 88_200, 176_400, 192_000, 352_800, 768_000,
  ])
    assert(Resampler.handles(from, TO), String(from));
  for (const from of [192_001, 767_999]) assert(!Resampler.handles(from, TO), String(from));
});

test('tones in the band pass unchanged, tones above it are gone, the length is right', () => {
  for (const from of [8_000, 11_025, 22_050, 24_000, 44_100, 48_000, 96_000]) {
    const { level, length } = levelOf(from, 1_000);
    assert(Math.abs(level - 1) < 0.01, `${from}: 1 kHz at ${level}`);
    assert(Math.abs(length - TO) <= 2, `${from}: ${length} samples`);
    if (from > 24_000) {
      const alias = levelOf(from, 10_000).level;
      assert(alias < 0.001, `${from}: 10 kHz at ${alias}`);
    }
  }
});
