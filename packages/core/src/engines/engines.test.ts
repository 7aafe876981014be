import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quoth/contract';
import { silentLogger } from '../base/index.ts';
import type { Engine, EngineModel, EngineRequest } from './engine.ts';
import type { HostLimits, RecognitionHooks } from './engine-process.ts';
import { Engines } from './engines.ts';
import { LiveChunks } from './live/live-chunks.ts';

const fakeModel: EngineModel = {
  id: 'fake',
  listed: true,
  engine: 'fake',
  provider: 'local',
  displayName: 'Fake',
  family: 'fake',
  languages: ['*'],
  installed: true,
  sizeMb: null,
  capabilities: {
    segment_timestamps: true,
    word_timestamps: true,
    streaming: true,
    vocabulary: false,
    translation: false,
  },
  detectsLanguage: true,
  wordErrorRate: null,
};

const fake: Engine = {
  id: 'fake',
  displayName: 'Fake',
  look: () => undefined,
  models: () => [fakeModel],
  findings: () => [],
  recognizer: () => ({ url: new URL('./fixtures/fake-recognizer.ts', import.meta.url), config: null }),
};

let folder: string;
let spoolPath: string;
const open: Engines[] = [];
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-engines-'));
  spoolPath = join(folder, 'empty.pcm');
  writeFileSync(spoolPath, '');
});
afterEach(async () => {
  for (const engines of open.splice(0)) await engines.close();
});
after(() => rmSync(folder, { recursive: true, force: true }));

function engines(
  limits: Partial<HostLimits> = {},
  idleSeconds: number | (() => number) = 0,
  engine: Engine = fake,
): Engines {
  const created = new Engines({
    logger: silentLogger,
    env: { PATH: '/usr/bin', MY_SECRET: 'x', NODE_OPTIONS: '--no-warnings' },
    idleSeconds: () => (typeof idleSeconds === 'number' ? idleSeconds : idleSeconds()),
    memoryMb: () => 4_096,
    engines: [engine],
    limits,
  });
  open.push(created);
  return created;
}

const run = (target: Engines, behaviour: string, hooks: Partial<RecognitionHooks> = {}) => {
  const request: EngineRequest = {
    model: 'fake',
    language: behaviour,
    spoolPath,
    vocabulary: [],
    durationSeconds: 1,
  };
  return target.recognize(request, { signal: new AbortController().signal, ...hooks });
};

const failed = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && words.test(error.message);

async function isGone(pid: number | null): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      process.kill(pid ?? 0, 0);
    } catch {
      return true;
    }
    await sleep(20);
  }
  return false;
}

test('a host answers, reports progress, stays warm, and sees nothing secret [ENGINE-HOST]', async () => {
  const target = engines();
  const said: string[] = [];
  const first = await run(target, 'en', { onPartial: (text) => said.push(text) });
  const second = await run(target, 'en');
  assert.deepEqual(said, ['so', 'so far']);
  assert.match(first.text, /^pid \d+$/);
  assert.equal(second.text, first.text);
  assert(first.loadMs > 0);
  assert.equal(second.loadMs, 0);
});

test('a crash fails the one job with a clear error, and the next job gets a new host [ENGINE-CRASH]', async () => {
  const target = engines();
  const before = await run(target, 'en');
  for (const behaviour of ['crash', 'exit']) {
    await assert.rejects(run(target, behaviour), failed('TRANSCRIPTION_FAILED', /Fake exited unexpectedly/));
    assert.notEqual((await run(target, 'en')).text, before.text);
  }
});

test('a host that hangs is ended, and the next job gets a new one [ENGINE-HANG]', async () => {
  // Long enough for a host to start on a busy machine.
  const target = engines({ silenceMs: 3_000, memoryCheckMs: 50 });
  await assert.rejects(run(target, 'hang'), failed('TRANSCRIPTION_FAILED', /stopped responding/));
  assert.match((await run(target, 'en')).text, /^pid/);
});

test('limits on time and memory end the job in words [ENGINE-LIMITS]', async () => {
  const slow = engines({ leastMs: 500, timesRealTime: 0.1, memoryCheckMs: 50 });
  await assert.rejects(run(slow, 'polite'), failed('TIMEOUT', /too long/));
  if (process.platform !== 'win32') {
    const hungry = engines({ memoryMb: () => 150, memoryCheckMs: 50 });
    await assert.rejects(run(hungry, 'hoard'), failed('TRANSCRIPTION_FAILED', /more than 150 MB/));
  }
});

test('a host that has followed several recordings keeps its memory for the last of them [ENGINE-LIMITS]', async (t) => {
  if (process.platform === 'win32') return t.skip('no memory to look at');
  const modelMb = 150;
  const file = { path: 'fake', sizeBytes: modelMb * 2 ** 20, displayName: 'Fake' };
  const shared: Engine = {
    ...fake,
    liveStreams: 3,
    borrow: async () => ({ file, release: () => undefined }),
  };
  const target = engines({ memoryMb: () => 250, memoryCheckMs: 20 }, 0, shared);
  const request: EngineRequest = {
    model: 'fake',
    language: 'copies',
    spoolPath,
    vocabulary: [],
    durationSeconds: 0,
  };
  const recordings = [0, 1, 2].map(() => {
    const chunks = new LiveChunks();
    const one = { chunks, signs: 0, text: Promise.resolve('') };
    const onProgress = () => one.signs++;
    const { signal } = new AbortController();
    one.text = target.recognizeLive(request, chunks, { signal, onProgress }).then(({ text }) => text);
    return one;
  });
  while (recordings.some(({ signs }) => signs === 0)) await sleep(10);
  const [last, ...others] = recordings;
  for (const { chunks } of others) chunks.end(0);
  const texts = await Promise.all(others.map(({ text }) => text));
  // Many looks at its memory later, it is still the same host.
  const before = last?.signs ?? 0;
  while ((last?.signs ?? 0) < before + 40) await sleep(10);
  last?.chunks.end(0);
  assert.deepEqual(await last?.text, texts[0]);
  assert(((target.status()[0]?.memory_mb ?? 0) as number) > 250 + modelMb);
});

test('a recording that takes too long ends the host that others share, and they lose nothing by it [LIVE-SHARED-LIMITS]', async () => {
  const shared: Engine = { ...fake, liveStreams: 3 };
  // Long enough for the second host to start on a busy machine.
  const target = engines({ leastMs: 4_000, timesRealTime: 0.1, memoryCheckMs: 50 }, 0, shared);
  const marker = join(folder, 'was-late');
  const recordings = [1, 2, 3].map((number) => {
    const path = join(folder, `growing-${number}.pcm`);
    const half = new Uint8Array(number * 32_000);
    writeFileSync(path, half);
    const chunks = new LiveChunks();
    const partials: string[] = [];
    const request: EngineRequest = {
      model: 'fake',
      language: 'counts',
      spoolPath: path,
      vocabulary: number === 1 ? [marker] : [],
      durationSeconds: 0,
    };
    const { signal } = new AbortController();
    const onPartial = (text: string) => partials.push(text);
    const result = target.recognizeLive(request, chunks, { signal, onPartial });
    result.catch(() => undefined);
    return { path, half, chunks, partials, result, samples: number * 16_000 };
  });
  for (const { partials, samples } of recordings)
    while (partials.at(-1) !== `heard ${samples}`) await sleep(10);
  const pid = target.status()[0]?.pid;
  assert.equal(target.status()[0]?.hosts, 1);
  // The first has ended, and is never done with; somebody still speaks into the others.
  const [late, ...others] = recordings;
  late?.chunks.end(late.samples);
  while (target.status()[0]?.pid === pid) await sleep(10);
  for (const { path, half } of others) appendFileSync(path, half);
  for (const { chunks, samples } of others) chunks.end(2 * samples);
  const texts = await Promise.all(recordings.map(async ({ result }) => (await result).text));
  assert.deepEqual(
    texts.map((text) => text.replace(/ by .*/, '')),
    ['heard 16000', 'heard 64000', 'heard 96000'],
  );
  assert(texts.every((text) => !text.endsWith(` by ${pid}`)));
});

test('a job can be cancelled: politely if the engine reacts, by ending the host if it does not [ENGINE-CANCEL]', async () => {
  for (const behaviour of ['polite', 'hang']) {
    const target = engines({ graceMs: 200 });
    const stop = new AbortController();
    const job = run(target, behaviour, { signal: stop.signal });
    while (target.status()[0]?.loaded !== true) await sleep(10);
    const pid = target.status()[0]?.pid ?? null;
    stop.abort(new Error('given up'));
    stop.abort(new Error('twice'));
    await assert.rejects(job, /given up/);
    const next = await run(target, 'en');
    assert.equal(next.text === `pid ${pid}`, behaviour === 'polite');
  }
  await assert.rejects(run(engines(), 'en', { signal: AbortSignal.abort(new Error('before')) }), /before/);
});

test('what a terminal would act upon never leaves the engine [TEXT-PLAIN]', async () => {
  const partials: [string, number | undefined][] = [];
  const result = await run(engines(), 'terminal', {
    onPartial: (text, stableCharacters) => partials.push([text, stableCharacters]),
  });
  const plain = 'a]52;c;eA==bc';
  assert.deepEqual([result.text, result.words[0]?.word, result.segments[0]?.text], [plain, plain, plain]);
  assert.deepEqual(partials, [[plain, 2]]);
});

test('errors of a recogniser: its own words if they are meant for the user, and nothing else [ENGINE-WORDS]', async () => {
  const target = engines();
  await assert.rejects(run(target, 'silence'), failed('NO_SPEECH', /No speech/));
  await assert.rejects(run(target, 'throws'), (error: unknown) => {
    assert(error instanceof AppError);
    assert.doesNotMatch(JSON.stringify(error.toBody()), /business/);
    return true;
  });
});

test('a job that arrives with the answer to the one before is not confused with it [ENGINE-HOST]', async () => {
  const target = engines();
  for (let round = 0; round < 60; round++) {
    await run(target, 'en');
    const stop = new AbortController();
    const job = run(target, 'polite', {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('given up')),
    });
    await assert.rejects(job, /given up/);
  }
  // A host that does not react to a cancel is ended after a moment: the same one is still there.
  assert.equal(target.status()[0]?.hosts, 1);
});

test('a spool that ended before the host opened it still ends [ENGINE-HOST]', async () => {
  const target = engines();
  const request: EngineRequest = {
    model: 'fake',
    language: 'reads',
    spoolPath,
    vocabulary: [],
    durationSeconds: 0,
    growing: true,
  };
  const job = target.recognize(request, {
    signal: new AbortController().signal,
    onStarted: (spoolEnded) => spoolEnded(),
  });
  assert.match((await job).text, /^pid/);
});

test('a host that hangs costs a long recording one chunk', async () => {
  const target = engines({ silenceMs: 8_000, memoryCheckMs: 50 });
  const longPath = join(folder, 'long.pcm');
  writeFileSync(longPath, new Uint8Array(90 * 32_000));
  const marker = join(folder, 'has-hung');
  const request: EngineRequest = {
    model: 'fake',
    language: 'hangs-once',
    spoolPath: longPath,
    vocabulary: [marker],
    durationSeconds: 90,
  };
  const { text } = await target.recognize(request, { signal: new AbortController().signal });
  assert.equal(text.match(/pid/g)?.length, 5);
  assert(existsSync(marker));
});

test('the system ranks the host of a long recording below the one that is kept ready for short ones [QUEUE-SHORT]', async () => {
  const target = engines();
  const longPath = join(folder, 'long.pcm');
  writeFileSync(longPath, new Uint8Array(90 * 32_000));
  const signal = new AbortController().signal;
  const request: EngineRequest = {
    model: 'fake',
    language: 'en',
    spoolPath: longPath,
    vocabulary: [],
    durationSeconds: 90,
  };
  const long = (await target.recognize(request, { signal })).text.match(/\d+/g)?.map(Number) ?? [];
  const short = Number(/\d+/.exec((await run(target, 'en')).text)?.[0]);
  assert(long.length > 0 && !long.includes(short));
  for (const pid of long) assert(getPriority(pid) >= 10, `host ${pid}`);
  assert.equal(getPriority(short), getPriority());
});

test('an idle host ends, and its process is really gone [ENGINE-IDLE]', async () => {
  const target = engines({}, 0.2);
  await run(target, 'en');
  const { pid, loaded } = target.status()[0] ?? { pid: null, loaded: false };
  assert(loaded);
  assert(await isGone(pid));
  assert.deepEqual([target.status()[0]?.loaded, target.status()[0]?.pid], [false, null]);
  assert.match((await run(target, 'en')).text, /^pid/);
});

test('a change of the idle time applies to a host that is already idle [ENGINE-IDLE]', async () => {
  let seconds = 0;
  const target = engines({}, () => seconds);
  await run(target, 'en');
  seconds = 0.1;
  target.settingsChanged();
  assert(await isGone(target.status()[0]?.pid ?? null));
});

test('closing ends every host and settles what is pending', async () => {
  const target = engines();
  const job = run(target, 'polite');
  const settled = assert.rejects(job, failed('CANCELLED', /closed/));
  while (target.status()[0]?.loaded !== true) await sleep(10);
  const pid = target.status()[0]?.pid ?? null;
  await target.close();
  await settled;
  assert(await isGone(pid));
});
