import type { AppError } from '../base/index.ts';
import type { EngineProcess } from './engine-process.ts';

export interface LanePoolOptions {
  readonly create: () => EngineProcess;
  /** False for a host that was started for other settings than those of now. */
  readonly isUsable: (host: EngineProcess) => boolean;
  /** How many hosts may work side by side right now; at least one. */
  readonly maximum: () => number;
  /** True where a host with another model had better keep it, and the model gets a host of its own. */
  readonly wantsOwnHost: (model: string) => boolean;
}

/** What a piece of work tells the pool about itself. */
export interface LaneWish {
  /** Lower goes first. */
  readonly priority: number;
  /** A host that has this model in memory is taken before another one. */
  readonly model: string;
  readonly signal: AbortSignal;
}

interface Waiting extends LaneWish {
  readonly take: (host: EngineProcess) => void;
  readonly refuse: (reason: unknown) => void;
}

/** The hosts of one engine, each with one piece of work at a time. What waits goes by priority, then first come first served. */
export class LanePool {
  readonly #options: LanePoolOptions;
  #free: EngineProcess[] = [];
  #busy = new Set<EngineProcess>();
  readonly #forgotten = new WeakSet<EngineProcess>();
  #waiting: Waiting[] = [];

  constructor(options: LanePoolOptions) {
    this.#options = options;
  }

  /** Living hosts, those at work first. */
  hosts(): readonly EngineProcess[] {
    return [...this.#busy, ...this.#free].filter((host) => !host.gone);
  }

  get busy(): boolean {
    return this.#busy.size > 0;
  }

  /** Runs the work on a host of its own. Throws the signal's reason when given up while it waits. */
  async run<Result>(wish: LaneWish, work: (host: EngineProcess) => Promise<Result>): Promise<Result> {
    const host = await this.#taken(wish);
    try {
      return await work(host);
    } finally {
      this.#busy.delete(host);
      if (!host.gone) this.#free.push(host);
      this.#advance();
    }
  }

  /** Ends hosts that have nothing to do, until so many are left. */
  async shrink(keep: number): Promise<void> {
    const free = this.#free.filter((host) => !host.gone);
    const spare = Math.max(0, this.#busy.size + free.length - keep);
    const ended = free.slice(0, spare);
    this.#free = free.slice(spare);
    await Promise.all(ended.map((host) => host.end()));
  }

  /** Ends free hosts that were started for other settings, or whose model is to be forgotten. */
  dropUseless(): void {
    const free = this.#free.filter((host) => !host.gone);
    this.#free = free.filter((host) => this.#options.isUsable(host) && !this.#forgotten.has(host));
    for (const host of free) if (!this.#free.includes(host)) void host.end();
  }

  /** Ends the hosts that have the model in memory; one at work ends when it is done. */
  forget(model: string): void {
    for (const host of this.hosts()) if (host.loadedModel === model) this.#forgotten.add(host);
    this.dropUseless();
  }

  /** Ends every host; what is at work or waits fails with the reason. */
  async end(reason: AppError): Promise<void> {
    const hosts = this.hosts();
    for (const waiting of this.#waiting.splice(0)) waiting.refuse(reason);
    this.#free = [];
    await Promise.all(hosts.map((host) => host.end(reason)));
  }

  async #taken({ priority, model, signal }: LaneWish): Promise<EngineProcess> {
    signal.throwIfAborted();
    return new Promise<EngineProcess>((resolve, reject) => {
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason);
      };
      const take = (host: EngineProcess) => {
        signal.removeEventListener('abort', giveUp);
        resolve(host);
      };
      const refuse = (reason: unknown) => {
        signal.removeEventListener('abort', giveUp);
        reject(reason);
      };
      const waiting: Waiting = { priority, model, signal, take, refuse };
      signal.addEventListener('abort', giveUp, { once: true });
      const place = this.#waiting.findIndex((other) => other.priority > priority);
      this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, waiting);
      this.#advance();
    });
  }

  #advance(): void {
    this.dropUseless();
    for (const next of [...this.#waiting]) {
      if (this.#busy.size >= Math.max(1, this.#options.maximum())) return;
      const host = this.#freeHost(next.model);
      this.#busy.add(host);
      this.#waiting = this.#waiting.filter((other) => other !== next);
      next.take(host);
    }
  }

  #freeHost(model: string): EngineProcess {
    const warm = this.#free.find((host) => host.loadedModel === model);
    const empty = this.#free.find((host) => host.loadedModel === undefined);
    const other = this.#options.wantsOwnHost(model) ? undefined : this.#free[0];
    const taken = warm ?? empty ?? other;
    if (!taken) return this.#options.create();
    this.#free = this.#free.filter((host) => host !== taken);
    return taken;
  }
}
