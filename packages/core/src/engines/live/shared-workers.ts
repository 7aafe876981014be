import { waitOrAbort } from '../../base/index.ts';
import type { EngineWorkerPool, PooledWorker, WorkerRequest } from '../engine-worker-pool.ts';

export interface SharedWorkersOptions<Worker extends PooledWorker> {
  readonly pool: Pick<EngineWorkerPool<Worker>, 'run'>;
  /** How many recordings in progress one worker follows. */
  readonly capacity: number;
  /** False for a worker that was started for other settings than those of now. */
  readonly isUsable: (worker: Worker) => boolean;
  /** True where memory allows one more copy of the model. */
  readonly hasRoomFor: (model: string) => boolean;
}

/** A worker that recordings in progress share. */
interface SharedWorker<Worker> {
  readonly model: string;
  readonly worker: Promise<Worker>;
  /** Undefined while it is waited for. */
  taken: Worker | undefined;
  followed: number;
  /** Gives the worker back, or stops waiting for it; resolves when that is done. */
  readonly end: () => Promise<void>;
}

/**
 * Recordings in progress with the same model share workers, because each waits for somebody who speaks most of the time: a worker is taken from the pool with the first,
 * and given back after the last.
 */
export class SharedWorkers<Worker extends PooledWorker> {
  readonly #with: SharedWorkersOptions<Worker>;
  #shared: SharedWorker<Worker>[] = [];

  constructor(options: SharedWorkersOptions<Worker>) {
    this.#with = options;
  }

  /** Runs the work on a worker that may follow other recordings as well. Throws as `EngineWorkerPool.run` does. */
  async run<Result>(request: WorkerRequest, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    const shared = this.#open(request.model) ?? this.#begin(request);
    shared.followed++;
    try {
      return await work(await waitOrAbort(shared.worker, request.signal));
    } finally {
      shared.followed--;
      if (shared.followed === 0) {
        this.#shared = this.#shared.filter((other) => other !== shared);
        // The next chunk of this recording finds the worker in the pool.
        await shared.end();
      }
    }
  }

  #open(model: string): SharedWorker<Worker> | undefined {
    const { capacity, isUsable, hasRoomFor } = this.#with;
    const isOpen = ({ taken }: SharedWorker<Worker>) =>
      taken === undefined || (!taken.gone && isUsable(taken));
    const open = this.#shared.filter(
      (shared) => shared.model === model && shared.followed < capacity && isOpen(shared),
    );
    return hasRoomFor(model) ? open[0] : undefined;
  }

  #begin(request: WorkerRequest): SharedWorker<Worker> {
    const given = Promise.withResolvers<Worker>();
    const over = Promise.withResolvers<void>();
    const stop = new AbortController();
    const done = this.#with.pool
      .run({ ...request, signal: stop.signal }, async (worker) => {
        shared.taken = worker;
        given.resolve(worker);
        await over.promise;
      })
      .catch((error: unknown) => given.reject(error));
    // Whoever waits for it gets the reason; there may be nobody any more.
    given.promise.catch(() => undefined);
    const shared: SharedWorker<Worker> = {
      model: request.model,
      worker: given.promise,
      taken: undefined,
      followed: 0,
      end: async () => {
        over.resolve();
        stop.abort();
        await done;
      },
    };
    this.#shared.push(shared);
    return shared;
  }
}
