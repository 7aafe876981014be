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

test('sound of which nothing was cut off stays as it is: a voice, beeps and a hum of any pitch, silence', () => {
  const tones = [50, 100, 180, 250, 310, 425, 440, 1000].map((pitch) =>
    voice.map((sample, at) => 0.2 * sample + 0.5 * Math.sin((2 * Math.PI * pitch * at) / 16_000)),
  );
  const quiet = voice.map((sample) => sample / 50);
  for (const [index, sound] of [voice, quiet, new Float32Array(1000), ...tones].entries()) {
    const same = sound.slice();
    declip(same);
    assert.deepEqual(same, sound, String(index));
  }
});

test('a knock that was cut off leaves the voice beside it as loud as a third', () => {
  const knock = [-0.85, 0.85, ...Array<number>(60).fill(0.9), 0.85, -0.85];
  const clipped = voice.map((sample) => Math.max(-0.1, Math.min(0.1, sample)) * 9);
  clipped.set(knock, 100);
  const restored = clipped.slice();
  declip(restored);
  assert(Math.max(...restored.subarray(100, 164)) > 0.8);
  const at =
    20_000 + clipped.subarray(20_000).findIndex((sample) => Math.abs(sample) > 0.1 && Math.abs(sample) < 0.5);
  assert((restored[at] ?? 0) / (clipped[at] ?? 0) > 0.25, `${restored[at]} of ${clipped[at]}`);
});
