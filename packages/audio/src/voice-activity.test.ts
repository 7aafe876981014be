import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, seededNoise, sound, speech, whispered } from './fixtures/sounds.ts';
import { concatenated, pause, spool } from './fixtures/test-speech.ts';
import { SAMPLE_RATE } from './spool.ts';
import { containsSpeech, detectSpeech, FRAME_RATE } from './voice-activity.ts';

const { signal } = new AbortController();

test('a few words anywhere in minutes of silence are found, across the edge of a window too', async () => {
  for (const before of [0, 19, 27, 29.5, 61, 118]) {
    const samples = concatenated([pause(before), speech(), pause(3)]);
    assert.equal(await containsSpeech({ spoolPath: spool(samples), signal }), true, `${before}`);
  }
});

test('minutes of silence or noise hold no speech, nor does an empty spool', async () => {
  const noise = seededNoise(3);
  for (const samples of [pause(0), pause(95), sound(95, () => noise() * 3_000)])
    assert.equal(await containsSpeech({ spoolPath: spool(samples), signal }), false);
});

test('only the requested range is searched', async () => {
  const spoolPath = spool(concatenated([speech(), pause(40)]));
  const start = speech().length + SAMPLE_RATE;
  assert.equal(await containsSpeech({ spoolPath, range: { start: 0, end: start }, signal }), true);
  assert.equal(
    await containsSpeech({ spoolPath, range: { start, end: start + 35 * SAMPLE_RATE }, signal }),
    false,
  );
});

test('an aborted search rejects with the reason', async () => {
  const spoolPath = spool(pause(1));
  await assert.rejects(containsSpeech({ spoolPath, signal: AbortSignal.abort(new Error('gone')) }), /gone/);
});

const noise = seededNoise(1);
const gauss = () => noise() + noise() + noise();
const tone = (hertz: number, time: number) => Math.sin(2 * Math.PI * hertz * time);
let brown = 0;

const silent: Readonly<Record<string, Int16Array>> = {
  nothing: new Int16Array(0),
  'one sample': new Int16Array(1),
  'digital silence': sound(5, () => 0),
  'a constant': sound(5, () => 1_000),
  'rounding noise': sound(10, () => gauss()),
  'white noise': sound(30, () => gauss() * 3_000),
  'loud white noise': sound(30, () => gauss() * 12_000),
  'brown noise': sound(60, () => {
    brown = brown * 0.998 + gauss() * 200;
    return brown;
  }),
  'mains hum': sound(10, (_, t) => 5_000 * tone(50, t) + 2_000 * tone(150, t) + 500 * tone(250, t) + noise()),
  'a tone': sound(5, (_, t) => 5_000 * tone(440, t)),
  beeps: sound(10, (_, t) => (t % 1 < 0.4 ? 5_000 * tone(1_000, t) : 0) + gauss() * 10),
  clicks: sound(10, (index) => (index % 7_919 < 20 ? 20_000 : 0) + gauss()),
  typing: sound(10, (index) => {
    const since = index % 3_200;
    return (since < 320 ? gauss() * 8_000 * Math.exp(-since / 80) : 0) + gauss() * 8;
  }),
  'bursts of noise': sound(10, (_, t) => gauss() * (t % 1 < 0.35 ? 3_000 : 10)),
  'noise that grows': sound(10, (index) => gauss() * 3_000 * (index / 160_000)),
};

test('silence, noise, hum, tones and clicks are no speech', () => {
  for (const [name, samples] of Object.entries(silent)) assert.deepEqual(detectSpeech(samples), [], name);
});

const silence = new Int16Array(SAMPLE_RATE);
const padded = (samples: Int16Array) => Int16Array.from([...silence, ...samples, ...silence]);

const spoken: Readonly<Record<string, Int16Array>> = {
  clear: speech(),
  'with pauses around': padded(speech()),
  'at one percent': padded(changed(speech(), (sample) => sample * 0.01)),
  'at three in a thousand': padded(changed(speech(), (sample) => sample * 0.003)),
  'in noise': padded(changed(speech(), (sample) => sample + gauss() * 150)),
  'over hum': changed(padded(speech()), (sample, index) => sample + 3_000 * tone(50, index / SAMPLE_RATE)),
  whispered: padded(whispered(speech())),
  'whispered softly': padded(changed(whispered(speech()), (sample) => sample * 0.05)),
};

test('clear, quiet, noisy and whispered speech is speech, and lies where it is', () => {
  for (const [name, samples] of Object.entries(spoken)) {
    const found = detectSpeech(samples);
    assert(found.length > 0, name);
    const length = found.reduce((sum, { start, end }) => sum + end - start, 0) / FRAME_RATE;
    assert(length > 1, `${name}: only ${length} s of 3`);
    if (samples.length > speech().length) {
      assert((found[0]?.start ?? 0) > 0.8 * FRAME_RATE, `${name} begins in the pause`);
      assert(
        (found.at(-1)?.end ?? 0) < (samples.length / SAMPLE_RATE - 0.8) * FRAME_RATE,
        `${name} ends in the pause`,
      );
    }
  }
});
