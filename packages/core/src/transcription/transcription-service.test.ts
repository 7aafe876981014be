import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type Recording, type TranscribeOptions } from '@quoth/contract';
import { silentLogger, systemClock } from '../base/index.ts';
import type { StoredRecording } from '../recordings/index.ts';
import type { FinishedJob } from './finished-transcription.ts';
import { type Job, JobQueue, RunningJobs } from './jobs.ts';
import type { PlannedTranscription } from './plan-transcription.ts';
import { sourceNameOf, type TranscriptionParts, TranscriptionService } from './transcription-service.ts';

/** A file that can be read. */
const audio = import.meta.filename;

/** A service whose plans name their queue in `engine`, with room for one job in each; `taken` and `begun` say what was asked of its parts. */
function fixture() {
  const taken: string[] = [];
  const begun: string[] = [];
  const queue = new JobQueue(() => 0);
  const service = new TranscriptionService({
    plan: (options: TranscribeOptions) => ({ queue: options.engine, plan: {}, options }),
    queue,
    intake: {
      fromPath: async (path: string) => {
        taken.push(path);
        return { path, discard: async () => undefined };
      },
    },
    pathPolicy: () => undefined,
    savesByDefault: () => false,
    jobs: new RunningJobs(),
    runner: {
      run: async ({ options, ticket }: Job): Promise<FinishedJob> => {
        begun.push(options.engine ?? '');
        ticket.release();
        return { capabilities: {}, record: { text: '' } } as unknown as FinishedJob;
      },
    },
    requests: {
      once: async (_key: unknown, { engine }: TranscribeOptions) => {
        begun.push(`${engine}, joined`);
        return { text: '' };
      },
    },
    clock: systemClock,
  } as unknown as TranscriptionParts);
  const submit = (engine: string, idempotencyKey?: string) =>
    service.submit(
      { kind: 'path', path: audio },
      { engine },
      {
        source: 'api',
        signal: new AbortController().signal,
        idempotencyKey,
      },
    );
  return { queue, submit, taken, begun };
}

test('a full queue refuses before the audio is taken over, and only what is planned for it', async () => {
  const { queue, submit, taken, begun } = fixture();
  queue.reserve('pocketsphinx');
  await assert.rejects(submit('pocketsphinx'), { code: 'RATE_LIMITED' });
  assert.deepEqual([taken, begun], [[], []]);
  await (await submit('cloud')).answer;
  assert.deepEqual([taken, begun], [[audio], ['cloud']]);
});

test('the same request sent again is not refused by a full queue: it may join work that is in it', async () => {
  const { queue, submit, begun } = fixture();
  queue.reserve('pocketsphinx');
  await (await submit('pocketsphinx', 'a key')).answer;
  assert.deepEqual(begun, ['pocketsphinx, joined']);
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

type Changes = Partial<Omit<StoredRecording, 'recording'>> & { readonly recording?: Partial<Recording> };

/** A recording that was being transcribed when the application ended. */
function unfinished(id: string, { recording, ...changes }: Changes = {}): StoredRecording {
  return {
    recording: {
      ...({
        id,
        source: 'api',
        status: 'transcribing',
        modeId: 'own-mode',
        transcribedText: null,
      } as Recording),
      audioFilePath: `/audio/${id}.wav`,
      ...recording,
    },
    work: { options: { language: 'de' } },
    attempts: 1,
    run: 2,
    audioFormat: 'wav',
    model: null,
    language: null,
    words: [],
    segments: [],
    ...changes,
  };
}

/** What of its parts the service uses to resume. */
type UsedParts = Pick<TranscriptionParts, 'plan' | 'jobs' | 'runner' | 'clock' | 'logger'> & {
  readonly queue: Pick<TranscriptionParts['queue'], 'reserve'>;
  readonly accepted: Pick<TranscriptionParts['accepted'], 'securedAudio'>;
  readonly work: Pick<TranscriptionParts['work'], 'unfinished' | 'fail'>;
};

/** What is started and what fails when these recordings are resumed. */
async function resume(...stored: readonly StoredRecording[]) {
  const started: Job[] = [];
  const failed: (readonly [id: string, run: number, code: string])[] = [];
  const unlimited: unknown[] = [];
  const transcriptions = new TranscriptionService({
    plan: (options, preferredMode) => {
      if (options.engine !== undefined) throw new AppError('ENGINE_UNAVAILABLE');
      return { options, mode: preferredMode, queue: 'sphinx' } as unknown as PlannedTranscription;
    },
    queue: {
      reserve: (_, options) => {
        unlimited.push(options?.beyondLimit);
        return {} as Job['ticket'];
      },
    },
    jobs: new RunningJobs(),
    runner: {
      run: async (job) => {
        started.push(job);
        throw new AppError('CANCELLED');
      },
    },
    accepted: { securedAudio: async ({ recording }) => recording.audioFilePath !== '/audio/lost.wav' },
    work: {
      unfinished: async () => [...stored],
      fail: async ({ id, run }, status, { code }) => {
        assert.equal(status, 'failed');
        failed.push([id, run, code]);
      },
    },
    clock: systemClock,
    logger: silentLogger,
  } satisfies UsedParts as unknown as TranscriptionParts);
  await transcriptions.resume();
  return { started, failed, unlimited };
}

test('unfinished work is resumed as it was accepted, and never refused by a full queue', async () => {
  const { started, failed, unlimited } = await resume(
    unfinished('a'),
    unfinished('b', { work: { options: { mode_id: 'asked-for' } } }),
  );
  assert.deepEqual(
    started.map(({ id, run, audio, mode, options, saved }) => ({ id, run, audio, mode, options, saved })),
    [
      {
        id: 'a',
        run: 2,
        audio: { path: '/audio/a.wav', format: 'wav' },
        mode: 'own-mode',
        options: { language: 'de' },
        saved: true,
      },
      {
        id: 'b',
        run: 2,
        audio: { path: '/audio/b.wav', format: 'wav' },
        mode: 'asked-for',
        options: {},
        saved: true,
      },
    ],
  );
  assert.deepEqual([failed, unlimited], [[], [true, true]]);
});

test('what cannot be resumed fails with its reason, and blocks nothing else', async () => {
  const { started, failed } = await resume(
    unfinished('lost'),
    unfinished('none', { recording: { audioFilePath: null } }),
    unfinished('crashes', { attempts: 3 }),
    unfinished('refused', { work: { options: { engine: 'gone' as never } } }),
    unfinished('good', { attempts: 2 }),
  );
  assert.deepEqual(failed, [
    ['lost', 2, 'FILE_NOT_FOUND'],
    ['none', 2, 'FILE_NOT_FOUND'],
    ['crashes', 2, 'TRANSCRIPTION_FAILED'],
    ['refused', 2, 'ENGINE_UNAVAILABLE'],
  ]);
  assert.deepEqual(
    started.map(({ id }) => id),
    ['good'],
  );
});

test('only the rewriting is repeated if it was in progress, because the recognition may have been paid for', async () => {
  const rewriting = { status: 'post_processing', text: 'It works.', transcribedText: 'it works' } as const;
  const { started } = await resume(
    unfinished('a'),
    unfinished('b', { model: 'whisper', recording: { ...rewriting, duration: 2 } }),
  );
  const [first, second] = started.map(({ recognized }) => recognized);
  assert.equal(first, undefined);
  assert.deepEqual(
    [second?.text, second?.transcribedText, second?.model, second?.duration],
    ['It works.', 'it works', 'whisper', 2],
  );
});
