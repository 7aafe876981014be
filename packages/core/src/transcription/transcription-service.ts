import {
  type AcceptedTranscription,
  AppError,
  type Recording,
  type RetranscribeBody,
  type TranscribeOptions,
  type Transcription,
} from '@quoth/contract';
import type { RecognizedAudio } from '@quoth/text';
import type { Clock } from '../base/index.ts';
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
import type { RecordingStore } from '../recordings/index.ts';
import type { JobProgress } from './jobs/job-progress.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { RunningJobs } from './jobs/running-jobs.ts';
import { StageTimer } from './jobs/stage-timer.ts';
import type { TranscriptionPlanner } from './planning/transcription-planner.ts';
import { printCaptions } from './print-captions.ts';
import type { NewTranscriptions } from './requests/new-transcriptions.ts';
import type { Retranscriptions } from './requests/retranscriptions.ts';
import type { UnfinishedTranscriptions } from './requests/unfinished-transcriptions.ts';
import { textRulesOf } from './text-rules-of.ts';

export interface TranscriptionServiceOptions {
  readonly planner: TranscriptionPlanner;
  readonly queue: JobQueue;
  readonly jobs: RunningJobs;
  readonly progress: JobProgress;
  readonly requests: NewTranscriptions;
  readonly retranscriptions: Retranscriptions;
  readonly unfinished: UnfinishedTranscriptions;
  readonly recordings: RecordingStore;
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
      // Whoever waits for it gets the error; here it must only not go unhandled.
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
    const before = await recordings.get(id);
    await cancelLive(before.id);
    await jobs.stop(before.id, new AppError('CANCELLED'));
    return recordings.get(before.id);
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
