import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CaptureClock } from './capture.ts';
import { isAlsaPlugin } from './microphone.ts';

test('blocks that come in a bunch were taken one after the other', () => {
  const clock = new CaptureClock(20);
  assert.equal(clock.next(1_020), 1_020);
  assert.equal(clock.next(1_045), 1_040);
  // The reader was held up for a while; everything came at once.
  assert.deepEqual(
    [1_500, 1_500, 1_500].map((at) => clock.next(at)),
    [1_060, 1_080, 1_100],
  );
});

test('a first block that came late is put right by one that did not', () => {
  const clock = new CaptureClock(20);
  assert.equal(clock.next(1_100), 1_100);
  assert.equal(clock.next(1_105), 1_105);
  assert.equal(clock.next(1_110), 1_110);
  assert.equal(clock.next(1_150), 1_130);
});

test('what was held up for long keeps its times, and after a gap they are those of its arrival', () => {
  const clock = new CaptureClock(20);
  assert.equal(clock.next(1_020), 1_020);
  // A busy machine: 40 blocks are there at once, in small pieces.
  for (let block = 2; block <= 41; block++)
    assert.equal(clock.next(1_800 + Math.min(block, 20)), 1_000 + block * 20);
  assert.equal(clock.next(1_840), 1_840);
  // Nothing was played for a second.
  const after = Array.from({ length: 20 }, (_, at) => 2_840 + at * 20).map((at) => at - clock.next(at));
  assert.deepEqual(after.slice(0, 2), [980, 980]);
  assert.deepEqual(after.slice(-8), Array(8).fill(0));
});

test('a sound card whose clock is slow is followed', () => {
  const clock = new CaptureClock(20);
  let worst = 0;
  for (let block = 1; block <= 50_000; block++) {
    const cameAt = 1_000 + block * 20 * 1.001;
    const takenAt = clock.next(cameAt);
    assert(takenAt <= cameAt + 1e-6);
    worst = Math.max(worst, cameAt - takenAt);
  }
  assert(worst < 25, `${worst} ms behind`);
});

test('parts of ALSA are distinguished from microphones', () => {
  // As the library lists them on Debian without a sound server, and as it names devices.
  const parts = [
    'Discard all samples (playback) or generate zero samples (capture)',
    'Rate Converter Plugin Using Libav/FFmpeg Library',
    'JACK Audio Connection Kit',
    'Open Sound System',
    'PulseAudio Sound Server',
    'PipeWire Sound Server',
    'Plugin using Speex DSP (resample, agc, denoise, echo, dereverb)',
    'Plugin for channel upmix (4,6,8)',
    'Default ALSA Output (currently PulseAudio Sound Server)',
  ];
  const devices = [
    'HDA Intel PCH, ALC295 Analog',
    'USB Audio, USB Audio',
    'Blue Yeti',
    'Monitor of Desk',
    'Plugin Mic',
  ];
  assert.deepEqual(
    parts.filter((name) => !isAlsaPlugin(name)),
    [],
  );
  assert.deepEqual(devices.filter(isAlsaPlugin), []);
});
