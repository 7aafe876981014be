import type { AppError } from '@quoth/contract';
import { settledOrAborted, waitOrAbort } from '../base/index.ts';

/** A process of low rank gets little of the machine's time while one of normal rank wants it. */
export type SystemRank = 'normal' | 'low';

/** What the pool needs to know of an engine's process. */
export interface PooledHost {
  /** True once its process has ended, for whatever reason. */
  readonly gone: boolean;
  /** The model in its memory; undefined while none exists. */
  readonly loadedModel: string | undefined;
  /**
   * How the operating system ranks its process; for its whole life, since a user may lower a process but not raise it
   * again.
   */
  readonly rank: SystemRank;
  /** Ends the process; what it is working on fails with the reason. */
  end(reason?: AppError): Promise<void>;
}

/** How a pool decides. */
export interface PoolRules<Host extends PooledHost> {
  readonly create: (rank: SystemRank) => Host;
  /** False for a host that was started for other settings than those of now. */
  readonly isUsable: (host: Host) => boolean;
  /** How many hosts may be in progress with this model right now; at least one. */
  readonly maximum: (model: string) => number;
  /** How many may work at a time in total, whatever their models; at least one. */
  readonly maxTotal: number;
  /** True if a host with another model should keep it, and this model should get a host of its own. */
  readonly wantsOwnHost: (model: string) => boolean;
  /** True where memory allows one more host with this model. */
  readonly hasRoomFor: (model: string) => boolean;
  /** True while any work asks for this model. */
  readonly isInUse: (model: string) => boolean;
}

/** What the pool needs to know about a job. */
export interface PoolRequest {
  /** Lower goes first. */
  readonly priority: number;
  /** A host that has this model in memory is taken before another one. */
  readonly model: string;
  readonly signal: AbortSignal;
  /** Listens to somebody who speaks, and waits most of the time: others need not wait for it. */
  readonly isLive?: boolean;
  /** The rank of its host; any host will do if not given. */
  readonly rank?: SystemRank | undefined;
}

interface Waiting<Host> {
  readonly request: PoolRequest;
  readonly take: (host: Host) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * The hosts of one engine, each with one job at a time. What waits goes by priority, then first come first served, as
 * far as model and machine allow. Work that is more urgent than everything in progress does not wait for it: it gets
 * one host beyond the limits, where memory allows.
 */
export class EngineHostPool<Host extends PooledHost> {
  readonly #rules: PoolRules<Host>;
  #free: Host[] = [];
  readonly #busy = new Map<Host, PoolRequest>();
  readonly #forgotten = new WeakSet<Host>();
  #waiting: Waiting<Host>[] = [];
  #endReason: AppError | undefined;

  constructor(rules: PoolRules<Host>) {
    this.#rules = rules;
  }

  /** Living hosts, those in progress first. */
  hosts(): readonly Host[] {
    return [...this.#busy.keys(), ...this.#free].filter((host) => !host.gone);
  }

  /**
   * Runs the work on a host that nothing else uses. Throws the signal's reason if it aborts while waiting, or the
   * reason why no host could be started.
   */
  async run<Result>(request: PoolRequest, work: (host: Host) => Promise<Result>): Promise<Result> {
    const host = await this.#taken(request);
    try {
      return await work(host);
    } finally {
      this.#busy.delete(host);
      if (!host.gone) this.#free.push(host);
      this.#advance();
    }
  }

  /** Ends idle hosts until `keep` are left. */
  async shrink(keep: number): Promise<void> {
    // Those of low rank first: anyone who dictates next needs one of normal rank.
    const living = this.#free.filter((host) => !host.gone);
    const free = [
      ...living.filter(({ rank }) => rank === 'low'),
      ...living.filter(({ rank }) => rank === 'normal'),
    ];
    const spare = Math.max(0, this.#busy.size + free.length - keep);
    const ended = free.slice(0, spare);
    this.#free = free.slice(spare);
    await Promise.all(ended.map((host) => host.end()));
  }

  /** Ends free hosts that were started for other settings, or whose model is to be forgotten. */
  dropUnusable(): void {
    const free = this.#free.filter((host) => !host.gone);
    this.#free = free.filter((host) => this.#rules.isUsable(host) && !this.#forgotten.has(host));
    for (const host of free) if (!this.#free.includes(host)) void host.end();
  }

  /** Ends the hosts that have the model in memory; one in progress ends when it is done. */
  forget(model: string): void {
    for (const host of this.hosts()) if (host.loadedModel === model) this.#forgotten.add(host);
    this.dropUnusable();
  }

  /** Ends every host; what is in progress, waits, or comes later fails with the reason. */
  async end(reason: AppError): Promise<void> {
    this.#endReason = reason;
    const hosts = this.hosts();
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(reason);
    this.#free = [];
    await Promise.all(hosts.map((host) => host.end(reason)));
  }

  #taken(request: PoolRequest): Promise<Host> {
    return settledOrAborted<Host>(request.signal, (take, refuse) => {
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
    this.dropUnusable();
    for (const waiting of [...this.#waiting]) {
      if (!this.#isAdmitted(waiting.request)) continue;
      // Taken out of the queue before its host starts, so that a failed start fails this request alone.
      this.#remove(waiting);
      try {
        const host = this.#freeHost(waiting.request) ?? this.#rules.create(waiting.request.rank ?? 'normal');
        this.#busy.set(host, waiting.request);
        waiting.take(host);
      } catch (error) {
        waiting.refuse(error);
      }
    }
  }

  #isAdmitted({ model, priority }: PoolRequest): boolean {
    const { maximum, maxTotal, hasRoomFor } = this.#rules;
    const isWithinLimits = (requests: readonly PoolRequest[]) => {
      if (requests.length >= Math.max(1, maxTotal)) return false;
      const alike = requests.filter((request) => request.model === model).length;
      // The limit depends on the free memory, which takes a while to read; one host is always allowed.
      return alike === 0 || alike < maximum(model);
    };
    const all = [...this.#busy.values()];
    if (isWithinLimits(all)) return true;
    // Hosts that only listen take memory, but hardly any of the machine's time.
    const working = all.filter((request) => request.isLive !== true);
    const isUrgent = working.every((request) => request.priority > priority);
    if (!isUrgent && !isWithinLimits(working)) return false;
    return this.#free.some((host) => host.loadedModel === model) || hasRoomFor(model);
  }

  #freeHost({ model, rank }: PoolRequest): Host | undefined {
    const ofRank = this.#free.filter((host) => rank === undefined || host.rank === rank);
    const taken = this.#bestOf(ofRank, model) ?? this.#stopgap(model, rank);
    this.#free = this.#free.filter((host) => host !== taken);
    if (taken?.loadedModel !== model) this.#endUnused();
    return taken;
  }

  /** Before one more model is loaded, those go that no one asks for. */
  #endUnused(): void {
    const isUnused = ({ loadedModel }: Host) =>
      loadedModel !== undefined && !this.#rules.isInUse(loadedModel);
    const ended = this.#free.filter(isUnused);
    this.#free = this.#free.filter((host) => !isUnused(host));
    for (const host of ended) void host.end();
  }

  #bestOf(hosts: readonly Host[], model: string): Host | undefined {
    const warm = hosts.find((host) => host.loadedModel === model);
    const empty = hosts.find((host) => host.loadedModel === undefined);
    return warm ?? empty ?? (this.#rules.wantsOwnHost(model) ? undefined : hosts[0]);
  }

  /**
   * Where memory allows no host of each rank: one of normal rank does background work too, and one of low rank gives
   * way.
   */
  #stopgap(model: string, rank: SystemRank | undefined): Host | undefined {
    if (rank === undefined || this.#rules.hasRoomFor(model)) return undefined;
    if (rank === 'low') return this.#bestOf(this.#free, model);
    const [given, ...kept] = this.#free;
    if (given) {
      this.#free = kept;
      void given.end();
    }
    return undefined;
  }

  #remove(waiting: Waiting<Host>): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
  }
}

/** A host that recordings in progress share. */
interface SharedHost<Host> {
  readonly model: string;
  readonly host: Promise<Host>;
  /** Undefined while it is waited for. */
  taken: Host | undefined;
  followed: number;
  /** Gives the host back, or stops waiting for it; resolves when that is done. */
  readonly end: () => Promise<void>;
}

/**
 * Recordings in progress with the same model share hosts, because each waits for somebody who speaks most of the time:
 * a host is taken from the pool with the first, and given back after the last.
 */
export class SharedHosts<Host extends PooledHost> {
  readonly #pool: EngineHostPool<Host>;
  readonly #capacity: number;
  readonly #rules: Pick<PoolRules<Host>, 'isUsable' | 'hasRoomFor'>;
  #shared: SharedHost<Host>[] = [];

  /** Of the pool's hosts, each follows up to `capacity` recordings. */
  constructor(
    pool: EngineHostPool<Host>,
    capacity: number,
    rules: Pick<PoolRules<Host>, 'isUsable' | 'hasRoomFor'>,
  ) {
    this.#pool = pool;
    this.#capacity = capacity;
    this.#rules = rules;
  }

  /** Runs the work on a host that may follow other recordings as well. Throws as `EngineHostPool.run` does. */
  async run<Result>(request: PoolRequest, work: (host: Host) => Promise<Result>): Promise<Result> {
    const shared = this.#open(request.model) ?? this.#begin(request);
    shared.followed++;
    try {
      return await work(await waitOrAbort(shared.host, request.signal));
    } finally {
      shared.followed--;
      if (shared.followed === 0) {
        this.#shared = this.#shared.filter((other) => other !== shared);
        // The next chunk of this recording finds the host in the pool.
        await shared.end();
      }
    }
  }

  #open(model: string): SharedHost<Host> | undefined {
    const { isUsable, hasRoomFor } = this.#rules;
    const isOpen = ({ taken }: SharedHost<Host>) => taken === undefined || (!taken.gone && isUsable(taken));
    const open = this.#shared.filter(
      (shared) => shared.model === model && shared.followed < this.#capacity && isOpen(shared),
    );
    return hasRoomFor(model) ? open[0] : undefined;
  }

  #begin(request: PoolRequest): SharedHost<Host> {
    const given = Promise.withResolvers<Host>();
    const over = Promise.withResolvers<void>();
    const stop = new AbortController();
    const done = this.#pool
      .run({ ...request, signal: stop.signal }, async (host) => {
        shared.taken = host;
        given.resolve(host);
        await over.promise;
      })
      .catch((error: unknown) => given.reject(error));
    // Anyone who waits for it gets the reason; there may be no one any more.
    given.promise.catch(() => undefined);
    const shared: SharedHost<Host> = {
      model: request.model,
      host: given.promise,
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
