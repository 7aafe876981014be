import assert from 'node:assert/strict';
import { appendFileSync, existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quoth/contract';
import { capabilitiesWith } from '@quoth/contract/fixtures/shapes.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { isAlive, until } from '@quoth/processes/fixtures/waiting.ts';
import { silentLogger } from '../base/index.ts';
import type { Engine, EngineModel, EngineRequest } from './engine.ts';
import { Engines } from './engines.ts';
import type { HostLimits, RecognitionHooks } from './host-process.ts';

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
  capabilities: capabilitiesWith({ streaming: true }),
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

const folder = temporaryFolder();
let spoolPath: string;
const open: Engines[] = [];
/** For tests that leave its host as they found it. */
let common: Engines;
before(() => {
  spoolPath = join(folder, 'empty.pcm');
  writeFileSync(spoolPath, '');
  common = engines();
  open.pop();
});
afterEach(async () => {
  for (const engines of open.splice(0)) await engines.close();
});
after(() => common.close());

function engines(
  limits: Partial<HostLimits> = {},
  idleSeconds: number | (() => number) = 0,
  engine: Engine = fake,
  freeMemory = 8e9,
): Engines {
  const created = new Engines({
    logger: silentLogger,
    env: { PATH: '/usr/bin', MY_SECRET: 'x', NODE_OPTIONS: '--no-warnings' },
    idleSeconds: () => (typeof idleSeconds === 'number' ? idleSeconds : idleSeconds()),
    memoryMb: () => 4_096,
    engines: [engine],
    limits,
    machine: { cores: 2, memory: 16e9, freeMemory: () => freeMemory },
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
  return target.recognize(request, { signal, ...hooks });
};

const { signal } = new AbortController();

const failed = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && words.test(error.message);

async function gone(pid: number | null | undefined): Promise<void> {
  assert(typeof pid === 'number' && pid > 1);
  await until(() => !isAlive(pid));
}

const isLoaded = (target: Engines) => target.status()[0]?.loaded === true;

/** The looks at hosts, and with them all their limits on time, are counted by the test. */
function countedBy({ mock }: TestContext): (milliseconds: number) => void {
  mock.timers.enable({ apis: ['setInterval'] });
  return (milliseconds) => mock.timers.tick(milliseconds);
}

test('a host answers, reports progress, stays warm, and sees nothing secret', async () => {
  const target = common;
  const said: string[] = [];
  const first = await run(target, 'en', { onPartial: (text) => said.push(text) });
  const second = await run(target, 'en');
  assert.deepEqual(said, ['so', 'so far']);
  assert.match(first.text, /^pid \d+$/);
  assert.equal(second.text, first.text);
  assert(first.loadMs > 0);
  assert.equal(second.loadMs, 0);
});

test('a crash fails the one job with a clear error, and the next job gets a new host', async () => {
  const target = common;
  const before = await run(target, 'en');
  for (const behaviour of ['crash', 'exit']) {
    await assert.rejects(run(target, behaviour), failed('TRANSCRIPTION_FAILED', /Fake exited unexpectedly/));
    assert.notEqual((await run(target, 'en')).text, before.text);
  }
});

test('after a host that could not be started, the next job gets one that can', async (context) => {
  const target = engines();
  const { execPath } = process;
  context.after(() => (process.execPath = execPath));
  for (const wrong of [join(folder, 'no-node'), folder]) {
    process.execPath = wrong;
    await assert.rejects(run(target, 'en'), failed('TRANSCRIPTION_FAILED', /Fake exited unexpectedly/));
    process.execPath = execPath;
    assert.match((await run(target, 'en')).text, /^pid \d+$/);
    target.forget('fake');
  }
});

test('a host that hangs is ended, and the next job gets a new one', async (context) => {
  const pass = countedBy(context);
  const target = engines();
  const outcome = assert.rejects(run(target, 'hang'), failed('TRANSCRIPTION_FAILED', /stopped responding/));
  await until(() => isLoaded(target));
  pass(61_000);
  await outcome;
  assert.match((await run(target, 'en')).text, /^pid/);
});

test('limits on time and memory end the job in words', async (context) => {
  const pass = countedBy(context);
  const slow = engines({ minMs: 5_000, timesRealTime: 6 });
  const late = assert.rejects(run(slow, 'polite'), failed('TIMEOUT', /too long/));
  await until(() => isLoaded(slow));
  pass(7_000);
  await late;
  if (process.platform === 'win32') return;
  const hungry = engines({ memoryMb: () => 150, silenceMs: Number.POSITIVE_INFINITY });
  let isOver = false;
  const ended = assert
    .rejects(run(hungry, 'hoard'), failed('TRANSCRIPTION_FAILED', /more than 150 MB/))
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    pass(500);
    await sleep(10);
  }
  await ended;
});

test('a host that could not load its engine is not asked again', async () => {
  const obstacle = join(folder, 'obstacle');
  const obstructed: Engine = {
    ...fake,
    recognizer: () => ({
      url: new URL('./fixtures/fake-recognizer.ts', import.meta.url),
      config: { obstacle },
    }),
  };
  const target = engines({}, 0, obstructed);
  writeFileSync(obstacle, '');
  for (let tries = 0; tries < 2; tries++)
    await assert.rejects(run(target, 'en'), failed('TRANSCRIPTION_FAILED', /failed on this audio/));
  rmSync(obstacle);
  assert.match((await run(target, 'en')).text, /^pid/);
});

test('a host that has followed several recordings keeps its memory for the last of them', async (t) => {
  if (process.platform === 'win32') return t.skip('no memory to look at');
  const modelMb = 150;
  const file = { path: 'fake', sizeBytes: modelMb * 2 ** 20, displayName: 'Fake' };
  const shared: Engine = {
    ...fake,
    liveStreams: 3,
    borrow: async () => ({ file, release: () => undefined }),
  };
  const target = engines({ memoryMb: () => 250, checkMs: 20 }, 0, shared);
  const request: EngineRequest = {
    model: 'fake',
    language: 'copies',
    spoolPath,
    vocabulary: [],
    durationSeconds: 0,
  };
  const recordings = [0, 1, 2].map(() => {
    const ended = Promise.withResolvers<number>();
    const one = { ended, signs: 0, text: Promise.resolve('') };
    const onProgress = () => one.signs++;
    one.text = target.recognizeLive(request, ended.promise, { signal, onProgress }).then(({ text }) => text);
    return one;
  });
  await until(() => recordings.every(({ signs }) => signs > 0));
  const [last, ...others] = recordings;
  for (const { ended } of others) ended.resolve(0);
  const texts = await Promise.all(others.map(({ text }) => text));
  // Many looks at its memory later, it is still the same host.
  const before = last?.signs ?? 0;
  await until(() => (last?.signs ?? 0) >= before + 40);
  last?.ended.resolve(0);
  assert.deepEqual(await last?.text, texts[0]);
  assert(((target.status()[0]?.memory_mb ?? 0) as number) > 250 + modelMb);
});

test('a recording that takes too long ends the host that others share, and they lose nothing by it', async (context) => {
  const pass = countedBy(context);
  const target = engines({ minMs: 4_000 }, 0, { ...fake, liveStreams: 3 });
  const marker = join(folder, 'was-late');
  const recordings = [1, 2, 3].map((number) => {
    const path = join(folder, `growing-${number}.pcm`);
    const half = new Uint8Array(number * 32_000);
    writeFileSync(path, half);
    const ended = Promise.withResolvers<number>();
    const partials: string[] = [];
    const request: EngineRequest = {
      model: 'fake',
      language: 'counts',
      spoolPath: path,
      vocabulary: number === 1 ? [marker] : [],
      durationSeconds: 0,
    };
    const onPartial = (text: string) => partials.push(text);
    const result = target.recognizeLive(request, ended.promise, { signal, onPartial });
    result.catch(() => undefined);
    return { path, half, ended, partials, result, samples: number * 16_000 };
  });
  for (const { partials, samples } of recordings) await until(() => partials.at(-1) === `heard ${samples}`);
  const pid = target.status()[0]?.pid;
  assert.equal(target.status()[0]?.hosts, 1);
  // The first has ended, and is never done with; somebody still speaks into the others.
  const [late, ...others] = recordings;
  late?.ended.resolve(late.samples);
  await until(() => existsSync(marker));
  pass(5_000);
  await gone(pid);
  for (const { path, half } of others) appendFileSync(path, half);
  for (const { ended, samples } of others) ended.resolve(2 * samples);
  const texts = await Promise.all(recordings.map(async ({ result }) => (await result).text));
  assert.deepEqual(
    texts.map((text) => text.replace(/ by .*/, '')),
    ['heard 16000', 'heard 64000', 'heard 96000'],
  );
  assert(texts.every((text) => !text.endsWith(` by ${pid}`)));
});

/** A recording that goes on, with a model of which each attempt takes long. */
function spokenSlowly(language: string, freeMemory = 8e9) {
  const target = engines({}, 0, { ...fake, draftsApart: () => true }, freeMemory);
  const ended = Promise.withResolvers<number>();
  const partials: string[] = [];
  const live = { share: 0.7, previews: true, isFollowed: false };
  const request = { model: 'fake', language, spoolPath, vocabulary: ['term'], durationSeconds: 0, live };
  const onPartial = (text: string) => partials.push(text);
  const result = target.recognizeLive(request, ended.promise, { signal, onPartial });
  return { target, ended, partials, result };
}

test('drafts of a slow model are made by a process of low rank, without the vocabulary', async () => {
  const { ended, result } = spokenSlowly('drafts');
  const { text } = await result;
  ended.resolve(0);
  const [, drafter, own] = /^800 to 1600 by (\d+) with 0 terms; by (\d+) with 1 terms$/.exec(text) ?? [];
  assert(drafter && own && drafter !== own, text);
  if (process.platform !== 'win32') assert(getPriority(Number(drafter)) > getPriority(Number(own)));
});

test('the end of a recording waits for no draft, and where memory has no room, none is made', async () => {
  const { target, ended, partials, result } = spokenSlowly('drafts-hang');
  await until(() => partials.includes('asked'));
  ended.resolve(0);
  assert.match((await result).text, /^nothing; by \d+ with 1 terms$/);
  await target.close();
  const little = spokenSlowly('drafts', 1e6);
  little.ended.resolve(0);
  assert.match((await little.result).text, /^false by/);
  assert.equal(little.target.status()[0]?.hosts, 1);
});

test('a job can be cancelled: politely if the engine reacts, by ending the host if it does not', async () => {
  for (const behaviour of ['polite', 'hang']) {
    const target = engines({ graceMs: 200 });
    const stop = new AbortController();
    const job = run(target, behaviour, { signal: stop.signal });
    await until(() => isLoaded(target));
    const pid = target.status()[0]?.pid ?? null;
    stop.abort(new Error('canceled'));
    stop.abort(new Error('twice'));
    await assert.rejects(job, /canceled/);
    const next = await run(target, 'en');
    assert.equal(next.text === `pid ${pid}`, behaviour === 'polite');
  }
  await assert.rejects(run(common, 'en', { signal: AbortSignal.abort(new Error('before')) }), /before/);
});

test('what a terminal would act upon never leaves the engine', async () => {
  const partials: [string, number | undefined][] = [];
  const result = await run(common, 'terminal', {
    onPartial: (text, stableCharacters) => partials.push([text, stableCharacters]),
  });
  const plain = 'a]52;c;eA==bc';
  assert.deepEqual([result.text, result.words[0]?.word, result.segments[0]?.text], [plain, plain, plain]);
  assert.deepEqual(partials, [[plain, 2]]);
});

test('errors of a recogniser: its own words if they are meant for the user, and nothing else', async () => {
  const target = common;
  await assert.rejects(run(target, 'silence'), failed('NO_SPEECH', /No speech/));
  await assert.rejects(run(target, 'throws'), (error: unknown) => {
    assert(error instanceof AppError);
    assert.doesNotMatch(JSON.stringify(error.toBody()), /business/);
    return true;
  });
});

test('a job that arrives with the answer to the one before is not confused with it', async () => {
  const target = common;
  for (let round = 0; round < 60; round++) {
    await run(target, 'en');
    const stop = new AbortController();
    const job = run(target, 'polite', {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('canceled')),
    });
    await assert.rejects(job, /canceled/);
  }
  // A host that does not react to a cancel is ended after a moment: the same one is still there.
  assert.equal(target.status()[0]?.hosts, 1);
});

test('a spool that ended before the host opened it still ends', async () => {
  const target = common;
  const request: EngineRequest = {
    model: 'fake',
    language: 'reads',
    spoolPath,
    vocabulary: [],
    durationSeconds: 0,
    growing: true,
  };
  const job = target.recognize(request, {
    signal,
    onStarted: (spoolEnded) => spoolEnded(),
  });
  assert.match((await job).text, /^pid/);
});

/** A long recording of nothing, which takes no room on the disk. */
function longRequest(language: string, seconds: number, vocabulary: readonly string[] = []): EngineRequest {
  const path = join(folder, `${language}-${seconds}.pcm`);
  writeFileSync(path, '');
  truncateSync(path, seconds * 32_000);
  return { model: 'fake', language, spoolPath: path, vocabulary, durationSeconds: seconds };
}

test('a host that hangs costs a long recording one chunk', async (context) => {
  const pass = countedBy(context);
  const target = engines();
  const marker = join(folder, 'has-hung');
  const job = target.recognize(longRequest('hangs-once', 90, [marker]), { signal });
  await until(() => existsSync(marker));
  pass(61_000);
  assert.equal((await job).text.match(/pid/g)?.length, 5);
});

test('during a very long recording, a host is kept ready for short ones', async () => {
  const target = engines();
  const stop = new AbortController();
  let most = 0;
  const onProgress = () => {
    most = Math.max(most, target.status()[0]?.hosts ?? 0);
    if (most > 1) stop.abort(new Error('seen'));
  };
  // Its first chunk took as long as a process takes to start: there are hours of work left at that rate.
  const job = target.recognize(longRequest('en', 36_000), { signal: stop.signal, onProgress });
  await assert.rejects(job, /seen/);
  assert.equal(most, 2);
});

test('the system ranks the host of a long recording below the one that is kept ready for short ones', async () => {
  const target = engines();
  const long =
    (await target.recognize(longRequest('en', 90), { signal })).text.match(/\d+/g)?.map(Number) ?? [];
  const short = Number(/\d+/.exec((await run(target, 'en')).text)?.[0]);
  assert(long.length > 0 && !long.includes(short));
  for (const pid of long) assert(getPriority(pid) >= 10, `host ${pid}`);
  assert.equal(getPriority(short), getPriority());
  // A long dictation whose live text failed is long too, but its speaker waits.
  const awaited = (await target.recognize({ ...longRequest('en', 90), isAwaited: true }, { signal })).text;
  for (const pid of awaited.match(/\d+/g)?.map(Number) ?? []) assert.equal(getPriority(pid), getPriority());
});

test('an idle host ends, and its process is really gone', async () => {
  const target = engines({}, 0.2);
  await run(target, 'en');
  const { pid, loaded } = target.status()[0] ?? { pid: null, loaded: false };
  assert(loaded);
  await gone(pid);
  await until(() => !isLoaded(target));
  assert.deepEqual([target.status()[0]?.loaded, target.status()[0]?.pid], [false, null]);
  assert.match((await run(target, 'en')).text, /^pid/);
});

test('a change of the idle time applies to a host that is already idle', async () => {
  let seconds = 0;
  const target = engines({}, () => seconds);
  await run(target, 'en');
  seconds = 0.1;
  target.settingsChanged();
  await gone(target.status()[0]?.pid);
});

test('closing ends every host and settles what is pending', async () => {
  const target = engines();
  const job = run(target, 'polite');
  const settled = assert.rejects(job, failed('CANCELLED', /closed/));
  await until(() => isLoaded(target));
  const pid = target.status()[0]?.pid ?? null;
  await target.close();
  await settled;
  await gone(pid);
});
