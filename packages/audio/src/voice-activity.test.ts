import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changed, seededNoise, sound, speech, whispered } from './fixtures/sounds.ts';
import { concatenated, pause, spool, testSentences } from './fixtures/test-speech.ts';
import { SAMPLE_RATE } from './spool.ts';
import {
  containsSpeech,
  detectSpeech,
  FRAME_RATE,
  FRAME_SAMPLES,
  speechSegments,
  VoiceDetector,
} from './voice-activity.ts';

const { signal } = new AbortController();

test('a few words anywhere in minutes of silence are found, across the edge of a window too', async () => {
  for (const before of [0, 19, 27, 29.5, 61, 118]) {
    const samples = concatenated([pause(before), speech(), pause(3)]);
    assert.equal(await containsSpeech({ spoolPath: spool(samples), signal }), true, `${before}`);
  }
});

test('who speaks at once is heard without listening to the rest', async () => {
  const head = speech().subarray(0, SAMPLE_RATE);
  assert.equal(await containsSpeech({ spoolPath: '/nowhere/spool.pcm', head, signal }), true);
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

/** White noise through three low-passes (P. Kellet's economy method). */
function pinkNoise(seconds: number): Int16Array {
  let [low, middle, high] = [0, 0, 0];
  return sound(seconds, () => {
    const white = gauss();
    low = 0.99765 * low + white * 0.099;
    middle = 0.963 * middle + white * 0.2965;
    high = 0.57 * high + white * 1.0526;
    return (low + middle + high + white * 0.1848) * 1_000;
  });
}

/** A note every 0.35 s: a burst of noise goes round and fades (K. Karplus and A. Strong). */
function pluckedStrings(pitches: readonly number[]): Int16Array {
  const result = new Float64Array((pitches.length * 0.35 + 1) * SAMPLE_RATE);
  for (const [note, pitch] of pitches.entries()) {
    const string = Array.from({ length: Math.round(SAMPLE_RATE / pitch) }, () => noise() * 9_000);
    const start = Math.round(note * 0.35 * SAMPLE_RATE);
    for (let at = 0; at < 1.5 * SAMPLE_RATE && start + at < result.length; at++) {
      const place = at % string.length;
      const value = string[place] ?? 0;
      string[place] = 0.498 * (value + (string[(at + 1) % string.length] ?? 0));
      result[start + at] = (result[start + at] ?? 0) + value;
    }
  }
  return sound(result.length / SAMPLE_RATE, (index) => result[index] ?? 0);
}

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
  'pink noise': pinkNoise(30),
  'plucked strings': pluckedStrings([
    110, 146.8, 196, 246.9, 329.6, 196, 146.8, 110, 130.8, 164.8, 196, 261.6,
  ]),
  'noise that grows': sound(10, (index) => gauss() * 3_000 * (index / 160_000)),
};

test('silence, noise, hum, tones, clicks and strings are no speech', () => {
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
  'at 52 dB less': padded(changed(speech(), (sample) => sample * 0.0025)),
  clipped: padded(changed(speech(), (sample) => sample * 18)),
  'with an offset': changed(padded(speech()), (sample) => sample + 9_830),
  'over a louder hum': changed(
    padded(changed(speech(), (sample) => sample * 0.1)),
    (sample, index) => sample + 3_000 * tone(50, index / SAMPLE_RATE),
  ),
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

test('a word of 0.35 s is a word, and so is one after a loud knock', () => {
  const samples = speech();
  // The first word that is said without a pause, faded at both ends.
  const start = (detectSpeech(samples)[0]?.start ?? 0) * FRAME_SAMPLES;
  const length = 0.35 * SAMPLE_RATE;
  const word = samples
    .slice(start, start + length)
    .map((sample, at) => sample * Math.min(1, at / 400, (length - at) / 400));
  for (const before of [silence, silence.map((_, at) => (at > 6_000 && at < 6_040 ? 30_000 : 0))]) {
    const found = detectSpeech(Int16Array.from([...before, ...word, ...silence]));
    assert.equal(found.length, 1);
    assert(Math.abs((found[0]?.start ?? 0) - FRAME_RATE) < 0.2 * FRAME_RATE, `${found[0]?.start}`);
  }
});

/** What a telephone lets through of 16 kHz audio: 300 to 3,400 Hz, by a windowed sinc of 511 samples. */
function telephone(samples: Int16Array): Int16Array {
  const half = 255;
  const lowPass = (hertz: number, at: number) =>
    at === 0
      ? (2 * hertz) / SAMPLE_RATE
      : Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE) / (Math.PI * at);
  const taps = Float64Array.from({ length: 2 * half + 1 }, (_, index) => {
    const at = index - half;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * at) / (half + 1));
    return window * (lowPass(3_400, at) - lowPass(300, at));
  });
  return samples.map((_, place) =>
    taps.reduce((sum, tap, index) => sum + tap * (samples[place + index - half] ?? 0), 0),
  );
}

/** A word of each phrase of `apps/cli/samples/jfk.wav`, "ask not" and all others, in seconds. */
const spokenInJfk = [
  [0.5, 1.9],
  [3.5, 4.3],
  [5.5, 7.4],
  [8.4, 10.3],
] as const;

test('every phrase is heard over a telephone too', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../apps/cli/samples/jfk.wav')).subarray(44);
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  for (const [kind, heard] of [
    ['as it is', samples],
    ['by telephone', telephone(samples)],
  ] as const) {
    const found = detectSpeech(heard);
    for (const [start, end] of spokenInJfk) {
      const covered = found.reduce(
        (sum, one) =>
          sum + Math.max(0, Math.min(end, one.end / FRAME_RATE) - Math.max(start, one.start / FRAME_RATE)),
        0,
      );
      assert(covered > 0.8 * (end - start), `${kind}: ${covered} s of ${start} to ${end}`);
    }
  }
});

/** In a bare room: the sound comes back five times (the delays and decays of FFmpeg's example of an echo). */
function echoed(samples: Int16Array): Int16Array {
  const echoes = [
    [0, 0.8],
    [40, 0.5],
    [90, 0.4],
    [160, 0.3],
    [250, 0.2],
  ] as const;
  return samples.map((_, at) =>
    echoes.reduce((sum, [ms, decay]) => sum + 0.7 * decay * (samples[at - ms * 16] ?? 0), 0),
  );
}

test('what is said in a bare room is heard, though the detector is not sure of it', () => {
  const file = readFileSync(join(import.meta.dirname, '../../../apps/cli/samples/jfk.wav'));
  const samples = new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) >> 1);
  const heard = detectSpeech(echoed(samples));
  const isHeard = (frame: number) => heard.some(({ start, end }) => frame >= start && frame < end);
  const said = detectSpeech(samples).flatMap(({ start, end }) =>
    Array.from({ length: end - start }, (_, at) => start + at),
  );
  const share = said.filter(isHeard).length / said.length;
  assert(share > 0.7, `${share}`);
});

test('fed in pieces of any size, a detector hears the same, and after a reset again', () => {
  const whole = new VoiceDetector().push(padded(speech()));
  const detector = new VoiceDetector();
  for (const size of [1_237, 160, 8_000]) {
    detector.reset();
    const samples = padded(speech());
    const frames = [];
    for (let at = 0; at < samples.length; at += size)
      frames.push(...detector.push(samples.subarray(at, at + size)));
    assert.deepEqual(frames, whole);
  }
});

/** Longer than any pause inside a sentence. */
const pauseSeconds = 0.5;

test('speech that is there from the first sample begins there', () => {
  const frames = Array.from({ length: 30 }, () => ({ probability: 1, isVoiced: true }));
  assert.equal(speechSegments(frames)[0]?.start, 0);
});

test('segments of words and of pauses lie where people hear them', () => {
  const sentences = testSentences().slice(0, 5);
  let at = 0;
  const spoken = sentences.map(({ samples }) => {
    const start = at + pauseSeconds;
    at = start + samples.length / SAMPLE_RATE;
    return { start, end: at };
  });
  const found = detectSpeech(
    concatenated(sentences.flatMap(({ samples }) => [pause(pauseSeconds), samples])),
  );
  assert.equal(found.length, spoken.length);
  for (const [index, { start, end }] of found.entries()) {
    const { start: from = 0, end: to = 0 } = spoken[index] ?? {};
    // The recordings begin and end with up to half a second of silence.
    assert(start / FRAME_RATE >= from && start / FRAME_RATE <= from + 0.6, `${start} in ${from}`);
    assert(end / FRAME_RATE >= to - 0.6 && end / FRAME_RATE <= to + 0.1, `${end} in ${to}`);
  }
});

const recordings = join(import.meta.dirname, '../../../../shared/real-speech');
// They lie beside the project on its own machines alone. A test that is there and skipped would fail the run.
const peopleTest = existsSync(recordings) ? test : () => undefined;
peopleTest('people are heard over hum, very quietly and clipped; a room and strings are not', () => {
  const samplesOf = (file: string) => {
    const bytes = readFileSync(join(recordings, file));
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset + bytes.indexOf('data') + 8));
  };
  const seconds = (samples: Int16Array) =>
    detectSpeech(samples).reduce((sum, { start, end }) => sum + end - start, 0) / FRAME_RATE;
  assert(seconds(samplesOf('hum.wav')) > 11);
  const people = readdirSync(recordings).filter((name) => /^test.*\.wav$/.test(name));
  assert(people.length >= 8);
  for (const file of people) {
    const clean = seconds(samplesOf(file));
    for (const gain of [0.01, 0.0025]) {
      const quiet = seconds(changed(samplesOf(file), (sample) => sample * gain));
      assert(quiet > 0.85 * clean, `${file} at ${gain}: ${quiet} s of ${clean}`);
    }
    assert(seconds(changed(samplesOf(file), (sample) => sample * 18)) > 0.5 * clean, `${file}, clipped`);
    const phone = seconds(telephone(samplesOf(file)));
    assert(phone > 0.7 * clean, `${file} by telephone: ${phone} s of ${clean}`);
  }
  for (const file of ['empty.wav', 'plucked-strings.wav'])
    for (const gain of [1, 0.1, 0.01])
      assert.equal(seconds(changed(samplesOf(file), (sample) => sample * gain)), 0, `${file} at ${gain}`);
});
