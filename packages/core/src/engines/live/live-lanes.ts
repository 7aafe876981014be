import { waitOrAbort } from '../../base/index.ts';
import type { EngineWorkerPool, PooledWorker, WorkerRequest } from '../engine-worker-pool.ts';

export interface LiveLanesOptions<Worker extends PooledWorker> {
  readonly pool: Pick<EngineWorkerPool<Worker>, 'run'>;
  /** How many recordings in progress one worker follows. */
  readonly capacity: number;
  /** False for a worker that was started for other settings than those of now. */
  readonly isUsable: (worker: Worker) => boolean;
  /** True where memory allows one more copy of the model. */
  readonly hasRoomFor: (model: string) => boolean;
}

/** A worker that recordings in progress share. */
interface Lane<Worker> {
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
export class LiveLanes<Worker extends PooledWorker> {
  readonly #with: LiveLanesOptions<Worker>;
  #lanes: Lane<Worker>[] = [];

  constructor(options: LiveLanesOptions<Worker>) {
    this.#with = options;
  }

  /** Runs the work on a worker that may follow other recordings as well. Throws as `EngineWorkerPool.run` does. */
  async run<Result>(request: WorkerRequest, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    const lane = this.#open(request.model) ?? this.#begin(request);
    lane.followed++;
    try {
      return await work(await waitOrAbort(lane.worker, request.signal));
    } finally {
      lane.followed--;
      if (lane.followed === 0) {
        this.#lanes = this.#lanes.filter((other) => other !== lane);
        // The next chunk of this recording finds the worker in the pool.
        await lane.end();
      }
    }
  }

  #open(model: string): Lane<Worker> | undefined {
    const { capacity, isUsable, hasRoomFor } = this.#with;
    const isOpen = ({ taken }: Lane<Worker>) => taken === undefined || (!taken.gone && isUsable(taken));
    const open = this.#lanes.filter(
      (lane) => lane.model === model && lane.followed < capacity && isOpen(lane),
    );
    return hasRoomFor(model) ? open[0] : undefined;
  }

  #begin(request: WorkerRequest): Lane<Worker> {
    const given = Promise.withResolvers<Worker>();
    const over = Promise.withResolvers<void>();
    const stop = new AbortController();
    const done = this.#with.pool
      .run({ ...request, signal: stop.signal }, async (worker) => {
        lane.taken = worker;
        given.resolve(worker);
        await over.promise;
      })
      .catch((error: unknown) => given.reject(error));
    // Whoever waits for it gets the reason; there may be nobody any more.
    given.promise.catch(() => undefined);
    const lane: Lane<Worker> = {
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
    this.#lanes.push(lane);
    return lane;
  }
}
