import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speech } from './fixtures/sounds.ts';
import { RumbleFilter } from './high-pass.ts';
import { SAMPLE_RATE } from './spool.ts';

const level = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Filtered in uneven pieces, as they come from a microphone. */
function filtered(samples: Float32Array): Float32Array {
  const result = samples.slice();
  const rumble = new RumbleFilter();
  for (let at = 0; at < result.length; at += 3_001) rumble.apply(result.subarray(at, at + 3_001));
  return result;
}

const voice = Float32Array.from(speech(), (sample) => sample / 32_768);
const added = (disturbance: (time: number) => number) =>
  voice.map((sample, index) => sample + disturbance(index / SAMPLE_RATE));

test('a voice alone stays as it is, sample by sample', () => {
  assert(filtered(voice).every((sample, index) => sample === voice[index]));
});

test('hum, rumble and an offset that are louder than the voice go, and the voice stays', () => {
  const disturbances: Readonly<Record<string, (time: number) => number>> = {
    hum: (time) => 0.6 * Math.sin(2 * Math.PI * 50 * time),
    rumble: (time) => 0.6 * Math.sin(2 * Math.PI * (20 + 10 * Math.sin(time)) * time),
    offset: () => 0.3,
  };
  for (const [name, disturbance] of Object.entries(disturbances)) {
    const left = level(filtered(added(disturbance)));
    assert(left > 0.7 * level(voice) && left < 1.3 * level(voice), `${name}: ${left} of ${level(voice)}`);
  }
});
