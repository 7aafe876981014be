import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speech } from './fixtures/sounds.ts';
import { LiveChannels } from './live-channels.ts';
import { detectSpeech } from './voice-activity.ts';

const voice = Float32Array.from(speech(), (sample) => sample / 32_768);
const PIECE = 4_096;

/** So loud a noise, the same each time. */
function noise(level: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from(voice, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return level * (state / 2 ** 31 - 1);
  });
}

/** Seconds in which somebody speaks in what is chosen piece by piece. */
function spoken(channels: readonly Float32Array[]): number {
  const live = new LiveChannels(channels.length, 16_000);
  const pieces: number[] = [];
  for (let at = 0; at < voice.length; at += PIECE)
    pieces.push(...live.push(channels.map((channel) => channel.subarray(at, at + PIECE))));
  const segments = detectSpeech(Int16Array.from(pieces, (sample) => sample * 32_767));
  return segments.reduce((sum, { start, end }) => sum + end - start, 0) / 100;
}

test('sound in several channels is heard as it arrives', () => {
  const whole = spoken([voice]);
  const silence = new Float32Array(voice.length);
  const cases: readonly (readonly [string, readonly Float32Array[]])[] = [
    ['the same in both', [voice, voice]],
    ['in opposite phase', [voice, voice.map((sample) => -sample)]],
    ['in one of eight', [...Array.from({ length: 5 }, () => silence), voice, silence, silence]],
    ['beside noise', [noise(0.3, 1), voice, noise(0.3, 2)]],
  ];
  for (const [what, channels] of cases)
    assert(spoken(channels) >= 0.8 * whole, `${what}: ${spoken(channels)} of ${whole} s`);
});

test('what is spoken in turn in two channels is all there', () => {
  const half = Math.floor(voice.length / 2);
  const first = voice.map((sample, at) => (at < half ? sample : 0));
  const second = voice.map((sample, at) => (at < half ? 0 : -sample));
  assert(spoken([first, second]) >= 0.8 * spoken([voice]));
});
