import { AppError } from '../base/index.ts';

/**
 * The jobs at work, each with a way to stop it: by its caller going away, by deleting its recording, or by the application
 * ending. A job stopped by `stopAll` has the reason `Shutdown`, so that its recording stays resumable.
 */
export class RunningJobs {
  readonly #stops = new Map<string, AbortController>();
  readonly #settled = new Map<string, Promise<unknown>>();
  #closing = false;

  /** Runs the work under a signal that joins the caller's with ours. */
  async run<Result>(
    id: string,
    callerSignal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing) throw new Shutdown();
    const stop = new AbortController();
    this.#stops.set(id, stop);
    const running = work(AbortSignal.any([callerSignal, stop.signal]));
    this.#settled.set(
      id,
      running.catch(() => undefined),
    );
    try {
      return await running;
    } finally {
      this.#stops.delete(id);
      this.#settled.delete(id);
    }
  }

  /** True while a job of this id is at work. */
  has(id: string): boolean {
    return this.#stops.has(id);
  }

  /** Stops one job and waits until it has let go; false when there is none of this id. */
  async stop(id: string, reason: AppError): Promise<boolean> {
    const settled = this.#settled.get(id);
    this.#stops.get(id)?.abort(reason);
    await settled;
    return settled !== undefined;
  }

  /** Waits until no job of this id is at work. */
  async settled(id: string): Promise<void> {
    await this.#settled.get(id);
  }

  /** Stops every job and waits until each has let go. */
  async stopAll(): Promise<void> {
    this.#closing = true;
    for (const stop of this.#stops.values()) stop.abort(new Shutdown());
    await Promise.all(this.#settled.values());
  }
}

/** Why a job stopped when the application ended: the next start takes it up again. */
export class Shutdown extends AppError {
  constructor() {
    super('CANCELLED', {
      message: 'Quoth was closed before the work was done.',
      hint: 'Start Quoth again: a recording that was accepted is finished then.',
    });
  }
}
