import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import {
  type AcceptedTranscription,
  limits,
  type Mode,
  type Recording,
  type RetranscribeBody,
  type TranscribeOptions,
  type Transcription,
} from '@quoth/contract';
import type { AudioDecoder, AudioFormat, AudioIntake, PathPolicy } from '../audio/index.ts';
import {
  AppError,
  asAppError,
  type Clock,
  type DataFolder,
  type EventBus,
  type Logger,
  untilWritten,
} from '../base/index.ts';
import type { AudioSource, IngestedAudio, TranscriptionContext } from '../core.ts';
import { type Engines, LONG_SECONDS } from '../engines/index.ts';
import type { ModeStore } from '../modes/index.ts';
import type { RecordingStore, RequestKey, StoredRecording } from '../recordings/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import { applyTextRules } from '../text-rules/index.ts';
import { DecodeSlots } from './decode-slots.ts';
import { jobHooks } from './job-hooks.ts';
import { JobProgress } from './job-progress.ts';
import { JobQueue, type Ticket } from './job-queue.ts';
import { type ExplicitChoice, planTranscription, type TranscriptionPlan } from './plan-transcription.ts';
import type { Machine } from './rank-models.ts';
import { RunningJobs, Shutdown } from './running-jobs.ts';
import { type FinishedJob, toTranscription } from './to-transcription.ts';
import { keptOptions, onlyGiven, type WorkOptions } from './work-options.ts';

export interface TranscriberOptions {
  readonly folder: DataFolder;
  readonly settings: SettingsStore;
  readonly modes: ModeStore;
  readonly recordings: RecordingStore;
  readonly intake: AudioIntake;
  readonly decoder: AudioDecoder;
  readonly engines: Engines;
  readonly machine: Machine;
  readonly pathPolicy: () => PathPolicy;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A transcription's context, and the caller's key under which its recording is found again. */
export type KeyedContext = TranscriptionContext & { readonly requestKey?: RequestKey | undefined };

/** One transcription, settled: what to recognise, how, and where its audio lies. */
interface Job {
  /** The recording's id, or one of its own where nothing is kept. */
  readonly id: string;
  readonly saved: boolean;
  readonly audio: { readonly path: string; readonly format: AudioFormat };
  readonly mode: Mode;
  readonly options: WorkOptions;
  readonly plan: TranscriptionPlan;
  readonly ticket: Ticket;
  /** Who waits for it and is told how it goes; nobody for work in the background. */
  readonly caller: Pick<TranscriptionContext, 'onDuration' | 'onSettledText'>;
}

/** From accepted audio to saved text: the one way that every transcription takes. */
export class Transcriber {
  readonly #with: TranscriberOptions;
  readonly #queue: JobQueue;
  readonly #jobs = new RunningJobs();
  readonly #progress: JobProgress;
  /** Decoding is work for a core; more at a time only slows each of them down. */
  readonly #slots = new DecodeSlots(Math.max(1, availableParallelism() - 1));

  constructor(options: TranscriberOptions) {
    this.#with = options;
    this.#queue = new JobQueue(() => options.settings.get().queueWaiting);
    this.#progress = new JobProgress(options);
  }

  /** Throws what is wrong with the options before any audio is taken. */
  check(options: TranscribeOptions): void {
    this.#plan(this.#modeOf(options.mode_id), options);
  }

  /** Throws RATE_LIMITED while an engine's queue is full. */
  checkQueue(): void {
    for (const { id } of this.#with.engines.status()) this.#queue.check(id);
  }

  ingest(source: AudioSource, signal: AbortSignal): Promise<IngestedAudio> {
    const { intake, pathPolicy } = this.#with;
    if (source.kind === 'path') return intake.fromPath(source.path, pathPolicy(), signal);
    if (source.kind === 'bytes') return intake.fromBytes(source.bytes, signal);
    return intake.fromStream(source.stream, signal);
  }

  /** Takes the audio over. With `async` it answers as soon as row and audio have reached the disk. */
  async transcribe(
    audio: IngestedAudio,
    options: TranscribeOptions,
    context: KeyedContext,
  ): Promise<Transcription | AcceptedTranscription> {
    const startedAt = context.startedAtMs ?? this.#with.clock.monotonic();
    try {
      const mode = this.#modeOf(options.mode_id);
      const plan = this.#plan(mode, options);
      const saved =
        options.async === true || (options.save ?? this.#with.settings.get().saveApiTranscriptions);
      const ticket = this.#queue.reserve(this.#with.engines.hostOf(plan.model.id));
      const kept = await this.#accepted(saved, audio, mode, options, context).catch((error: unknown) => {
        ticket.release();
        throw error;
      });
      const job: Job = {
        id: kept?.recording.id ?? randomUUID(),
        saved,
        audio: {
          path: kept?.recording.audioFilePath ?? audio.path,
          format: audio.format as AudioFormat,
        },
        mode,
        options,
        plan,
        ticket,
        caller: options.async === true ? {} : context,
      };
      return await this.#start(job, options.async === true, context.signal, startedAt);
    } finally {
      await audio.discard();
    }
  }

  /** Works on kept audio again. The text of before stays until there is a new one. */
  async retranscribe(
    id: string,
    given: RetranscribeBody,
    context: TranscriptionContext,
  ): Promise<Transcription | AcceptedTranscription> {
    const startedAt = context.startedAtMs ?? this.#with.clock.monotonic();
    const { recordings } = this.#with;
    const stored = await recordings.stored(id);
    if (this.#jobs.has(stored.recording.id)) throw beingWorkedOn();
    const asBefore = given.mode_id === undefined && given.engine === undefined;
    // The mode of before may be gone; then the default one takes its place.
    const { mode_id: _before, ...before } = stored.work.options;
    const options = { ...(asBefore && before), ...onlyGiven(given) };
    const mode = this.#modeOf(given.mode_id, stored.recording.modeId);
    const plan = this.#plan(mode, options);
    const { path, format } = await recordings.audio(stored.recording.id);
    const ticket = this.#queue.reserve(this.#with.engines.hostOf(plan.model.id));
    try {
      await recordings.requeue(stored.recording.id, keptOptions(options), mode);
    } catch (error) {
      ticket.release();
      throw error;
    }
    const job: Job = {
      id: stored.recording.id,
      saved: true,
      audio: { path, format },
      mode,
      options,
      plan,
      ticket,
      caller: given.async === true ? {} : context,
    };
    return this.#start(job, given.async === true, context.signal, startedAt);
  }

  /** Takes up what an earlier run accepted and did not finish; it runs on by itself. */
  async resume(): Promise<void> {
    for (const stored of await this.#with.recordings.unfinished()) {
      try {
        await this.#resumeOne(stored);
      } catch (error) {
        const { id } = stored.recording;
        await untilWritten(() => this.#with.recordings.fail(id, 'failed', asAppError(error).toBody()));
      }
    }
  }

  /** True while the recording is being worked on. */
  isAtWork(id: string): boolean {
    return this.#jobs.has(id.toLowerCase());
  }

  /** Percent of the work on a recording; undefined where nothing is being done. */
  percentOf(id: string): number | undefined {
    return this.#progress.percent(id.toLowerCase());
  }

  /** Waits until nothing is being done on the recording. */
  settled(id: string): Promise<void> {
    return this.#jobs.settled(id.toLowerCase());
  }

  async cancel(id: string): Promise<Recording> {
    const { recordings } = this.#with;
    const before = await recordings.get(id);
    await this.#jobs.stop(before.id, new AppError('CANCELLED'));
    return recordings.get(before.id);
  }

  textRules(options: TranscribeOptions): (text: string) => string {
    const mode = this.#modeOf(options.mode_id);
    return this.#rules({ ...mode, removeTrailingPeriod: false }, options).rewrite;
  }

  load(): { readonly running: number; readonly waiting: number } {
    return this.#queue.load();
  }

  /** Stops the work in hand so that the next start takes it up. */
  async close(): Promise<void> {
    await this.#jobs.stopAll();
  }

  async #resumeOne(stored: StoredRecording): Promise<void> {
    const { recordings } = this.#with;
    const { id, audioFilePath, modeId } = stored.recording;
    if (audioFilePath === null || !(await recordings.securedAudio(stored))) {
      throw new AppError('FILE_NOT_FOUND', { message: 'The audio was gone when Quoth started again.' });
    }
    if (stored.attempts >= MAXIMUM_ATTEMPTS) {
      throw new AppError('TRANSCRIPTION_FAILED', {
        message: `Given up after ${stored.attempts} attempts, each ended by a crash. The audio is kept.`,
      });
    }
    const mode = this.#modeOf(undefined, stored.work.options.mode_id ?? modeId);
    const plan = this.#plan(mode, stored.work.options);
    const audio = { path: audioFilePath, format: stored.audioFormat as AudioFormat };
    const ticket = this.#queue.reserve(this.#with.engines.hostOf(plan.model.id), { beyondLimit: true });
    const job: Job = { id, saved: true, audio, mode, options: stored.work.options, plan, ticket, caller: {} };
    await this.#start(job, true, new AbortController().signal, this.#with.clock.monotonic());
  }

  async #accepted(
    saved: boolean,
    audio: IngestedAudio,
    mode: Mode,
    options: TranscribeOptions,
    { source, requestKey }: KeyedContext,
  ): Promise<StoredRecording | undefined> {
    if (!saved) return undefined;
    return this.#with.recordings.accept({
      source,
      mode,
      options: keptOptions(options),
      audio: { path: audio.path, format: audio.format as AudioFormat },
      requestKey,
    });
  }

  async #start(
    job: Job,
    inBackground: boolean,
    signal: AbortSignal,
    startedAt: number,
  ): Promise<Transcription | AcceptedTranscription> {
    const callerSignal = inBackground ? new AbortController().signal : signal;
    const running = this.#jobs.run(job.id, callerSignal, (jobSignal) => this.#work(job, jobSignal));
    if (inBackground) {
      running.catch((error: unknown) =>
        this.#with.logger.debug({ error }, 'A job in the background failed.'),
      );
      return { ok: true, recording_id: job.id, status: 'pending' };
    }
    const finished = await running;
    const latency = Math.round(this.#with.clock.monotonic() - startedAt);
    return toTranscription(finished, job.options, latency);
  }

  async #work(job: Job, signal: AbortSignal): Promise<FinishedJob> {
    const spoolPath = join(this.#with.folder.spool, `${job.id}.pcm`);
    const progress = { duration: 0 };
    if (job.saved) this.#progress.begin(job.id);
    try {
      signal.throwIfAborted();
      const finished = await this.#recognised(job, spoolPath, progress, signal);
      if (job.saved) {
        await this.#with.recordings.complete(job.id, finished.record);
        this.#progress.complete(job.id);
      }
      return finished;
    } catch (error) {
      throw await this.#ended(job, signal.aborted ? signal.reason : error, progress.duration);
    } finally {
      this.#progress.end(job.id);
      job.ticket.release();
      await rm(spoolPath, { force: true });
    }
  }

  async #recognised(
    job: Job,
    spoolPath: string,
    progress: { duration: number },
    signal: AbortSignal,
  ): Promise<FinishedJob> {
    const { clock, decoder, engines, events } = this.#with;
    const asked = clock.monotonic();
    const { durationSeconds, begun, decoded } = await this.#slots.run(signal, async () => {
      const begun = clock.monotonic();
      const result = await decoder.decode({
        ...job.audio,
        spoolPath,
        signal,
        maxSeconds: limits.audioSeconds,
      });
      return { ...result, begun, decoded: clock.monotonic() };
    });
    progress.duration = durationSeconds;
    job.caller.onDuration?.(durationSeconds);
    await job.ticket.turn(signal, durationSeconds > LONG_SECONDS);
    const turn = clock.monotonic();
    // Only what is really at the engine counts as an attempt: a crash is nothing against those that wait.
    if (job.saved) await this.#with.recordings.begin(job.id);
    const { model, language } = job.plan;
    const { vocabulary, rewrite } = this.#rules(job.mode, job.options);
    const wordTimes = job.options.timestamp_granularities?.includes('word') ?? false;
    const translate = job.options.translate ?? false;
    const result = await engines.recognize(
      { model: model.id, language, spoolPath, vocabulary, durationSeconds, translate, wordTimes },
      { signal, ...jobHooks({ ...job, rewrite, vocabulary, events, progress: this.#progress }) },
    );
    const text = rewrite(result.text);
    return {
      recordingId: job.saved ? job.id : undefined,
      mode: job.mode,
      capabilities: model.capabilities,
      timings: {
        queue_ms: Math.round(begun - asked + (turn - decoded)),
        audio_ms: Math.round(decoded - begun),
        load_ms: Math.round(result.loadMs),
        decode_ms: Math.round(result.decodeMs),
      },
      record: {
        text,
        transcribedText: result.text,
        provider: model.engine,
        model: model.id,
        language: result.language ?? (language === 'auto' ? null : language),
        duration: durationSeconds,
        words: result.words,
        segments: result.segments,
      },
    };
  }

  /** Writes down how the job ended, and returns the error that its caller gets. */
  async #ended(job: Job, reason: unknown, duration: number): Promise<AppError> {
    const { recordings, logger } = this.#with;
    const error =
      reason instanceof AppError ? reason : isAbort(reason) ? new AppError('CANCELLED') : asAppError(reason);
    if (error.code === 'INTERNAL_ERROR') logger.error({ error }, 'A transcription failed.');
    if (!job.saved) return error;
    if (error instanceof Shutdown) await untilWritten(() => recordings.interrupt(job.id));
    else {
      const status = error.code === 'CANCELLED' ? 'cancelled' : 'failed';
      await untilWritten(() => recordings.fail(job.id, status, error.toBody(), duration));
    }
    return error;
  }

  #rules(
    mode: Mode,
    options: WorkOptions,
  ): { readonly vocabulary: readonly string[]; readonly rewrite: (text: string) => string } {
    const vocabulary = [...(options.vocabulary ?? []), ...mode.customVocabulary];
    const rules = { ...mode, customVocabulary: vocabulary };
    return { vocabulary, rewrite: (text) => applyTextRules(text, rules) };
  }

  /** The mode asked for; else the recording's own where it still exists; else the default. */
  #modeOf(id: string | undefined, preferred: string | null = null): Mode {
    const { modes } = this.#with;
    if (id !== undefined) return modes.get(id);
    return modes.list().find((mode) => mode.id === preferred) ?? modes.default();
  }

  #plan(mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
    const { engines, machine } = this.#with;
    try {
      return planTranscription(mode, explicit, engines.models(), machine);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'MODEL_NOT_INSTALLED') throw error;
      // It may have been installed since we looked.
      engines.refresh();
      return planTranscription(mode, explicit, engines.models(), machine);
    }
  }
}

/** A recording that was at work this often when the application died is given up. */
const MAXIMUM_ATTEMPTS = 3;

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

function beingWorkedOn(): AppError {
  return new AppError('INVALID_REQUEST', {
    message: 'This recording is being worked on.',
    hint: 'Wait until its status is final, then try again.',
  });
}
