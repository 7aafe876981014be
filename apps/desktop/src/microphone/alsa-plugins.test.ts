import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAlsaPlugin } from './alsa-plugins.ts';

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
