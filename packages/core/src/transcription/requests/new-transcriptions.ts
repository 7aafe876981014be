import { randomUUID } from 'node:crypto';
import type { TranscribeOptions } from '@quoth/contract';
import type { IngestedAudio, TranscriptionContext } from '../../declarations/index.ts';
import type { AcceptedRecordings, RequestKey } from '../../recordings/index.ts';
import type { Answer, IdempotentRequests } from '../idempotency/idempotent-requests.ts';
import { requestKeyOf } from '../idempotency/request-key-of.ts';
import type { Job } from '../jobs/job.ts';
import type { JobLauncher } from '../jobs/job-launcher.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { RunningJobs } from '../jobs/running-jobs.ts';
import type { StageTimer } from '../jobs/stage-timer.ts';
import type { PlannedTranscription } from '../planning/transcription-planner.ts';
import { keptOptions } from '../planning/work-options.ts';
import type { Retranscriptions } from './retranscriptions.ts';
import { sourceNameOf } from './source-name.ts';

export interface NewTranscriptionsOptions {
  readonly queue: JobQueue;
  readonly jobs: RunningJobs;
  readonly launcher: JobLauncher;
  readonly requests: IdempotentRequests;
  readonly retranscriptions: Retranscriptions;
  readonly accepted: AcceptedRecordings;
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
    const { path, format } = audio;
    const ticket = queue.reserve(planned.queue);
    timer.enter('save');
    const kept = saved
      ? await accepted
          .accept({
            source: context.source,
            sourceName: sourceNameOf(options.source_name),
            mode: planned.mode,
            options: keptOptions(options),
            audio: { path, format },
            requestKey,
            requestId: context.requestId,
            madeBy: context.madeBy,
            byAction: context.byAction,
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
    return inBackground ? launcher.runInBackground(job) : launcher.run(job, context.signal);
  }
}
