import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { changed, seededNoise, sound, speech } from '@quoth/audio/fixtures/sounds.ts';
import { AppError } from '@quoth/contract';
import { silentLogger } from '../../base/index.ts';
import { Engines } from '../engines.ts';
import { pocketsphinx } from './index.ts';

const TEXT = 'it was the best of times it was the worst of times';

let folder: string;
let engines: Engines;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-pocketsphinx-'));
  engines = new Engines({
    logger: silentLogger,
    env: process.env,
    idleSeconds: () => 0,
    memoryMb: () => 4_096,
    engines: [pocketsphinx()],
  });
});
after(async () => {
  await engines.close();
  rmSync(folder, { recursive: true, force: true });
});

let spools = 0;
function spool(samples: Int16Array): string {
  const path = join(folder, `${spools++}.pcm`);
  writeFileSync(path, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  return path;
}

const request = (spoolPath: string, durationSeconds = 3) => ({
  model: 'pocketsphinx-en-us',
  language: 'en',
  spoolPath,
  vocabulary: [],
  durationSeconds,
});
const calm = () => new AbortController().signal;
const recognize = (samples: Int16Array) =>
  engines.recognize(request(spool(samples), samples.length / 16_000), { signal: calm() });

test('speech becomes words with times and confidences, and the model stays warm [ENGINE-POCKETSPHINX] [ENGINE-CONFIDENCE]', async () => {
  const samples = speech();
  const first = await recognize(samples);
  assert.equal(first.text, TEXT);
  assert(first.loadMs > 0);
  const second = await recognize(samples);
  assert.equal(second.loadMs, 0);
  assert.deepEqual(second.words, first.words, 'the second time is as the first');
  assert.deepEqual(first.words.map((word) => word.word).join(' '), TEXT);
  let last = 0;
  for (const { word, start, end, confidence } of first.words) {
    assert(start >= last - 0.011 && end > start && end <= samples.length / 16_000, `${word} ${start} ${end}`);
    assert(confidence !== undefined && confidence >= 0 && confidence <= 1);
    last = end;
  }
  assert.equal(first.segments.map((segment) => segment.text).join(' '), TEXT);
});

test('times count from the start of the file, pauses included', async () => {
  const lead = new Int16Array(5 * 16_000);
  const { words, segments } = await recognize(Int16Array.from([...lead, ...speech(), ...lead, ...speech()]));
  assert((words[0]?.start ?? 0) > 5);
  assert.equal(segments.length, 2);
  assert((segments[1]?.start ?? 0) > 13);
});

test('text comes while audio arrives [ENGINE-LIVE]', async () => {
  const samples = speech();
  const path = spool(samples.subarray(0, 8_000));
  const partials: string[] = [];
  let spoolEnded = () => {};
  const job = engines.recognize(
    { ...request(path), growing: true },
    {
      signal: calm(),
      onPartial: (text) => partials.push(text),
      onStarted: (ended) => {
        spoolEnded = ended;
      },
    },
  );
  for (let at = 8_000; at < samples.length; at += 8_000) {
    const chunk = samples.slice(at, at + 8_000);
    appendFileSync(path, new Uint8Array(chunk.buffer));
    await sleep(20);
  }
  // The spool has not ended: what is recognised now is recognised while audio may still come.
  for (let tries = 0; tries < 1_000 && !partials.some((text) => text.includes('best')); tries++)
    await sleep(20);
  assert(
    partials.some((text) => text.includes('best')),
    'words were there before the audio had ended',
  );
  spoolEnded();
  const result = await job;
  assert.match(result.text, /best of times/);
});

test('a dictation changes nothing in how the same host recognises a file after it [ENGINE-LIVE-FORGETS]', async () => {
  const noise = seededNoise(5);
  const hard = changed(speech(), (sample) => sample + noise() * 1_500);
  const before = (await recognize(hard)).words;
  const path = spool(speech());
  let spoolEnded = () => {};
  const dictation = engines.recognize(
    { ...request(path), growing: true },
    {
      signal: calm(),
      // It is recognised while it grows, for certain, before its end is reported.
      onPartial: () => spoolEnded(),
      onStarted: (ended) => {
        spoolEnded = ended;
      },
    },
  );
  assert.match((await dictation).text, /best of times/);
  assert.deepEqual((await recognize(hard)).words, before);
});

test('speech after long silence is recognised while audio arrives, with its times [ENGINE-LIVE-SILENCE]', async () => {
  const silence = new Int16Array(6 * 16_000);
  const samples = Int16Array.from([...silence, ...speech(), ...silence, ...speech()]);
  const { text, words } = await engines.recognize(
    { ...request(spool(samples)), growing: true },
    { signal: calm(), onStarted: (spoolEnded) => spoolEnded() },
  );
  assert.equal(text.match(/best of times/g)?.length, 2, text);
  const second = 12 + speech().length / 16_000;
  const starts = words.filter(({ word }) => word === 'best').map(({ start }) => start);
  assert((starts[0] ?? 0) > 6 && (starts[0] ?? 0) < 8, String(starts));
  assert((starts[1] ?? 0) > second && (starts[1] ?? 0) < second + 2, String(starts));
});

test('quiet speech is recognised; silence and noise give NO_SPEECH, never invented text [SPEECH-NONE]', async () => {
  assert.match((await recognize(changed(speech(), (sample) => sample * 0.01))).text, /best of times/);
  const noise = seededNoise(3);
  const melody = (index: number, time: number) => {
    const hertz = [262, 330, 392, 523, 440, 349][Math.floor(time * 4) % 6] ?? 262;
    return 5_000 * Math.sin(2 * Math.PI * hertz * time) * Math.exp(-(index % 4_000) / 3_000);
  };
  const sounds = { silence: () => 0, noise: () => noise() * 5_000, melody };
  for (const [name, sample] of Object.entries(sounds)) {
    await assert.rejects(
      recognize(sound(4, sample)),
      (error: unknown) => error instanceof AppError && error.code === 'NO_SPEECH',
      name,
    );
  }
});

/** The words with their confidences, from a host with options beside ours. */
async function heardWith(settings: Readonly<Record<string, string>>, samples: Int16Array) {
  const engine = pocketsphinx();
  const config = () => ({ ...(engine.recognizer()?.config as object), settings });
  const own = new Engines({
    logger: silentLogger,
    env: process.env,
    idleSeconds: () => 0,
    memoryMb: () => 4_096,
    engines: [
      {
        ...engine,
        recognizer: () => {
          const recognizer = engine.recognizer();
          return recognizer && { ...recognizer, config: config() };
        },
      },
    ],
  });
  try {
    const job = request(spool(samples), samples.length / 16_000);
    return (await own.recognize(job, { signal: calm() })).words;
  } finally {
    await own.close();
  }
}

test('the decoder runs with the settings that the sweep chose, not with those of the library [SPHINX-SETTINGS]', async () => {
  // Hard to understand, so that it matters how many states and word ends are looked at.
  const noise = seededNoise(5);
  const samples = changed(speech(), (sample) => sample + noise() * 300);
  const { words } = await recognize(samples);
  assert.deepEqual(words, await heardWith({ '-maxhmmpf': '3000', '-maxwpf': '5' }, samples));
  assert.notDeepEqual(words, await heardWith({ '-maxhmmpf': '30000', '-maxwpf': '-1' }, samples));
});

test('a host killed in the middle of a job: one clear error, and the next job works', async () => {
  await recognize(speech());
  const long = Int16Array.from(Array.from({ length: 7 }, () => [...speech()]).flat());
  const stop = new AbortController();
  const job = engines.recognize(request(spool(long), 21), {
    signal: stop.signal,
    onPartial: () => {
      const pid = engines.status()[0]?.pid ?? 0;
      assert(pid > 1);
      process.kill(pid, 'SIGKILL');
    },
  });
  await assert.rejects(job, /PocketSphinx exited unexpectedly \(SIGKILL\)/);
  assert.equal((await recognize(speech())).text, TEXT);
});

test('the doctor says what is missing and the command that fixes it', () => {
  const engine = pocketsphinx({ libraryFolders: [folder], modelFolders: [folder] });
  engine.look();
  const [finding] = engine.findings();
  assert.equal(finding?.status, 'missing');
  assert.match(finding?.fix ?? '', /^sudo apt-get install -y libpocketsphinx3 pocketsphinx-en-us$/);
  assert.equal(engine.models()[0]?.installed, false);
  assert.equal(engine.recognizer(), undefined);
});
