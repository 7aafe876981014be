import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speech } from './fixtures/sounds.ts';
import { LiveChannels, monoSound } from './live-channels.ts';
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

/** Samples of 16 bits, as they come out. */
function samplesOf(bytes: readonly number[], width: number, channels: number): number[] {
  const mono = Buffer.from(monoSound({ rate: 16_000, width, channels })(Uint8Array.from(bytes)));
  return Array.from({ length: mono.length / 2 }, (_, at) => mono.readInt16LE(at * 2));
}

const cases: readonly (readonly [string, readonly number[], number, number, readonly number[]])[] = [
  ['16 bits stay', [1, 2, 255, 255], 2, 1, [513, -1]],
  ['8 bits have no sign', [0, 128, 255], 1, 1, [-32_768, 0, 32_512]],
  ['24 bits lose the lowest', [9, 1, 2, 9, 0, 128], 3, 1, [513, -32_768]],
  ['32 bits lose the lower half', [9, 9, 1, 2], 4, 1, [513]],
  ['channels become their middle', [0, 1, 0, 3, 0, 128, 0, 128], 2, 2, [512, -32_768]],
  ['eight of them too', [8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 8, 0], 2, 8, [8]],
  ['nothing is nothing', [], 4, 2, []],
];
for (const [name, bytes, width, channels, wanted] of cases)
  test(`${name}`, () => assert.deepEqual(samplesOf(bytes, width, channels), wanted));
