import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, type Recording } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';
import { sql } from 'kysely';
import { silentLogger } from '../base/index.ts';
import { recordOf, TestRecordings, testMode } from '../fixtures/test-recordings.ts';
import type { ModeWithVocabulary } from '../modes.ts';
import {
  acceptRecording,
  acceptRecordingEarly,
  getRecording,
  type RecordingPlaces,
} from '../recordings/index.ts';
import { type JobDependencies, runInBackground, runJob } from './job-runner.ts';
import { type EarlyJob, type Job, JobProgress, JobQueue, RunningJobs, Shutdown, StageTimer } from './jobs.ts';
import type { Recognition } from './recognizers.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
  await sql`create table noted (id text, row text)`.execute(recordings.database);
  for (const change of ['insert', 'update of status, attempts'])
    await sql`
      create trigger ${sql.id(change)} after ${sql.raw(change)} on recordings
      begin insert into noted values (new.id, new.status || ' ' || new.attempts); end`.execute(
      recordings.database,
    );
});
afterEach(() => recordings.close());

const mode = aMode({ ...testMode, englishSpelling: 'british', postProcessingMode: 1 });

interface Script {
  readonly mode?: Partial<ModeWithVocabulary>;
  readonly result?: Partial<Recognition>;
  readonly job?: Partial<Job>;
  /** It is worked on before it has a row. */
  readonly arrives?: boolean;
  /** What the engine does before it has a result. */
  readonly recognize?: (signal: AbortSignal) => Promise<void>;
  /** What the language model does. */
  readonly rewrite?: (signal: AbortSignal, text: string) => Promise<string>;
}

/** A job on a recording in a real database, with a clock that moves only by what the job's parts take. */
async function fixture({ mode: fields = {}, result = {}, job: more = {}, ...script }: Script = {}) {
  const clock = { passed: 0, monotonic: () => clock.passed, now: () => 0 };
  const takes = async (milliseconds: number) => {
    clock.passed += milliseconds;
  };
  const path = join(recordings.folder.incoming, `upload-${Math.random()}`);
  writeFileSync(path, 'audio');
  const given = { source: 'api', mode, options: {}, audio: { path, format: 'wav' } } as const;
  const places: RecordingPlaces = {
    ...recordings.places,
    database: recordings.database.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') clock.passed += 3;
        return node;
      },
      transformResult: async (written) => written.result,
    }),
  };
  const read = Promise.withResolvers<void>();
  const early: EarlyJob | undefined = script.arrives
    ? { ...acceptRecordingEarly(places, given, read.promise), audioRead: read.resolve }
    : undefined;
  const id = early?.id ?? (await acceptRecording(places, given)).recording.id;
  await sql`delete from noted where id = ${id}`.execute(recordings.database);
  /** Status and attempts of its row, after each change of it. */
  const written = async () => {
    const noted = await sql<{ row: string }>`select row from noted where id = ${id} order by rowid`.execute(
      recordings.database,
    );
    return noted.rows.map(({ row }) => row);
  };
  const asked: number[] = [];
  const spools: string[] = [];
  const { events } = recordings.places;
  const parts: JobDependencies = {
    jobs: new RunningJobs(),
    speakerNames: () => ({ me: 'Me', others: 'Others' }),
    spoolFolder: '/nowhere',
    recordings: places,
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
    recognize: async ({ durationSeconds }, { onStarted }, signal) => {
      asked.push(durationSeconds);
      onStarted?.();
      await script.recognize?.(signal);
      await takes(1_000);
      return {
        ...{ text: 'the color of a liter', language: 'en', words: [], segments: [] },
        ...{ waitMs: 300, loadMs: 200, decodeMs: 400, checkMs: 50, encodeMs: 30 },
        ...result,
      };
    },
    rewriting: {
      transcript: async ({ text: given }, _mode, signal) => {
        await takes(500);
        const text = (await script.rewrite?.(signal, given)) ?? 'rewritten';
        return { text, postProcessed: true, provider: 'p', model: 'x', preset: 'hyper' };
      },
    },
    progress: new JobProgress({ events, clock }),
    events,
    logger: silentLogger,
  };
  const queue = new JobQueue(() => 10);
  const ticket = queue.reserve('e');
  const atQueue = Promise.withResolvers<void>();
  const job = {
    id,
    run: 1,
    saved: true,
    early,
    audio: { path: '/nowhere', format: 'wav' },
    mode: { ...mode, ...fields },
    options: {},
    plan: { kind: 'local', language: 'auto', model: { id: 'x', engine: 'e', capabilities: {} } },
    queue: 'e',
    destinations: [],
    ticket: {
      ...ticket,
      turn: (...wanted: Parameters<Job['ticket']['turn']>) => {
        atQueue.resolve();
        return ticket.turn(...wanted);
      },
    },
    timer: new StageTimer(clock),
    caller: {},
    ...more,
  } as unknown as Job;
  const run = (signal = new AbortController().signal) => runJob(parts, job, signal);
  return { run, parts, job, queue, atQueue: atQueue.promise, clock, written, asked, spools };
}

test('anyone who waits for a job gets its transcript and can stop it', async () => {
  const { parts, job } = await fixture({ job: { saved: false } });
  const { record } = await runJob(parts, job, new AbortController().signal);
  assert.equal(record.text, 'the colour of a litre');
  const stop = new AbortController();
  const endless = await fixture({
    job: { saved: false },
    recognize: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        stop.abort(new AppError('CANCELLED'));
      }),
  });
  const answer = runJob(endless.parts, endless.job, stop.signal);
  assert(endless.parts.jobs.has(endless.job.id));
  await assert.rejects(answer, { code: 'CANCELLED' });
  assert(!endless.parts.jobs.has(endless.job.id));
});

test('a job in the background is answered at once, and its failure affects no one else', async () => {
  const { parts, job, written } = await fixture({
    recognize: () => Promise.reject(new AppError('TRANSCRIPTION_FAILED')),
  });
  const answer = runInBackground(parts, job);
  assert.deepEqual(answer, { ok: true, recording_id: job.id, status: 'pending' });
  assert(parts.jobs.has(job.id));
  await parts.jobs.settled(job.id);
  assert(!parts.jobs.has(job.id));
  assert.equal((await written()).at(-1), 'failed 1');
});

test('every wait has a name, and together they are the latency', async () => {
  const { run, queue, atQueue, clock, written } = await fixture({
    job: { options: { post_process: true } },
  });
  const first = queue.reserve('e');
  await first.turn(new AbortController().signal);
  clock.passed += 7;
  const before = clock.passed - 7;
  const running = run();
  await atQueue;
  // The engine is somebody else's for a while.
  clock.passed += 900;
  first.release();
  const { timings, latencyMs } = await running;
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
    latencyMs,
    Object.values(timings).reduce((sum, ms) => sum + ms, 0),
  );
  assert.equal(latencyMs, clock.passed - before);
  assert.deepEqual(await written(), [
    ...['pending 1', 'pending 0', 'transcribing 1'],
    ...['post_processing 1', 'completed 1'],
  ]);
});

test('text rules follow the language that was spoken, else the one asked for, else the mode’s', async () => {
  const textOf = async (script: Script) => {
    const { run } = await fixture(script);
    return (await run()).record.text;
  };
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
  const textsOf = ({ text, transcribedText }: Recording) => [text, transcribedText];
  const during: unknown[] = [];
  const { run, job, written } = await fixture({
    job: { options: { post_process: true } },
    rewrite: async () => {
      during.push(...(await written()), textsOf(await getRecording(recordings.places, job.id)));
      return 'rewritten';
    },
  });
  assert.equal((await run()).record.text, 'rewritten');
  const recognized = ['the colour of a litre', 'the color of a liter'];
  assert.deepEqual(during, ['pending 1', 'transcribing 1', 'post_processing 1', recognized]);
  const ended = await getRecording(recordings.places, job.id);
  assert.deepEqual([ended.status, ...textsOf(ended)], ['completed', 'rewritten', 'the color of a liter']);
});

test('spoken numbers are digits before a language model gets the text', async () => {
  for (const [numbersAsDigits, expected] of [
    ['always', 'It costs $23.50.'],
    ['off', 'It costs twenty-three dollars fifty.'],
  ] as const) {
    const sent: string[] = [];
    const { run, job } = await fixture({
      mode: { numbersAsDigits },
      result: { text: 'It costs twenty-three dollars fifty.' },
      job: { options: { post_process: true } },
      rewrite: async (_signal, text) => {
        sent.push(text, (await getRecording(recordings.places, job.id)).text);
        return 'rewritten';
      },
    });
    await run();
    assert.deepEqual(sent, [expected, expected]);
  }
});

test('a stop while a language model is writing costs the rewriting, but no second recognition', async () => {
  const stop = new AbortController();
  const options = { post_process: true };
  const first = await fixture({
    job: { options },
    rewrite: async (signal) => {
      stop.abort(new Shutdown());
      signal.throwIfAborted();
      return '';
    },
  });
  await assert.rejects(first.run(stop.signal), Shutdown);
  assert.equal((await first.written()).at(-1), 'post_processing 0');
  const recognized = recordOf('the colour of a litre', { transcribedText: 'the color of a liter' });
  const next = await fixture({ job: { options, recognized } });
  assert.equal((await next.run()).record.text, 'rewritten');
  assert.deepEqual([next.asked, await next.written()], [[], ['completed 0']]);
});

test('however a job ends, its row says so and its place in the queue is free', async () => {
  const ends: readonly [reason: Error, written: string][] = [
    [new AppError('CANCELLED'), 'cancelled 1'],
    [new DOMException('gone', 'AbortError'), 'cancelled 1'],
    [new AppError('TRANSCRIPTION_FAILED'), 'failed 1'],
    [new Error('a bug'), 'failed 1'],
    [new Shutdown(), 'pending 0'],
  ];
  for (const [reason, last] of ends) {
    const { run, queue, written } = await fixture({ recognize: () => Promise.reject(reason) });
    await assert.rejects(run(), AppError);
    assert.equal((await written()).at(-1), last, String(reason));
    assert.deepEqual(queue.load(), { running: 0, waiting: 0 });
  }
});

test('a job cancelled before it begins asks no engine', async () => {
  const { run, asked, written } = await fixture();
  await assert.rejects(run(AbortSignal.abort(new AppError('CANCELLED'))), { code: 'CANCELLED' });
  assert.deepEqual([asked, await written()], [[], ['cancelled 0']]);
});

test('a recording that is worked on at once gets its row while its engine works, or before it waits, or when it fails', async () => {
  const writtenBy = async (job: Partial<Job> = {}, busy = false) => {
    const { run, queue, atQueue, written } = await fixture({ arrives: true, job });
    const other = queue.reserve('e');
    if (busy) await other.turn(new AbortController().signal);
    const running = run().catch(() => undefined);
    await Promise.race([atQueue, running]);
    other.release();
    await running;
    return written();
  };
  assert.deepEqual(await writtenBy(), ['transcribing 1', 'completed 1']);
  assert.deepEqual(await writtenBy({}, true), ['pending 0', 'transcribing 1', 'completed 1']);
  const rewritten = await writtenBy({ options: { post_process: true } });
  assert.deepEqual(rewritten, ['transcribing 1', 'post_processing 1', 'completed 1']);
  const ticket = { turn: () => Promise.reject(new Error('no engine')), mustWait: () => false, release() {} };
  assert.deepEqual(await writtenBy({ ticket }), ['pending 0', 'failed 0']);
});

test('each attempt at a recording has a spool of its own', async () => {
  const first = await fixture();
  const { id } = first.job;
  const second = await fixture({ job: { id, run: 2, saved: false } });
  await Promise.all([first.run(), second.run()]);
  assert.deepEqual([first.spools.length, second.spools.length], [1, 1]);
  assert.notEqual(first.spools[0], second.spools[0]);
});

test('a snippet names when the recording began, and no language model gets it, also at the next start', async () => {
  const snippet = { id: 's', phrase: 'my note', written: 'On {{date}}\n', kind: 'snippet' } as const;
  const scoped = [{ ...snippet, languages: [], modes: [] }];
  const heard = { text: 'Here is my note for you', language: 'en' };
  const recordedAt = Date.parse('2026-03-05T16:07:00');
  const before = {
    ...recordOf('Here is On an earlier day\nfor you'),
    transcribedText: heard.text,
    language: 'en',
  };
  for (const recognized of [undefined, before]) {
    const sent: string[] = [];
    const { run } = await fixture({
      ...{ mode: { scoped }, result: heard },
      job: { source: 'dictation', recordedAt, options: { post_process: true }, recognized },
      rewrite: async (_signal, text) => {
        sent.push(text);
        return 'Please see {{1}}thanks';
      },
    });
    const { record, marked } = await run();
    assert.deepEqual(sent, ['Here is {{1}}for you']);
    assert.equal(record.text, 'Please see On March 5, 2026\nthanks');
    assert.equal(marked?.text, 'Please see {{1}}thanks');
  }
});
