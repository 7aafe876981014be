import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type Mode } from '@quoth/contract';
import { EventBus, silentLogger } from '../base/index.ts';
import type { TranscriptionRecord } from '../recordings/index.ts';
import { type FinishedJob, toTranscription } from './finished-transcription.ts';
import { type JobParts, JobRunner, runInBackground, runJob } from './job-runner.ts';
import { type Job, JobProgress, JobQueue, RunningJobs, Shutdown, StageTimer } from './jobs.ts';
import type { Recognition } from './recognizers.ts';

const timer = { read: () => ({ timings: {}, latencyMs: 7 }) };
const job = { id: 'a', options: {}, timer } as unknown as Job;
const finished = { capabilities: {}, record: { text: 'It works.', duration: 1 } } as unknown as FinishedJob;

/** Jobs end as `work` does. */
const ending = (jobs: RunningJobs, work: (signal: AbortSignal) => Promise<FinishedJob>): JobParts => ({
  jobs,
  runner: { run: (_, signal) => work(signal) },
  logger: silentLogger,
});

test('anyone who waits for a job gets its transcript and can stop it', async () => {
  const jobs = new RunningJobs();
  const signal = new AbortController();
  const { text, latency_ms } = await runJob(
    ending(jobs, async () => finished),
    job,
    signal.signal,
  );
  assert.deepEqual([text, latency_ms], ['It works.', 7]);
  const endless = ending(
    jobs,
    (given) =>
      new Promise((_, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
      }),
  );
  const answer = runJob(endless, job, signal.signal);
  assert(jobs.has('a'));
  signal.abort(new AppError('CANCELLED'));
  await assert.rejects(answer, { code: 'CANCELLED' });
  assert(!jobs.has('a'));
});

test('a job in the background is answered at once, and its failure affects no one else', async () => {
  const jobs = new RunningJobs();
  const answer = runInBackground(
    ending(jobs, () => Promise.reject(new AppError('TRANSCRIPTION_FAILED'))),
    job,
  );
  assert.deepEqual(answer, { ok: true, recording_id: 'a', status: 'pending' });
  assert(jobs.has('a'));
  await jobs.settled('a');
  assert(!jobs.has('a'));
});

const mode = {
  id: 'm',
  name: 'Hyper',
  language: 'auto',
  punctuation: true,
  capitalization: true,
  profanityFilter: false,
  removeTrailingPeriod: false,
  englishSpelling: 'british',
  customVocabulary: [],
  postProcessingMode: 1,
} as unknown as Mode;

interface Script {
  readonly mode?: Partial<Mode>;
  readonly result?: Partial<Recognition>;
  readonly job?: Partial<Job>;
  /** What the language model does. */
  readonly rewrite?: (signal: AbortSignal) => Promise<string>;
}

/** A runner whose clock moves only by what its parts take. */
function fixture({ mode: fields = {}, result = {}, job: more = {}, rewrite }: Script = {}) {
  const clock = { passed: 0, monotonic: () => clock.passed, now: () => 0 };
  const takes = async (milliseconds: number) => {
    clock.passed += milliseconds;
  };
  const written: string[] = [];
  const kept: TranscriptionRecord[] = [];
  const asked: number[] = [];
  const spools: string[] = [];
  const events = new EventBus(() => undefined);
  const write = (what: string) => async () => {
    written.push(what);
    await takes(3);
  };
  const runner = new JobRunner({
    spoolFolder: '/nowhere',
    recordings: {
      countAttempt: async (_work, by = 1) => write(`attempt ${by}`)(),
      begin: async (_work, attempts) => write(attempts === 1 ? 'begin, attempt 1' : 'begin')(),
      recognized: async (_work, record) => {
        kept.push(record);
        await write('recognized')();
      },
      complete: async (_work, record) => {
        kept.push(record);
        await write('complete')();
      },
      interrupt: write('interrupt'),
      fail: async (_work, status) => write(status)(),
    },
    decoder: {
      decode: async (_audio, spoolPath, hooks) => {
        spools.push(spoolPath);
        await takes(20);
        await hooks.onBegin();
        await takes(40);
        hooks.onDuration(5);
        return { durationSeconds: 5, missingSeconds: 0 };
      },
    },
    recognize: async ({ durationSeconds }, { onStarted }) => {
      asked.push(durationSeconds);
      onStarted?.();
      await takes(1_000);
      return {
        ...{ text: 'the color of a liter', language: 'en', words: [], segments: [] },
        ...{ waitMs: 300, loadMs: 200, decodeMs: 400, checkMs: 50, encodeMs: 30 },
        ...result,
      };
    },
    rewriting: {
      transcript: async (_asked, _mode, signal) => {
        await takes(500);
        const text = (await rewrite?.(signal)) ?? 'rewritten';
        return { text, postProcessed: true, provider: 'p', model: 'x', preset: 'hyper' };
      },
    },
    progress: new JobProgress({ events, clock }),
    events,
    logger: silentLogger,
  });
  const queue = new JobQueue(() => 10);
  const job = {
    id: 'a',
    run: 1,
    saved: true,
    audio: { path: '/nowhere', format: 'wav' },
    mode: { ...mode, ...fields },
    options: {},
    plan: { kind: 'local', language: 'auto', model: { id: 'x', engine: 'e', capabilities: {} } },
    queue: 'e',
    ticket: queue.reserve('e'),
    timer: new StageTimer(clock),
    caller: {},
    ...more,
  } as unknown as Job;
  const run = (signal = new AbortController().signal) => runner.run(job, signal);
  return { run, job, queue, clock, written, kept, asked, spools, takes };
}

test('every wait has a name, and together they are the latency', async () => {
  const { run, job, queue, clock, written } = fixture({ job: { options: { post_process: true } } });
  const first = queue.reserve('e');
  await first.turn(new AbortController().signal);
  clock.passed += 7;
  const running = run();
  await new Promise(setImmediate);
  // The engine is somebody else's for a while.
  clock.passed += 900;
  first.release();
  const { timings, latency_ms } = toTranscription(await running, job.options, job.timer.read());
  assert.deepEqual(timings, {
    receive_ms: 7,
    queue_ms: 20 + 900 + 300,
    audio_ms: 40 + 30,
    check_ms: 50,
    load_ms: 200,
    decode_ms: 400,
    rewrite_ms: 500,
    // Begun, waiting, at the engine, recognised, done.
    save_ms: 5 * 3,
    other_ms: 20,
  });
  assert.equal(
    latency_ms,
    Object.values(timings).reduce((sum, ms) => sum + ms, 0),
  );
  assert.equal(latency_ms, clock.passed);
  assert.deepEqual(written, ['attempt 1', 'attempt -1', 'begin, attempt 1', 'recognized', 'complete']);
});

test('text rules follow the language that was spoken, else the one asked for, else the mode’s', async () => {
  const textOf = async (script: Script) => (await fixture(script).run()).record.text;
  const german = { result: { text: 'ein Liter color', language: 'de' } };
  const plan = (language: string) => ({ kind: 'local', language, model: { capabilities: {} } }) as never;
  assert.equal(await textOf(german), 'ein Liter color');
  assert.equal(await textOf({ ...german, mode: { language: 'en' } }), 'ein Liter color');
  assert.equal(
    await textOf({ result: { language: 'en' }, mode: { language: 'de' } }),
    'the colour of a litre',
  );
  const unknown = { result: { language: null } };
  assert.equal(await textOf({ ...unknown, job: { plan: plan('de') } }), 'the color of a liter');
  assert.equal(await textOf({ ...unknown, job: { plan: plan('en-GB') } }), 'the colour of a litre');
  const translated = { result: { language: 'de' }, job: { options: { translate: true } } };
  assert.equal(await textOf(translated), 'the colour of a litre');
});

test('the recognised text is stored before a language model is asked', async () => {
  const during: string[][] = [];
  const { run, written, kept } = fixture({
    job: { options: { post_process: true } },
    rewrite: async () => {
      during.push([...written]);
      return 'rewritten';
    },
  });
  assert.equal((await run()).record.text, 'rewritten');
  assert.deepEqual(during, [['attempt 1', 'begin', 'recognized']]);
  assert.deepEqual(
    kept.map(({ text, transcribedText }) => [text, transcribedText]),
    [
      ['the colour of a litre', 'the color of a liter'],
      ['rewritten', 'the color of a liter'],
    ],
  );
});

test('a stop while a language model is writing costs the rewriting, but no second recognition', async () => {
  const stop = new AbortController();
  const options = { post_process: true };
  const first = fixture({
    job: { options },
    rewrite: async (signal) => {
      stop.abort(new Shutdown());
      signal.throwIfAborted();
      return '';
    },
  });
  await assert.rejects(first.run(stop.signal), Shutdown);
  assert.deepEqual(first.written, ['attempt 1', 'begin', 'recognized', 'interrupt']);
  const [recognized] = first.kept;
  const next = fixture({ job: { options, recognized } });
  assert.equal((await next.run()).record.text, 'rewritten');
  assert.deepEqual([next.asked, next.written], [[], ['complete']]);
});

test('however a job ends, its row says so and its place in the queue is free', async () => {
  const ends: readonly [reason: Error, written: string][] = [
    [new AppError('CANCELLED'), 'cancelled'],
    [new DOMException('gone', 'AbortError'), 'cancelled'],
    [new AppError('TRANSCRIPTION_FAILED'), 'failed'],
    [new Error('a bug'), 'failed'],
    [new Shutdown(), 'interrupt'],
  ];
  for (const [reason, last] of ends) {
    const stop = new AbortController();
    const { run, queue, written } = fixture({
      job: { options: { post_process: true } },
      rewrite: async () => {
        throw reason;
      },
    });
    await assert.rejects(run(stop.signal), AppError);
    assert.equal(written.at(-1), last, String(reason));
    assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
  }
});

test('a job cancelled before it begins asks no engine', async () => {
  const { run, asked, written } = fixture();
  await assert.rejects(run(AbortSignal.abort(new AppError('CANCELLED'))), { code: 'CANCELLED' });
  assert.deepEqual([asked, written], [[], ['cancelled']]);
});
/** A recording that has no row yet. */
function arrivalOf(written: () => string[]) {
  let row: Promise<void> | undefined;
  const { promise: secured, resolve } = Promise.withResolvers<void>();
  const write = async (status: string) => {
    written().push(`row ${status}`);
    resolve();
  };
  return {
    id: 'a',
    secured,
    audioRead() {},
    write: (status: string) => {
      row ??= write(status);
      return row;
    },
  };
}

test('a recording that is worked on at once gets its row while its engine works, or before it waits, or when it fails', async () => {
  const writtenBy = async (script: Script, busy = false) => {
    let written: string[] = [];
    const world = fixture({ ...script, job: { ...script.job, arrival: arrivalOf(() => written) } });
    written = world.written;
    const other = world.queue.reserve('e');
    if (busy) await other.turn(new AbortController().signal);
    const running = world.run().catch(() => undefined);
    await new Promise(setImmediate);
    other.release();
    await running;
    return written;
  };
  assert.deepEqual(await writtenBy({}), ['row transcribing', 'complete']);
  assert.deepEqual(await writtenBy({}, true), ['row pending', 'begin, attempt 1', 'complete']);
  const rewritten = await writtenBy({ job: { options: { post_process: true } } });
  assert.deepEqual(rewritten, ['row transcribing', 'recognized', 'complete']);
  const ticket = { turn: () => Promise.reject(new Error('no engine')), mustWait: () => false, release() {} };
  assert.deepEqual(await writtenBy({ job: { ticket } }), ['row pending', 'failed']);
});

test('each attempt at a recording has a spool of its own', async () => {
  const [first, second] = [fixture(), fixture({ job: { run: 2 } })];
  await Promise.all([first.run(), second.run()]);
  assert.deepEqual([first.spools.length, second.spools.length], [1, 1]);
  assert.notEqual(first.spools[0], second.spools[0]);
});
