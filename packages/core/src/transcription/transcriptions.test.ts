import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { AppError, type Mode, modeDefaults, type TranscribeOptions } from '@quoth/contract';
import { theUser } from '../callers.ts';
import type { RecordingsTable } from '../database/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { type AcceptedWork, getRecording } from '../recordings/index.ts';
import type { DecodingHooks } from './job-runner.ts';
import { type Job, JobProgress, JobQueue, RunningJobs } from './jobs.ts';
import { sourceNameOf, type TranscriptionDependencies, transcriptions } from './transcriptions.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

/** A file that can be read. */
const audio = import.meta.filename;

/**
 * A service whose plans name their queue in `engine`, with room for one job in each; `taken` and `begun` say what was
 * asked of its parts. The engine ends with CANCELLED what is kept.
 */
function fixture() {
  const { places } = recordings;
  const taken: string[] = [];
  const begun: Job[] = [];
  const joined: string[] = [];
  const queue = new JobQueue(() => 0);
  const jobs = new RunningJobs();
  const service = transcriptions({
    plan: (options: TranscribeOptions, preferredMode?: string) => {
      if (options.engine === 'gone') throw new AppError('ENGINE_UNAVAILABLE');
      const mode = { ...modeDefaults, id: preferredMode ?? 'default', postProcessingMode: 1 } as Mode;
      return {
        queue: options.engine ?? 'moonshine',
        destinations: [],
        plan: { kind: 'local', language: 'en', model: {} },
        options,
        mode,
      };
    },
    queue,
    intake: {
      fromPath: async (path: string) => {
        taken.push(path);
        return { path, discard: async () => undefined };
      },
    },
    pathPolicy: () => undefined,
    savesByDefault: () => false,
    jobs,
    spoolFolder: '/nowhere',
    recordings: places,
    decoder: {
      decode: async (_audio: unknown, _spoolPath: string, { onBegin }: DecodingHooks) => {
        await onBegin();
        return { durationSeconds: 1, missingSeconds: 0 };
      },
    },
    recognize: async (job: unknown) => {
      const { saved } = job as Job;
      begun.push(job as Job);
      if (saved) throw new AppError('CANCELLED');
      return { text: '', language: 'en', words: [], segments: [] };
    },
    rewriting: { transcript: async () => ({ text: 'rewritten', postProcessed: true, provider: 'p' }) },
    progress: new JobProgress(places),
    requests: {
      once: async (_key: unknown, { engine }: TranscribeOptions) => {
        joined.push(engine ?? '');
        return { ok: true, recording_id: 'r', status: 'pending' };
      },
    },
    ...{ events: places.events, clock: places.clock, logger: places.logger },
  } as unknown as TranscriptionDependencies);
  const submit = (engine: string, idempotencyKey?: string) =>
    service.submit(
      { kind: 'path', path: audio },
      { engine },
      {
        source: 'api',
        caller: theUser,
        signal: new AbortController().signal,
        idempotencyKey,
      },
    );
  return { service, queue, jobs, submit, taken, begun, joined };
}

test('a full queue refuses before the audio is taken over, and only what is planned for it', async () => {
  const { queue, submit, taken, begun } = fixture();
  queue.reserve('moonshine');
  await assert.rejects(submit('moonshine'), { code: 'RATE_LIMITED' });
  assert.deepEqual([taken, begun], [[], []]);
  await (await submit('cloud')).answer;
  assert.deepEqual([taken, begun.map(({ options }) => options.engine)], [[audio], ['cloud']]);
});

test('the same request sent again is not refused by a full queue: it may join work that is in it', async () => {
  const { queue, submit, joined } = fixture();
  queue.reserve('moonshine');
  await (await submit('moonshine', 'a key')).answer;
  assert.deepEqual(joined, ['moonshine']);
});

const cases: readonly (readonly [path: string | undefined, expected: string | undefined])[] = [
  ['meeting.m4a', 'meeting.m4a'],
  ['/home/ada/talks/meeting.m4a', 'meeting.m4a'],
  ['C:\\Users\\Ada\\meeting.m4a', 'meeting.m4a'],
  ['two\r\nlines\u0000.wav', 'two lines .wav'],
  ['  spaces.wav ', 'spaces.wav'],
  ['report\u202evaw.exe\u200b', 'reportvaw.exe'],
  ['folder/', undefined],
  ['', undefined],
  [undefined, undefined],
];

test('a source is known by its file name alone', () => {
  for (const [path, expected] of cases) assert.equal(sourceNameOf(path), expected, String(path));
  assert.equal(sourceNameOf(`${'a'.repeat(300)}.wav`)?.length, 255);
});

type Changes = Partial<RecordingsTable> & { readonly work?: AcceptedWork };

/** Id and audio of a recording that was being transcribed when the application ended. */
async function unfinished({ work = { options: { language: 'de' } }, ...row }: Changes = {}) {
  const { recording } = await recordings.accept({ id: 'own-mode', name: 'Own' });
  await recordings.database
    .updateTable('recordings')
    .set({ status: 'transcribing', attempts: 1, work_run: 2, options: JSON.stringify(work), ...row })
    .where('id', '=', recording.id)
    .execute();
  return { id: recording.id, path: recording.audioFilePath ?? '' };
}

/** The jobs that are begun when what is unfinished is resumed. */
async function resumed() {
  const { service, jobs, begun } = fixture();
  await service.resume();
  while (jobs.busy) await new Promise(setImmediate);
  return begun;
}

test('unfinished work is resumed as it was accepted, and never refused by a full queue', async () => {
  const a = await unfinished();
  const b = await unfinished({ work: { options: { mode_id: 'asked-for' } } });
  const begun = await resumed();
  const format = 'wav';
  assert.deepEqual(
    begun.map(({ id, run, audio, mode, options, saved }) => ({
      id,
      run,
      audio,
      mode: mode.id,
      options,
      saved,
    })),
    [
      {
        ...{ id: a.id, run: 2, audio: { path: a.path, format }, mode: 'own-mode' },
        ...{ options: { language: 'de' }, saved: true },
      },
      {
        ...{ id: b.id, run: 2, audio: { path: b.path, format }, mode: 'asked-for' },
        ...{ options: {}, saved: true },
      },
    ],
  );
});

test('what cannot be resumed fails with its reason, and blocks nothing else', async () => {
  const lost = await unfinished();
  rmSync(lost.path);
  const none = await unfinished({ audio_file: null });
  const crashes = await unfinished({ attempts: 3 });
  const refused = await unfinished({ work: { options: { engine: 'gone' as never } } });
  const good = await unfinished({ attempts: 2 });
  assert.deepEqual(
    (await resumed()).map(({ id }) => id),
    [good.id],
  );
  const ends = [lost, none, crashes, refused].map(async ({ id }) => {
    const { status, error } = await getRecording(recordings.places, id);
    return [status, error?.code];
  });
  assert.deepEqual(await Promise.all(ends), [
    ['failed', 'FILE_NOT_FOUND'],
    ['failed', 'FILE_NOT_FOUND'],
    ['failed', 'TRANSCRIPTION_FAILED'],
    ['failed', 'ENGINE_UNAVAILABLE'],
  ]);
});

test('only the rewriting is repeated if it was in progress, because the recognition may have been paid for', async () => {
  const work = { options: { post_process: true } };
  const a = await unfinished({ work });
  const b = await unfinished({
    ...{ work, status: 'post_processing', text: 'It works.', transcribed_text: 'it works' },
    ...{ transcription_model: 'whisper', duration_s: 2 },
  });
  assert.deepEqual(
    (await resumed()).map(({ id }) => id),
    [a.id],
  );
  const { status, text, transcribedText, transcriptionModel, duration } = await getRecording(
    recordings.places,
    b.id,
  );
  assert.deepEqual(
    [status, text, transcribedText, transcriptionModel, duration],
    ['completed', 'rewritten', 'it works', 'whisper', 2],
  );
});
