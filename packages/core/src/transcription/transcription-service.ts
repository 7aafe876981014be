import { randomUUID } from 'node:crypto';
import {
  type AcceptedTranscription,
  AppError,
  type AudioFormat,
  asAppError,
  type Recording,
  type RetranscribeBody,
  type TranscribeOptions,
  type Transcription,
  visibleLine,
} from '@quoth/contract';
import type { RecognizedAudio } from '@quoth/text';
import { type Clock, type Logger, untilWritten } from '../base/index.ts';
import type {
  AudioSource,
  CaptionsWanted,
  IngestedAudio,
  RewriteParts,
  Submission,
  TranscriptionContext,
  Transcriptions,
} from '../declarations/index.ts';
import type { AudioIntake, PathPolicy } from '../intake/index.ts';
import {
  getAudio,
  getRecording,
  getStored,
  type NewRecording,
  type NewRecordings,
  type RecordingPlaces,
  type RecordingWork,
  type RequestKey,
  type StoredRecording,
  type TranscriptionRecord,
  type WorkRun,
} from '../recordings/index.ts';
import { type Answer, type IdempotentRequests, requestKeyOf } from './idempotent-requests.ts';
import type { JobLauncher } from './job-runner.ts';
import {
  type Arrival,
  type Job,
  type JobProgress,
  type JobQueue,
  type RunningJobs,
  StageTimer,
} from './jobs.ts';
import {
  keptOptions,
  onlyGiven,
  type PlannedTranscription,
  type TranscriptionPlanner,
} from './plan-transcription.ts';
import { printCaptions } from './recording-library.ts';
import { textRulesOf } from './text-rules.ts';

export interface TranscriptionServiceOptions {
  readonly planner: TranscriptionPlanner;
  readonly queue: JobQueue;
  readonly jobs: RunningJobs;
  readonly progress: JobProgress;
  readonly requests: NewTranscriptions;
  readonly retranscriptions: Retranscriptions;
  readonly unfinished: UnfinishedTranscriptions;
  readonly recordings: RecordingPlaces;
  readonly intake: AudioIntake;
  readonly pathPolicy: () => PathPolicy;
  /** Gives up a recording that a program is still sending; does nothing for any other. */
  readonly cancelLive: (id: string) => Promise<void>;
  readonly clock: Clock;
}

/** Speech in, text out: each request becomes a job in the queue, and the job becomes an answer. */
export class TranscriptionService implements Transcriptions {
  readonly #with: TranscriptionServiceOptions;

  constructor(options: TranscriptionServiceOptions) {
    this.#with = options;
  }

  /**
   * The one way in. Decides who recognises, checks that there is room in that queue, takes the audio over, and works on it: each step once,
   * and only after the one before.
   */
  async submit(
    source: AudioSource,
    options: TranscribeOptions,
    context: TranscriptionContext,
  ): Promise<Submission> {
    const { planner, queue, requests, clock } = this.#with;
    const timer = new StageTimer(clock, context.startedAtMs);
    let audio = source.kind === 'ingested' ? source.audio : undefined;
    try {
      const planned = planner.plan(options);
      // The same request sent again may join work that is in the queue already.
      if (context.idempotencyKey === undefined) queue.check(planned.queue);
      audio ??= await this.ingest(source, context.signal);
      const answer = requests.run({ planned, audio, options, context, timer });
      // Anyone who waits for it gets the error; here it must only not go unhandled.
      answer.catch(() => undefined);
      return { answer };
    } catch (error) {
      await audio?.discard();
      throw error;
    }
  }

  /** Takes over audio before its options are known. Throws as `AudioIntake` does. */
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
      case 'refused':
        throw source.reason;
    }
  }

  retranscribe(
    id: string,
    given: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription> {
    return this.#with.retranscriptions.run(id, given, context);
  }

  /** Resumes what an earlier run accepted and did not finish, in the background. */
  resume(): Promise<void> {
    return this.#with.unfinished.resume();
  }

  /** True while the recording is being transcribed. */
  isAtWork(id: string): boolean {
    return this.#with.jobs.has(id.toLowerCase());
  }

  /** How far the work on a recording is, in percent; undefined if nothing is being done. */
  percentOf(id: string): number | undefined {
    return this.#with.progress.percent(id.toLowerCase());
  }

  /** Stops the work on a recording and waits until it has stopped. Throws RECORDING_NOT_FOUND. */
  async cancel(id: string): Promise<Recording> {
    const { jobs, recordings, cancelLive } = this.#with;
    const before = await getRecording(recordings, id);
    await cancelLive(before.id);
    await jobs.stop(before.id, new AppError('CANCELLED'));
    return getRecording(recordings, before.id);
  }

  textRules(options: TranscribeOptions): RewriteParts {
    const mode = this.#with.planner.modeOf(options);
    return textRulesOf({ ...mode, removeTrailingPeriod: false }, options, 'api').rewriteParts;
  }

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

  async putOff(): Promise<void> {
    await this.#with.jobs.stopAll();
  }
}

export interface NewTranscriptionsOptions {
  readonly queue: JobQueue;
  readonly jobs: RunningJobs;
  readonly launcher: JobLauncher;
  readonly requests: IdempotentRequests;
  readonly retranscriptions: Retranscriptions;
  readonly accepted: NewRecordings;
  /** Whether audio and transcript are kept if the caller does not say. */
  readonly savesByDefault: () => boolean;
}

/** A request whose audio has been taken over. */
export interface NewTranscription {
  readonly planned: PlannedTranscription;
  readonly audio: IngestedAudio;
  readonly options: TranscribeOptions;
  readonly context: TranscriptionContext;
  /** Running since the request arrived. */
  readonly timer: StageTimer;
}

/** Turns requests into jobs, with a recording where it is kept: once for each idempotency key. */
export class NewTranscriptions {
  readonly #with: NewTranscriptionsOptions;

  constructor(options: NewTranscriptionsOptions) {
    this.#with = options;
  }

  /** The request's answer. Its audio is discarded by then, unless a recording has taken it over. */
  async run(request: NewTranscription): Promise<Answer> {
    const { requests, retranscriptions, jobs } = this.#with;
    const { audio, options, context } = request;
    const { idempotencyKey, madeBy, signal } = context;
    if (idempotencyKey === undefined) return this.#first(request).finally(() => audio.discard());
    const key = await requestKeyOf(idempotencyKey, audio.path, options, madeBy?.tokenId).catch(
      async (error: unknown) => {
        await audio.discard();
        throw error;
      },
    );
    const work = {
      first: (requestKey: RequestKey, shared: AbortSignal) =>
        this.#first({ ...request, context: { ...context, signal: shared } }, requestKey),
      again: (id: string, shared: AbortSignal) =>
        retranscriptions.run(id, {}, { ...context, signal: shared }),
      settled: (id: string) => jobs.settled(id),
      discard: () => audio.discard(),
    };
    return requests.once(key, options, work, signal);
  }

  async #first(
    { planned, audio, options, context, timer }: NewTranscription,
    requestKey?: RequestKey,
  ): Promise<Answer> {
    const { queue, launcher, accepted, savesByDefault } = this.#with;
    const inBackground = options.async === true;
    const saved = inBackground || (options.save ?? savesByDefault());
    const { path, format, flushed } = audio;
    const ticket = queue.reserve(planned.queue);
    timer.enter('save');
    const recording: NewRecording | undefined = saved
      ? {
          source: context.source,
          sourceName: sourceNameOf(options.source_name),
          mode: planned.mode,
          options: keptOptions(options),
          audio: { path, format, flushed },
          requestKey,
          requestId: context.requestId,
          madeBy: context.madeBy,
          byAction: context.byAction,
        }
      : undefined;
    const isWorkedOnAtOnce = !inBackground && planned.plan.kind === 'local' && isQuicklyRead(audio);
    let arrival: Arrival | undefined;
    let stored: StoredRecording | undefined;
    try {
      if (recording && isWorkedOnAtOnce) {
        const read = Promise.withResolvers<void>();
        arrival = { ...accepted.take(recording, read.promise), audioRead: read.resolve };
      } else if (recording) stored = await accepted.accept(recording);
    } catch (error) {
      ticket.release();
      throw error;
    }
    const job: Job = {
      ...planned,
      id: arrival?.id ?? stored?.recording.id ?? randomUUID(),
      run: stored?.run ?? 1,
      source: context.source,
      saved,
      audio: { path: stored?.recording.audioFilePath ?? path, format },
      ticket,
      timer,
      caller: inBackground ? {} : context,
      arrival,
    };
    if (inBackground) return launcher.runInBackground(job);
    try {
      return await launcher.run(job, context.signal);
    } finally {
      // Also where the work was never begun: what is left of the audio now is deleted.
      arrival?.audioRead();
      arrival?.write('pending').catch(() => undefined);
      await arrival?.secured.catch(() => undefined);
    }
  }
}

const QUICK_BYTES = 4 * 1024 * 1024;

/** True for audio that is read within milliseconds, so that moving it to its place may wait for that. */
function isQuicklyRead({ bytes, format }: IngestedAudio): boolean {
  return (format === 'wav' || format === 'aiff') && bytes <= QUICK_BYTES;
}

export interface RetranscriptionsOptions {
  readonly planner: TranscriptionPlanner;
  readonly queue: JobQueue;
  readonly launcher: JobLauncher;
  readonly recordings: RecordingPlaces;
  readonly work: RecordingWork;
  readonly clock: Clock;
}

/** Transcribes the audio of recordings again. The previous text stays until there is a new one. */
export class Retranscriptions {
  readonly #with: RetranscriptionsOptions;

  constructor(options: RetranscriptionsOptions) {
    this.#with = options;
  }

  /** Keeps the recording's own options where no others are given. Throws RECORDING_NOT_FOUND, FILE_NOT_FOUND, and what planning does. */
  async run(
    id: string,
    given: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription> {
    const { planner, queue, launcher, recordings, work, clock } = this.#with;
    const timer = new StageTimer(clock, context.startedAtMs);
    const stored = await getStored(recordings, id);
    const asBefore = given.mode_id === undefined && given.engine === undefined;
    // The previous mode may have been deleted; then the default one takes its place.
    const { mode_id: _before, engine, ...before } = stored.work.options;
    // Another model may belong to another engine.
    const kept = { ...before, ...(given.model === undefined && { engine }) };
    const planned = planner.plan({ ...(asBefore && kept), ...onlyGiven(given) }, stored.recording.modeId);
    const { path, format } = await getAudio(recordings, stored.recording.id);
    const ticket = queue.reserve(planned.queue);
    timer.enter('save');
    let run: WorkRun;
    try {
      run = await work.requeue(stored.recording.id, keptOptions(planned.options), planned.mode);
    } catch (error) {
      ticket.release();
      throw error;
    }
    const job: Job = {
      ...planned,
      ...run,
      source: stored.recording.source,
      saved: true,
      audio: { path, format },
      ticket,
      timer,
      caller: given.async === true ? {} : context,
    };
    return given.async === true ? launcher.runInBackground(job) : launcher.run(job, context.signal);
  }
}

export interface UnfinishedTranscriptionsOptions {
  readonly planner: Pick<TranscriptionPlanner, 'plan'>;
  readonly queue: Pick<JobQueue, 'reserve'>;
  readonly launcher: Pick<JobLauncher, 'runInBackground'>;
  readonly accepted: Pick<NewRecordings, 'securedAudio'>;
  readonly work: Pick<RecordingWork, 'unfinished' | 'fail'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A recording that was being transcribed this often when the application died fails. */
const MAXIMUM_ATTEMPTS = 3;

/** Transcriptions that an earlier run of the application accepted and did not finish. */
export class UnfinishedTranscriptions {
  readonly #with: UnfinishedTranscriptionsOptions;

  constructor(options: UnfinishedTranscriptionsOptions) {
    this.#with = options;
  }

  /** Starts them in the background, oldest first. One that cannot be resumed fails, with its reason in its recording. */
  async resume(): Promise<void> {
    const { work, logger } = this.#with;
    for (const stored of await work.unfinished()) {
      try {
        await this.#resumeOne(stored);
      } catch (error) {
        const failed = { id: stored.recording.id, run: stored.run };
        await untilWritten(() => work.fail(failed, 'failed', asAppError(error).toBody()), {
          logger,
          what: 'that a recording could not be resumed',
        });
      }
    }
  }

  async #resumeOne(stored: StoredRecording): Promise<void> {
    const { planner, queue, launcher, accepted, clock } = this.#with;
    const { id, source, audioFilePath, modeId } = stored.recording;
    if (audioFilePath === null || !(await accepted.securedAudio(stored))) {
      throw new AppError('FILE_NOT_FOUND', { message: 'The audio was missing when Quoth restarted.' });
    }
    if (stored.attempts >= MAXIMUM_ATTEMPTS) {
      throw new AppError('TRANSCRIPTION_FAILED', {
        message: `Stopped after ${stored.attempts} attempts, each ended by a crash. The audio is kept.`,
      });
    }
    // Its mode may have been deleted; then the default one takes its place.
    const { mode_id, ...options } = stored.work.options;
    const planned = planner.plan(options, mode_id ?? modeId);
    launcher.runInBackground({
      ...planned,
      id,
      run: stored.run,
      source,
      saved: true,
      audio: { path: audioFilePath, format: stored.audioFormat as AudioFormat },
      recognized: recognizedBefore(stored),
      ticket: queue.reserve(planned.queue, { beyondLimit: true }),
      timer: new StageTimer(clock),
      caller: {},
    });
  }
}

/** What was recognised if the application ended while the text was being rewritten. */
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

/** Longest file name on any of the usual file systems. */
const MAXIMUM_CHARACTERS = 255;

/** The file name at the end of a path of any platform, on one line and of bounded length; undefined if nothing is left of it. */
export function sourceNameOf(path: string | undefined): string | undefined {
  const written = path
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/\p{Cc}+/gu, ' ');
  const name = written && visibleLine(written).trim().slice(0, MAXIMUM_CHARACTERS);
  return name === '' ? undefined : name;
}
