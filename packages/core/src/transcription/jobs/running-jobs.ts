import { AppError } from '@quoth/contract';

/**
 * The jobs at work, each with a way to stop it: by its caller going away, by deleting its recording, or by the application
 * ending. A job stopped by `stopAll` has the reason `Shutdown`, so that its recording stays resumable.
 */
export class RunningJobs {
  readonly #jobs = new Set<RunningJob>();
  #closing = false;

  /**
   * Runs the work under a signal that joins the caller's with ours. Jobs of the same id that are about to let go are waited for: there is
   * never more than one of an id at work.
   */
  async run<Result>(
    id: string,
    callerSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing) throw new Shutdown();
    const stop = new AbortController();
    const signal = AbortSignal.any([callerSignal, stop.signal]);
    const running = this.has(id) ? this.settled(id).then(() => work(signal)) : work(signal);
    const settled = running.then(
      () => undefined,
      () => undefined,
    );
    const job: RunningJob = { id, stop, settled };
    this.#jobs.add(job);
    try {
      return await running;
    } finally {
      this.#jobs.delete(job);
    }
  }

  /** True while any job is at work. */
  get busy(): boolean {
    return this.#jobs.size > 0;
  }

  /** True while a job of this id is at work. */
  has(id: string): boolean {
    return this.#of(id).length > 0;
  }

  /** Stops the jobs of this id and waits until they have let go; false when there is none. */
  async stop(id: string, reason: AppError): Promise<boolean> {
    const jobs = this.#of(id);
    for (const { stop } of jobs) stop.abort(reason);
    await allSettled(jobs);
    return jobs.length > 0;
  }

  /** Waits until the jobs of this id that are at work now have let go. */
  async settled(id: string): Promise<void> {
    await allSettled(this.#of(id));
  }

  /** Stops every job and waits until each has let go. */
  async stopAll(): Promise<void> {
    this.#closing = true;
    const jobs = [...this.#jobs];
    for (const { stop } of jobs) stop.abort(new Shutdown());
    await allSettled(jobs);
  }

  #of(id: string): RunningJob[] {
    return [...this.#jobs].filter((job) => job.id === id);
  }
}

interface RunningJob {
  readonly id: string;
  readonly stop: AbortController;
  /** Never rejects. */
  readonly settled: Promise<void>;
}

async function allSettled(jobs: readonly RunningJob[]): Promise<void> {
  await Promise.all(jobs.map(({ settled }) => settled));
}

/** Why a job stopped when the application ended: the next start takes it up again. */
export class Shutdown extends AppError {
  /** `recordingId`: of a recording that is kept, and goes on at the next start. */
  constructor(recordingId?: string) {
    super('CANCELLED', {
      message: `Quoth was stopped before this transcription was finished.${recordingId === undefined ? '' : ` It resumes at the next start, as recording ${recordingId}.`}`,
      hint:
        recordingId === undefined
          ? 'Start Quoth again with "quoth start", and send the audio once more.'
          : `Start Quoth again with "quoth start"; "quoth recordings show ${recordingId}" prints the text when it is there.`,
    });
  }
}
