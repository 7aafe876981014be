import type { AcceptedTranscription, Transcription } from '@quoth/contract';
import type { Logger } from '../../base/index.ts';
import { toTranscription } from '../to-transcription.ts';
import type { Job } from './job.ts';
import type { JobRunner } from './job-runner.ts';
import type { RunningJobs } from './running-jobs.ts';

export interface JobLauncherOptions {
  readonly jobs: RunningJobs;
  readonly runner: Pick<JobRunner, 'run'>;
  readonly logger: Logger;
}

/** Runs accepted jobs, and gives whoever asked for one its answer. */
export class JobLauncher {
  readonly #with: JobLauncherOptions;

  constructor(options: JobLauncherOptions) {
    this.#with = options;
  }

  /** The job's transcript. Aborting the signal stops the job. Rejects with the AppError that it ended with. */
  async run(job: Job, signal: AbortSignal): Promise<Transcription> {
    const finished = await this.#started(job, signal);
    return toTranscription(finished, job.options, job.timer.read());
  }

  /** Starts the job and returns at once; its recording tells how it ends. */
  runInBackground(job: Job): AcceptedTranscription {
    this.#started(job, new AbortController().signal).catch((error: unknown) => {
      this.#with.logger.debug({ error }, 'A job in the background failed.');
    });
    return { ok: true, recording_id: job.id, status: 'pending' };
  }

  #started(job: Job, signal: AbortSignal) {
    const { jobs, runner } = this.#with;
    return jobs.run(job.id, signal, (jobSignal) => runner.run(job, jobSignal));
  }
}
