import { randomUUID } from 'node:crypto';
import {
  type AcceptedTranscription,
  AppError,
  type AudioFormat,
  asAppError,
  type RecognizedAudio,
  type Recording,
  type RetranscribeBody,
  type TranscribeOptions,
  type Transcription,
} from '@quoth/contract';
import { type Clock, type Logger, untilWritten } from '../base/index.ts';
import type {
  AudioSource,
  CaptionsWanted,
  IngestedAudio,
  Submission,
  TranscriptionContext,
} from '../declarations/index.ts';
import type { AudioIntake, PathPolicy } from '../intake/index.ts';
import type {
  RecordingStore,
  RecordingWork,
  RequestKey,
  StoredRecording,
  TranscriptionRecord,
  WorkRun,
} from '../recordings/index.ts';
import type { Answer, IdempotentRequests } from './idempotency/idempotent-requests.ts';
import { requestKeyOf } from './idempotency/request-key-of.ts';
import type { Job } from './jobs/job.ts';
import type { JobProgress } from './jobs/job-progress.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { RunningJobs } from './jobs/running-jobs.ts';
import { StageTimer } from './jobs/stage-timer.ts';
import type { PlannedTranscription, TranscriptionPlanner } from './planning/transcription-planner.ts';
import { keptOptions, onlyGiven } from './planning/work-options.ts';
import { printCaptions } from './print-captions.ts';
import { textRulesOf } from './text-rules-of.ts';
import { toTranscription } from './to-transcription.ts';

export interface TranscriptionServiceOptions {
  readonly planner: TranscriptionPlanner;
  readonly queue: JobQueue;
  readonly jobs: RunningJobs;
  readonly progress: JobProgress;
  readonly runner: JobRunner;
  readonly requests: IdempotentRequests;
  readonly recordings: RecordingStore;
  readonly work: RecordingWork;
  readonly intake: AudioIntake;
  readonly pathPolicy: () => PathPolicy;
  /** Whether audio and transcript are kept where the caller does not say. */
  readonly savesByDefault: () => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Who waits for the answer; nobody where the work is done in the background. */
interface Waiting {
  readonly signal: AbortSignal;
  readonly inBackground: boolean;
}

/** A request that is worked on for the first time. */
interface FirstTime {
  readonly context: TranscriptionContext;
  readonly timer: StageTimer;
  readonly requestKey?: RequestKey;
}

/** Speech in, text out: what is asked for becomes a job in the queue, and the job an answer. */
export class TranscriptionService {
  readonly #with: TranscriptionServiceOptions;

  constructor(options: TranscriptionServiceOptions) {
    this.#with = options;
  }

  /**
   * The one way in. Settles who recognises, finds out whether there is room in that queue, takes the audio over, and works on it; each of
   * them once, and the later ones only after the earlier.
   */
  async submit(
    source: AudioSource,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Submission> {
    const { planner, queue } = this.#with;
    const timer = this.#timer(context);
    let audio = source.kind === 'ingested' ? source.audio : undefined;
    try {
      const planned = planner.plan(options);
      // The same request sent again may join work that is in the queue already.
      if (context.idempotencyKey === undefined) queue.check(planned.queue);
      audio ??= await this.ingest(source, context.signal);
      const answer = this.#answer(planned, audio, options, context, timer);
      // Whoever waits for it gets the error; the work ends by itself.
      answer.catch(() => undefined);
      return { answer };
    } catch (error) {
      await audio?.discard();
      throw error;
    }
  }

  /** Takes audio in before its options are known. Throws as `AudioIntake` does. */
  async ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio> {
    const { intake, pathPolicy } = this.#with;
    switch (source.kind) {
      case 'path':
        return intake.fromPath(source.path, pathPolicy(), signal);
      case 'bytes':
        return intake.fromBytes(source.bytes, signal);
      case 'stream':
        return intake.fromStream(source.stream, signal);
      case 'ingested':
        return source.audio;
    }
  }

  /** Works on kept audio again. The text of before stays until there is a new one. */
  async retranscribe(
    id: string,
    given: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription> {
    const { planner, queue, recordings, work } = this.#with;
    const timer = this.#timer(context);
    const stored = await recordings.stored(id);
    const asBefore = given.mode_id === undefined && given.engine === undefined;
    // The mode of before may be gone; then the default one takes its place.
    const { mode_id: _before, engine, ...before } = stored.work.options;
    // Another model may be another engine's.
    const kept = { ...before, ...(given.model === undefined && { engine }) };
    const planned = planner.plan({ ...(asBefore && kept), ...onlyGiven(given) }, stored.recording.modeId);
    const { path, format } = await recordings.audio(stored.recording.id);
    const ticket = queue.reserve(planned.queue);
    timer.enter('save');
    let asked: WorkRun;
    try {
      asked = await work.requeue(stored.recording.id, keptOptions(planned.options), planned.mode);
    } catch (error) {
      ticket.release();
      throw error;
    }
    const inBackground = given.async === true;
    const caller = inBackground ? {} : context;
    const job: Job = {
      ...planned,
      ...asked,
      source: stored.recording.source,
      saved: true,
      audio: { path, format },
      ticket,
      timer,
      caller,
    };
    return this.#run(job, { signal: context.signal, inBackground });
  }

  /** Takes up what an earlier run accepted and did not finish; it runs on by itself. */
  async resume(): Promise<void> {
    for (const stored of await this.#with.work.unfinished()) {
      try {
        await this.#resumeOne(stored);
      } catch (error) {
        const { work, logger } = this.#with;
        const failed = { id: stored.recording.id, run: stored.run };
        await untilWritten(() => work.fail(failed, 'failed', asAppError(error).toBody()), {
          logger,
          what: 'that a recording could not be resumed',
        });
      }
    }
  }

  /** True while the recording is being worked on. */
  isAtWork(id: string): boolean {
    return this.#with.jobs.has(id.toLowerCase());
  }

  /** Percent of the work on a recording; undefined where nothing is being done. */
  percentOf(id: string): number | undefined {
    return this.#with.progress.percent(id.toLowerCase());
  }

  /** Stops the work on a recording and waits until it has stopped. Throws RECORDING_NOT_FOUND. */
  async cancel(id: string): Promise<Recording> {
    const { jobs, recordings } = this.#with;
    const before = await recordings.get(id);
    await jobs.stop(before.id, new AppError('CANCELLED'));
    return recordings.get(before.id);
  }

  /** The text rules that apply under these options, for parts of a transcript such as captions. Throws MODE_NOT_FOUND. */
  textRules(options: TranscribeOptions): (text: string, language: string | null) => string {
    const mode = this.#with.planner.modeOf(options);
    return textRulesOf({ ...mode, removeTrailingPeriod: false }, options, 'api').rewrite;
  }

  /** What the answer to a request comes to as captions, under the request's text rules. Throws MODE_NOT_FOUND. */
  captions(
    { text, duration_s: duration, language, segments = [], words = [] }: RecognizedAudio,
    options: TranscribeOptions,
    { format, ...shape }: CaptionsWanted,
  ): Promise<string> {
    const mode = this.#with.planner.modeOf(options);
    const speech = { text, duration, segments, words };
    return printCaptions({ speech, language, mode, options, source: 'api', format, shape });
  }

  load(): { readonly running: number; readonly waiting: number } {
    return this.#with.queue.load();
  }

  busy(): boolean {
    const { jobs, queue } = this.#with;
    const { running, waiting } = queue.load();
    return jobs.busy || running + waiting > 0;
  }

  /** Stops the work in hand so that the next start takes it up. */
  async close(): Promise<void> {
    await this.#with.jobs.stopAll();
  }

  /** The audio is discarded when the answer is there, unless a recording has taken it over. */
  async #answer(
    planned: PlannedTranscription,
    audio: IngestedAudio,
    options: TranscribeOptions,
    context: TranscriptionContext,
    timer: StageTimer,
  ): Promise<Answer> {
    const { requests, jobs } = this.#with;
    const { idempotencyKey, signal } = context;
    if (idempotencyKey === undefined) {
      return this.#first(planned, audio, options, { context, timer }).finally(() => audio.discard());
    }
    const key = await requestKeyOf(idempotencyKey, audio.path, options).catch(async (error: unknown) => {
      await audio.discard();
      throw error;
    });
    const work = {
      first: (requestKey: RequestKey, shared: AbortSignal) =>
        this.#first(planned, audio, options, {
          context: { ...context, signal: shared },
          timer,
          requestKey,
        }),
      again: (id: string, shared: AbortSignal) => this.retranscribe(id, {}, { ...context, signal: shared }),
      settled: (id: string) => jobs.settled(id),
      discard: () => audio.discard(),
    };
    return requests.once(key, options, work, signal);
  }

  async #first(
    planned: PlannedTranscription,
    audio: IngestedAudio,
    options: TranscribeOptions,
    { context, timer, requestKey }: FirstTime,
  ): Promise<Answer> {
    const { queue, recordings, savesByDefault } = this.#with;
    const inBackground = options.async === true;
    const saved = inBackground || (options.save ?? savesByDefault());
    const { path, format } = audio;
    const ticket = queue.reserve(planned.queue);
    timer.enter('save');
    const kept = saved
      ? await recordings
          .accept({
            source: context.source,
            sourceName: fileNameOf(options.source_name),
            mode: planned.mode,
            options: keptOptions(options),
            audio: { path, format },
            requestKey,
            requestId: context.requestId,
          })
          .catch((error: unknown) => {
            ticket.release();
            throw error;
          })
      : undefined;
    const job: Job = {
      ...planned,
      id: kept?.recording.id ?? randomUUID(),
      run: kept?.run ?? 1,
      source: context.source,
      saved,
      audio: { path: kept?.recording.audioFilePath ?? path, format },
      ticket,
      timer,
      caller: inBackground ? {} : context,
    };
    return this.#run(job, { signal: context.signal, inBackground });
  }

  async #run(job: Job, { signal, inBackground }: Waiting): Promise<Answer> {
    const { jobs, runner, logger } = this.#with;
    const callerSignal = inBackground ? new AbortController().signal : signal;
    const running = jobs.run(job.id, callerSignal, (jobSignal) => runner.run(job, jobSignal));
    if (inBackground) {
      running.catch((error: unknown) => logger.debug({ error }, 'A job in the background failed.'));
      return { ok: true, recording_id: job.id, status: 'pending' };
    }
    const finished = await running;
    return toTranscription(finished, job.options, job.timer.read());
  }

  async #resumeOne(stored: StoredRecording): Promise<void> {
    const { planner, queue, recordings } = this.#with;
    const { id, audioFilePath, modeId } = stored.recording;
    if (audioFilePath === null || !(await recordings.securedAudio(stored))) {
      throw new AppError('FILE_NOT_FOUND', { message: 'The audio was missing when Quoth restarted.' });
    }
    if (stored.attempts >= MAXIMUM_ATTEMPTS) {
      throw new AppError('TRANSCRIPTION_FAILED', {
        message: `Given up after ${stored.attempts} attempts, each ended by a crash. The audio is kept.`,
      });
    }
    // The mode of before may be gone; then the default one takes its place.
    const { mode_id, ...options } = stored.work.options;
    const planned = planner.plan(options, mode_id ?? modeId);
    const ticket = queue.reserve(planned.queue, { beyondLimit: true });
    const audio = { path: audioFilePath, format: stored.audioFormat as AudioFormat };
    const timer = new StageTimer(this.#with.clock);
    const job: Job = {
      ...planned,
      id,
      run: stored.run,
      source: stored.recording.source,
      saved: true,
      audio,
      recognized: recognizedBefore(stored),
      ticket,
      timer,
      caller: {},
    };
    await this.#run(job, { signal: new AbortController().signal, inBackground: true });
  }

  #timer({ startedAtMs }: TranscriptionContext): StageTimer {
    return new StageTimer(this.#with.clock, startedAtMs);
  }
}

/** A recording that was at work this often when the application died is given up. */
const MAXIMUM_ATTEMPTS = 3;

/** What was recognised before the application ended in the middle of rewriting. */
function recognizedBefore({
  recording,
  model,
  language,
  words,
  segments,
}: StoredRecording): TranscriptionRecord | undefined {
  const { status, text, transcribedText, transcriptionProvider, duration } = recording;
  if (status !== 'post_processing' || transcribedText === null) return undefined;
  return {
    text,
    transcribedText,
    provider: transcriptionProvider ?? '',
    model: model ?? '',
    language,
    duration,
    words,
    segments,
  };
}

const MAXIMUM_NAME_CHARACTERS = 255;

/** The name alone, of whichever platform the path is, as one line. */
function fileNameOf(written: string | undefined): string | undefined {
  const name = written
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAXIMUM_NAME_CHARACTERS);
  return name === '' ? undefined : name;
}
