import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declip } from './declip.ts';
import { speech } from './fixtures/sounds.ts';

const voice = Float32Array.from(speech(), (sample) => sample / 32_768);

/** How far two sounds are apart where each is made as loud as the other. */
function distance(one: Float32Array, other: Float32Array): number {
  const level = (samples: Float32Array) => Math.hypot(...bySecond(samples));
  const [first, second] = [level(one), level(other)];
  return level(one.map((sample, at) => sample / first - (other[at] ?? 0) / second));
}

function bySecond(samples: Float32Array): number[] {
  const sums = Array.from({ length: Math.ceil(samples.length / 16_000) }, () => 0);
  for (const [at, sample] of samples.entries()) {
    const second = Math.floor(at / 16_000);
    sums[second] = (sums[second] ?? 0) + sample ** 2;
  }
  return sums.map(Math.sqrt);
}

test('a voice whose peaks were cut off is nearer to what was spoken, also where it was made quieter since', () => {
  const peak = voice.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  for (const [share, loudness] of [
    [0.3, 1],
    [0.15, 1],
    [0.15, 0.2],
  ] as const) {
    const limit = share * peak;
    const clipped = voice.map((sample) => loudness * Math.max(-limit, Math.min(limit, sample)));
    const restored = clipped.slice();
    declip(restored);
    assert(
      distance(voice, restored) < 0.8 * distance(voice, clipped),
      `${share}: ${distance(voice, restored)}, ${distance(voice, clipped)} before`,
    );
    assert(restored.every((sample) => Math.abs(sample) <= 1));
  }
});

test('a voice of which nothing was cut off, and silence, stay as they are', () => {
  for (const sound of [voice, voice.map((sample) => sample / 50), new Float32Array(1000)]) {
    const same = sound.slice();
    declip(same);
    assert.deepEqual(same, sound);
  }
});
