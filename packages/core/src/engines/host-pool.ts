import type { AppError } from '@quoth/contract';
import { settledOrAborted, waitOrAbort } from '../base/index.ts';

/** A process of low rank gets little of the machine's time while one of normal rank wants it. */
export type SystemRank = 'normal' | 'low';

/** What the pool needs to know of an engine's process. */
export interface PooledWorker {
  /** True once its process has ended, for whatever reason. */
  readonly gone: boolean;
  /** The model in its memory; undefined while none exists. */
  readonly loadedModel: string | undefined;
  /** How the operating system ranks its process; for its whole life, since a user may lower a process but not raise it again. */
  readonly rank: SystemRank;
  /** Ends the process; what it is working on fails with the reason. */
  end(reason?: AppError): Promise<void>;
}

/** How a pool decides. */
export interface PoolRules<Worker extends PooledWorker> {
  readonly create: (rank: SystemRank) => Worker;
  /** False for a worker that was started for other settings than those of now. */
  readonly isUsable: (worker: Worker) => boolean;
  /** How many workers may be in progress with this model right now; at least one. */
  readonly maximum: (model: string) => number;
  /** How many may work at a time in total, whatever their models; at least one. */
  readonly maximumInAll: number;
  /** True if a worker with another model should keep it, and this model should get a worker of its own. */
  readonly wantsOwnWorker: (model: string) => boolean;
  /** True where memory allows one more worker with this model. */
  readonly hasRoomFor: (model: string) => boolean;
}

/** What the pool needs to know about a job. */
export interface WorkerRequest {
  /** Lower goes first. */
  readonly priority: number;
  /** A worker that has this model in memory is taken before another one. */
  readonly model: string;
  readonly signal: AbortSignal;
  /** Listens to somebody who speaks, and waits most of the time: others need not wait for it. */
  readonly isLive?: boolean;
  /** The rank of its worker; any worker will do if not given. */
  readonly rank?: SystemRank | undefined;
}

interface Waiting<Worker> {
  readonly request: WorkerRequest;
  readonly take: (worker: Worker) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * The workers of one engine, each with one job at a time. What waits goes by priority, then first come first served, as far as
 * model and machine allow. Work that is more urgent than everything in progress does not wait for it: it gets one worker beyond the limits,
 * where memory allows.
 */
export class EngineWorkerPool<Worker extends PooledWorker> {
  readonly #rules: PoolRules<Worker>;
  #free: Worker[] = [];
  readonly #busy = new Map<Worker, WorkerRequest>();
  readonly #forgotten = new WeakSet<Worker>();
  #waiting: Waiting<Worker>[] = [];
  #endReason: AppError | undefined;

  constructor(rules: PoolRules<Worker>) {
    this.#rules = rules;
  }

  /** Living workers, those in progress first. */
  workers(): readonly Worker[] {
    return [...this.#busy.keys(), ...this.#free].filter((worker) => !worker.gone);
  }

  /**
   * Runs the work on a worker that nothing else uses. Throws the signal's reason if it aborts while waiting, or the reason why no worker could be
   * started.
   */
  async run<Result>(request: WorkerRequest, work: (worker: Worker) => Promise<Result>): Promise<Result> {
    const worker = await this.#taken(request);
    try {
      return await work(worker);
    } finally {
      this.#busy.delete(worker);
      if (!worker.gone) this.#free.push(worker);
      this.#advance();
    }
  }

  /** Ends idle workers until `keep` are left. */
  async shrink(keep: number): Promise<void> {
    // Those of low rank first: anyone who dictates next needs one of normal rank.
    const living = this.#free.filter((worker) => !worker.gone);
    const free = [
      ...living.filter(({ rank }) => rank === 'low'),
      ...living.filter(({ rank }) => rank === 'normal'),
    ];
    const spare = Math.max(0, this.#busy.size + free.length - keep);
    const ended = free.slice(0, spare);
    this.#free = free.slice(spare);
    await Promise.all(ended.map((worker) => worker.end()));
  }

  /** Ends free workers that were started for other settings, or whose model is to be forgotten. */
  dropUseless(): void {
    const free = this.#free.filter((worker) => !worker.gone);
    this.#free = free.filter((worker) => this.#rules.isUsable(worker) && !this.#forgotten.has(worker));
    for (const worker of free) if (!this.#free.includes(worker)) void worker.end();
  }

  /** Ends the workers that have the model in memory; one in progress ends when it is done. */
  forget(model: string): void {
    for (const worker of this.workers()) if (worker.loadedModel === model) this.#forgotten.add(worker);
    this.dropUseless();
  }

  /** Ends every worker; what is in progress, waits, or comes later fails with the reason. */
  async end(reason: AppError): Promise<void> {
    this.#endReason = reason;
    const workers = this.workers();
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(reason);
    this.#free = [];
    await Promise.all(workers.map((worker) => worker.end(reason)));
  }

  #taken(request: WorkerRequest): Promise<Worker> {
    return settledOrAborted<Worker>(request.signal, (take, refuse) => {
      if (this.#endReason) throw this.#endReason;
      const waiting = { request, take, refuse };
      const place = this.#waiting.findIndex((other) => other.request.priority > request.priority);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting);
      this.#advance();
      return () => {
        this.#remove(waiting);
      };
    });
  }

  #advance(): void {
    this.dropUseless();
    for (const waiting of [...this.#waiting]) {
      if (!this.#isAdmitted(waiting.request)) continue;
      // Out of the line before a worker is made for it: where that fails, it is this one's failure and no one waits behind it.
      this.#remove(waiting);
      try {
        const worker =
          this.#freeWorker(waiting.request) ?? this.#rules.create(waiting.request.rank ?? 'normal');
        this.#busy.set(worker, waiting.request);
        waiting.take(worker);
      } catch (error) {
        waiting.refuse(error);
      }
    }
  }

  #isAdmitted({ model, priority }: WorkerRequest): boolean {
    const { maximum, maximumInAll, hasRoomFor } = this.#rules;
    const isWithinLimits = (requests: readonly WorkerRequest[]) => {
      if (requests.length >= Math.max(1, maximumInAll)) return false;
      const alike = requests.filter((request) => request.model === model).length;
      // How many there may be depends on the free memory, which takes a while to find out; one there may always be.
      return alike === 0 || alike < maximum(model);
    };
    const all = [...this.#busy.values()];
    if (isWithinLimits(all)) return true;
    // Workers that only listen take memory, but hardly any of the machine's time.
    const atWork = all.filter((request) => request.isLive !== true);
    const isUrgent = atWork.every((request) => request.priority > priority);
    if (!isUrgent && !isWithinLimits(atWork)) return false;
    return this.#free.some((worker) => worker.loadedModel === model) || hasRoomFor(model);
  }

  #freeWorker({ model, rank }: WorkerRequest): Worker | undefined {
    const ofRank = this.#free.filter((worker) => rank === undefined || worker.rank === rank);
    const taken = this.#bestOf(ofRank, model) ?? this.#stopgap(model, rank);
    this.#free = this.#free.filter((worker) => worker !== taken);
    return taken;
  }

  #bestOf(workers: readonly Worker[], model: string): Worker | undefined {
    const warm = workers.find((worker) => worker.loadedModel === model);
    const empty = workers.find((worker) => worker.loadedModel === undefined);
    return warm ?? empty ?? (this.#rules.wantsOwnWorker(model) ? undefined : workers[0]);
  }

  /** Where memory allows no worker of each rank: one of normal rank does background work too, and one of low rank gives way. */
  #stopgap(model: string, rank: SystemRank | undefined): Worker | undefined {
    if (rank === undefined || this.#rules.hasRoomFor(model)) return undefined;
    if (rank === 'low') return this.#bestOf(this.#free, model);
    const [given, ...kept] = this.#free;
    if (given) {
      this.#free = kept;
      void given.end();
    }
    return undefined;
  }

  #remove(waiting: Waiting<Worker>): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
  }
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
  readonly #pool: EngineWorkerPool<Worker>;
  readonly #capacity: number;
  readonly #rules: Pick<PoolRules<Worker>, 'isUsable' | 'hasRoomFor'>;
  #shared: SharedWorker<Worker>[] = [];

  /** Of the pool's workers, each follows up to `capacity` recordings. */
  constructor(
    pool: EngineWorkerPool<Worker>,
    capacity: number,
    rules: Pick<PoolRules<Worker>, 'isUsable' | 'hasRoomFor'>,
  ) {
    this.#pool = pool;
    this.#capacity = capacity;
    this.#rules = rules;
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
    const { isUsable, hasRoomFor } = this.#rules;
    const isOpen = ({ taken }: SharedWorker<Worker>) =>
      taken === undefined || (!taken.gone && isUsable(taken));
    const open = this.#shared.filter(
      (shared) => shared.model === model && shared.followed < this.#capacity && isOpen(shared),
    );
    return hasRoomFor(model) ? open[0] : undefined;
  }

  #begin(request: WorkerRequest): SharedWorker<Worker> {
    const given = Promise.withResolvers<Worker>();
    const over = Promise.withResolvers<void>();
    const stop = new AbortController();
    const done = this.#pool
      .run({ ...request, signal: stop.signal }, async (worker) => {
        shared.taken = worker;
        given.resolve(worker);
        await over.promise;
      })
      .catch((error: unknown) => given.reject(error));
    // Anyone who waits for it gets the reason; there may be no one any more.
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
