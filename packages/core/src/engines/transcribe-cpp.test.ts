import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { concatenated, pause, spool, testSamples, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { AppError } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { silentLogger } from '../base/index.ts';
import type { EngineRequest } from './engine.ts';
import { Engines } from './engines.ts';
import type { RecognitionHooks } from './host-process.ts';
import { type NeuralModel, transcribeCpp } from './transcribe-cpp.ts';
import { probeModel } from './transcribe-cpp-probe.ts';

const SAMPLE_RATE = 16_000;
const modelsFolder = join(import.meta.dirname, '..', 'models', 'fixtures');
const sentences = testSentences();

const folder = temporaryFolder();
const open: Engines[] = [];
afterEach(async () => {
  for (const engines of open.splice(0)) await engines.close();
});
after(() => common.close());

interface TestModel extends NeuralModel {
  readonly path: string;
}

function model(file: string, path = join(modelsFolder, file)): TestModel {
  return {
    id: file.replace('.gguf', ''),
    slug: 'quoth-test',
    displayName: 'Test model',
    engine: 'parakeet',
    family: 'parakeet',
    languages: ['en'],
    capabilities: { ...capabilitiesWith({ streaming: true }), detectsLanguage: false },
    sizeBytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    wordErrorRate: null,
    listed: true,
    installed: true,
    inCatalog: false,
    included: false,
    problem: null,
    path,
  };
}

const env = { PATH: '/usr/bin' };
const plain = model('quoth-test-en.gguf');
const streaming = model('quoth-test-en-streaming.gguf');

interface Setting {
  readonly models?: readonly TestModel[];
  readonly device?: 'auto' | 'cpu' | 'cuda';
  readonly cores?: number;
  readonly idleSeconds?: number;
}

function enginesWith({
  models = [plain, streaming],
  device = 'cpu',
  cores = 2,
  idleSeconds = 0,
}: Setting = {}) {
  const borrow = async (id: string) => {
    const found = models.find((candidate) => candidate.id === id);
    if (!found) throw new AppError('MODEL_NOT_INSTALLED');
    const { path, sizeBytes, displayName } = found;
    return { file: { path, sizeBytes, displayName }, release: () => undefined };
  };
  const engines = new Engines({
    logger: silentLogger,
    env,
    idleSeconds: () => idleSeconds,
    memoryMb: () => 4_096,
    engines: [transcribeCpp({ models: () => models, borrow, device: () => device })],
    machine: { cores, memory: 16e9, freeMemory: () => 8e9 },
  });
  open.push(engines);
  return engines;
}

/** For tests that leave its hosts as they found them. */
const common = enginesWith();
open.pop();

const calm = () => new AbortController().signal;

function asked(samples: Int16Array, changes: Partial<EngineRequest> = {}): EngineRequest {
  return {
    model: plain.id,
    language: 'en',
    spoolPath: spool(samples),
    vocabulary: [],
    durationSeconds: samples.length / SAMPLE_RATE,
    ...changes,
  };
}

const recognize = (
  engines: Engines,
  samples: Int16Array,
  changes?: Partial<EngineRequest>,
  hooks?: Partial<RecognitionHooks>,
) => engines.recognize(asked(samples, changes), { signal: new AbortController().signal, ...hooks });

const failed = (code: string, words: RegExp) => (error: unknown) => {
  assert(error instanceof AppError, String(error));
  assert.equal(error.code, code, error.message);
  assert.match(error.message, words);
  return true;
};

test('every sentence comes out word for word, with times inside the speech, and the model stays warm', async () => {
  const engines = enginesWith();
  for (const [index, { samples, expected, file }] of sentences.entries()) {
    const result = await recognize(engines, samples);
    assert.equal(result.text, expected, file);
    assert.equal(result.language, 'en');
    assert.equal(result.loadMs > 0, index === 0, file);
    assert.deepEqual(
      result.words.map(({ word }) => word),
      expected.split(' '),
      file,
    );
    let before = 0;
    for (const { start, end } of result.words) {
      assert(start >= before && end > start && end <= samples.length / SAMPLE_RATE, file);
      before = start;
    }
    assert.equal(result.segments.map(({ text }) => text).join(' '), expected);
    assert((result.segments[0]?.start ?? 9) <= (result.words[0]?.start ?? 0));
  }
  assert.equal(engines.status()[0]?.device, 'cpu');
  assert.equal(engines.status()[0]?.model, plain.id);
});

test('silence and noise are no speech: nothing is invented', async () => {
  const engines = common;
  for (const samples of [
    testSamples('silence-5s.wav'),
    testSamples('noise-5s.wav'),
    new Int16Array(100),
    new Int16Array(0),
  ]) {
    await assert.rejects(recognize(engines, samples), failed('NO_SPEECH', /No speech/));
  }
  await assert.rejects(recognize(engines, pause(70)), failed('NO_SPEECH', /No speech/));
});

test('a long recording gives its sentences, each once, on the clock of the whole file, on two hosts', async () => {
  const parts: Int16Array[] = [];
  const places: { text: string; start: number; end: number }[] = [];
  let at = 0;
  const add = (samples: Int16Array) => {
    parts.push(samples);
    at += samples.length;
  };
  for (let round = 0; round < 6; round++) {
    for (const { samples, expected } of sentences) {
      add(pause(0.6));
      places.push({ text: expected, start: at / SAMPLE_RATE, end: (at + samples.length) / SAMPLE_RATE });
      add(samples);
    }
  }
  const whole = concatenated(parts);
  assert(whole.length > 180 * SAMPLE_RATE);
  const engines = enginesWith();
  const shares: number[] = [];
  const partials: string[] = [];
  let maxHosts = 0;
  const result = await recognize(
    engines,
    whole,
    {},
    {
      onProgress: (share) => {
        shares.push(share);
        maxHosts = Math.max(maxHosts, engines.status()[0]?.hosts ?? 0);
      },
      onPartial: (text) => partials.push(text),
    },
  );
  assert.equal(result.text, places.map(({ text }) => text).join(' '));
  // A third one may be kept ready for short recordings.
  assert(maxHosts >= 2);
  const texts = places.flatMap(({ text, start, end }) =>
    text.split(' ').map((word) => ({ word, start, end })),
  );
  assert.equal(result.words.length, texts.length);
  for (const [index, { word, start, end }] of result.words.entries()) {
    const place = texts[index];
    assert(
      place && place.word === word && start >= place.start - 0.1 && end <= place.end + 0.1,
      `${word} at ${start}`,
    );
  }
  assert.deepEqual(
    result.segments.map(({ id }) => id),
    result.segments.map((_, id) => id),
  );
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(
    shares,
    [...shares].sort((one, other) => one - other),
  );
  assert(partials.length > 2);
  for (const [index, text] of partials.entries()) assert(text.startsWith(partials[index - 1] ?? ''));
  assert.equal(partials.at(-1), result.text);
});

test('speech without a pause is cut at its quietest places, and every part of it is transcribed once', async () => {
  const whole = testSamples('60s-many-sentences.wav');
  const engines = common;
  const inChunks = await recognize(engines, whole);
  const words = inChunks.text.split(' ').length;
  assert(words >= 130 && words <= 135, `${words} words`);
});

test('a host killed midway costs a long recording nothing', async () => {
  const engines = enginesWith();
  const long = concatenated([1, 2].flatMap(() => sentences.flatMap(({ samples }) => [pause(0.5), samples])));
  let killed = 0;
  const onProgress = () => {
    const pid = engines.status()[0]?.pid;
    if (killed > 0 || typeof pid !== 'number') return;
    killed = pid;
    process.kill(pid, 'SIGKILL');
  };
  const result = await recognize(engines, long, {}, { onProgress });
  assert(killed > 1);
  const once = sentences.map(({ expected }) => expected).join(' ');
  assert.equal(result.text, [once, once].join(' '));
});

test('a short recording whose host is killed fails with a clear error, and the next works', async () => {
  const engines = enginesWith();
  const [sentence] = sentences;
  assert(sentence);
  assert.equal((await recognize(engines, sentence.samples)).text, sentence.expected);
  // The only host: halted, so that the work is not done before the kill.
  const { pid, hosts } = engines.status()[0] ?? {};
  assert(typeof pid === 'number' && pid > 1 && hosts === 1);
  process.kill(pid, 'SIGSTOP');
  const short = recognize(engines, sentence.samples);
  const outcome = assert.rejects(short, failed('TRANSCRIPTION_FAILED', /exited unexpectedly/));
  await nextTurn();
  process.kill(pid, 'SIGKILL');
  await outcome;
  assert.equal((await recognize(engines, sentence.samples)).text, sentence.expected);
});

test('a long job can be cancelled midway, and the engine is free again', async () => {
  const engines = common;
  const long = concatenated(Array.from({ length: 4 }, () => testSamples('60s-many-sentences.wav')));
  const stop = new AbortController();
  let shares = 0;
  const job = recognize(
    engines,
    long,
    {},
    {
      signal: stop.signal,
      onProgress: () => {
        if (++shares === 2) stop.abort(new Error('canceled'));
      },
    },
  );
  await assert.rejects(job, /canceled/);
  assert.equal((await recognize(engines, sentences[0]?.samples ?? pause(1))).text, sentences[0]?.expected);
});

test('short recordings do not wait for a long one that came first', async () => {
  const engines = enginesWith();
  const [one, another] = sentences;
  assert(one && another);
  const long = concatenated([testSamples('60s-many-sentences.wav'), one.samples]);
  const first = recognize(engines, long);
  const hostOfLong = () => engines.status()[0]?.pid;
  await until(() => typeof hostOfLong() === 'number');
  const pid = hostOfLong() ?? 0;
  // However fast the machine is, it cannot be done before them.
  process.kill(pid, 'SIGSTOP');
  await Promise.all(
    [one, another].map(async ({ samples, expected }) =>
      assert.equal((await recognize(engines, samples)).text, expected),
    ),
  );
  process.kill(pid, 'SIGCONT');
  const { text } = await first;
  assert(text.endsWith(one.expected), text);
});

test('an idle model leaves memory, and every host with it', async () => {
  const engines = enginesWith({ idleSeconds: 0.1 });
  // Enough for two chunks, and two hosts.
  await recognize(engines, concatenated(sentences.map(({ samples }) => samples)));
  await until(() => engines.status()[0]?.loaded !== true);
  assert.deepEqual([engines.uses(plain.id), engines.status()[0]?.hosts], [false, 0]);
  assert.equal((await recognize(engines, sentences[0]?.samples ?? pause(1))).text, sentences[0]?.expected);
});

function badFile(name: string, make: (path: string) => void): TestModel {
  const path = join(folder, name);
  copyFileSync(join(modelsFolder, 'quoth-test-en.gguf'), path);
  make(path);
  return model(name, path);
}

test('errors name the cause: missing, damaged, changed since, unknown kind, device gone', async () => {
  const truncated = badFile('truncated.gguf', (path) => truncateSync(path, 900_000));
  const garbage = badFile('garbage.gguf', (path) => writeFileSync(path, 'not a model at all'));
  const corrupt = badFile('corrupt.gguf', (path) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xff, 60, 4_000));
  });
  const empty = badFile('empty.gguf', (path) => truncateSync(path, 0));
  const changed = { ...badFile('changed.gguf', (path) => truncateSync(path, 900_000)), sizeBytes: 1_740_096 };
  const missing = model('missing.gguf', join(folder, 'missing.gguf'));
  const models = [truncated, garbage, corrupt, empty, changed, missing];
  const engines = enginesWith({ models });
  const [sentence] = sentences;
  assert(sentence);
  for (const { id } of [truncated, garbage, corrupt, empty]) {
    await assert.rejects(
      recognize(engines, sentence.samples, { model: id }),
      failed('MODEL_NOT_INSTALLED', /damaged/),
      id,
    );
  }
  await assert.rejects(
    recognize(engines, sentence.samples, { model: changed.id }),
    failed('MODEL_NOT_INSTALLED', /900000 bytes instead of 1740096/),
  );
  await assert.rejects(
    recognize(engines, sentence.samples, { model: missing.id }),
    failed('MODEL_NOT_INSTALLED', /missing/),
  );
  await assert.rejects(
    recognize(enginesWith({ device: 'cuda' }), sentence.samples),
    failed('ENGINE_UNAVAILABLE', /selected device \(cuda\)/),
  );
  // A sparse file: it takes no room on the disk.
  const huge = badFile('huge.gguf', (path) => truncateSync(path, 1e12));
  await assert.rejects(
    recognize(enginesWith({ models: [huge] }), sentence.samples, { model: huge.id }),
    failed('ENGINE_UNAVAILABLE', /needs about 931.5 GB of memory, and [\d.]+ GB are free/),
  );
});

test('a language or a translation that the model lacks is refused in words', async () => {
  const engines = common;
  const [sentence] = sentences;
  assert(sentence);
  await assert.rejects(
    recognize(engines, sentence.samples, { language: 'de' }),
    failed('INVALID_REQUEST', /language "de"/),
  );
  await assert.rejects(
    recognize(engines, sentence.samples, { translate: true }),
    failed('INVALID_REQUEST', /translate/),
  );
  assert.equal((await recognize(engines, sentence.samples, { language: 'en-US' })).text, sentence.expected);
  assert.equal((await recognize(engines, sentence.samples, { language: 'auto' })).text, sentence.expected);
});

test(`live text while audio still arrives`, async () => {
  const { id } = streaming;
  const engines = common;
  const { samples, expected } = sentences[1] ?? { samples: pause(1), expected: '' };
  const all = concatenated([samples, pause(0.5), samples]);
  const path = spool(all.subarray(0, 8_000));
  const partials: string[] = [];
  let ended: (() => void) | undefined;
  const job = engines.recognize(
    { ...asked(pause(0)), model: id, spoolPath: path, durationSeconds: 0, growing: true },
    {
      signal: new AbortController().signal,
      onPartial: (text) => partials.push(text),
      onStarted: (spoolEnded) => {
        ended = spoolEnded;
      },
    },
  );
  for (let at = 8_000; at < all.length; at += 8_000) {
    const block = all.slice(at, at + 8_000);
    appendFileSync(path, new Uint8Array(block.buffer));
    // A busy machine may be slow; the rest is only said once there is text of the start.
    if (at > all.length * 0.6) await until(() => partials.length > 0);
  }
  ended?.();
  const { text } = await job;
  assert.equal(text, `${expected} ${expected}`);
  assert.equal(partials.at(-1), text);
  assert(
    partials.some((partial) => partial !== '' && partial.length < text.length),
    'text came before the end',
  );
});

for (const { id } of [plain, streaming]) {
  test(`a recording in progress is transcribed while it is spoken: ${id}`, async () => {
    const engines = common;
    const { samples, expected } = sentences[11] ?? { samples: pause(1), expected: '' };
    const all = concatenated([samples, pause(1), samples, pause(0.3)]);
    const first = samples.length + 14_000;
    const path = spool(all.subarray(0, 0));
    const ended = Promise.withResolvers<number>();
    const partials: { text: string; stableCharacters: number }[] = [];
    const asking = { ...asked(pause(0)), model: id, spoolPath: path, durationSeconds: 0 };
    const job = engines.recognizeLive(asking, ended.promise, {
      signal: new AbortController().signal,
      onPartial: (text, stableCharacters = 0) => partials.push({ text, stableCharacters }),
    });
    const say = (from: number, to: number) =>
      appendFileSync(path, new Uint8Array(all.slice(from, to).buffer));
    for (let at = 0; at < first; at += 8_000) say(at, Math.min(first, at + 8_000));
    // The first sentence is there while the second one is still to be spoken.
    await until(() => partials.at(-1)?.text === expected);
    say(first, all.length);
    ended.resolve(all.length);
    // What a streaming model makes of the pause is its own.
    const { text } = await job;
    assert(text.startsWith(`${expected} `) && text.endsWith(expected.slice(-6)), text);
    for (const [at, { text: later }] of partials.entries()) {
      const before = partials[at - 1];
      if (before) assert(later.startsWith(before.text.slice(0, before.stableCharacters)));
    }
  });
}

test('a model file is probed in a process of its own', async () => {
  const probe = await probeModel(streaming.path, env, calm());
  assert.deepEqual(
    [probe.architecture, probe.variant, probe.languages, probe.streaming, probe.translate],
    ['parakeet', 'quoth-test-en-streaming', ['en'], true, false],
  );
  const bad = badFile('bad.gguf', (path) => truncateSync(path, 900_000));
  await assert.rejects(probeModel(bad.path, env, calm()), failed('INVALID_REQUEST', /damaged/));
});
