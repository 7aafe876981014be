import type { AcceptedTranscription, RetranscribeBody, Transcription } from '@quoth/contract';
import type { Clock } from '../../base/index.ts';
import type { TranscriptionContext } from '../../declarations/index.ts';
import type { RecordingStore, RecordingWork, WorkRun } from '../../recordings/index.ts';
import type { Job } from '../jobs/job.ts';
import type { JobLauncher } from '../jobs/job-launcher.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { StageTimer } from '../jobs/stage-timer.ts';
import type { TranscriptionPlanner } from '../planning/transcription-planner.ts';
import { keptOptions, onlyGiven } from '../planning/work-options.ts';

export interface RetranscriptionsOptions {
  readonly planner: TranscriptionPlanner;
  readonly queue: JobQueue;
  readonly launcher: JobLauncher;
  readonly recordings: RecordingStore;
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
    const stored = await recordings.stored(id);
    const asBefore = given.mode_id === undefined && given.engine === undefined;
    // The previous mode may have been deleted; then the default one takes its place.
    const { mode_id: _before, engine, ...before } = stored.work.options;
    // Another model may belong to another engine.
    const kept = { ...before, ...(given.model === undefined && { engine }) };
    const planned = planner.plan({ ...(asBefore && kept), ...onlyGiven(given) }, stored.recording.modeId);
    const { path, format } = await recordings.audio(stored.recording.id);
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
