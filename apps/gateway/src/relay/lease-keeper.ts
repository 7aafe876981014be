import type { Work } from '../ledger/claim.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface LeaseKeeperOptions {
  readonly ledger: Pick<Ledger, 'extend' | 'leaseSeconds'>;
  readonly monotonic: () => number;
}

/**
 * Extends the leases of everything this node works on. Work whose lease is no longer ours, or could not be extended in time, is stopped,
 * because its result could not be settled.
 */
export class LeaseKeeper {
  readonly #with: LeaseKeeperOptions;
  readonly #held = new Map<string, { work: Work; stop: AbortController; safeUntil: number }>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: LeaseKeeperOptions) {
    this.#with = options;
    this.#timer = setInterval(() => void this.#extend(), (options.ledger.leaseSeconds * 1_000) / 3);
    this.#timer.unref();
  }

  /** A signal that aborts when the work is no longer ours; call `end` when it is over. */
  keep(work: Work): { readonly signal: AbortSignal; end(): void } {
    const stop = new AbortController();
    this.#held.set(work.run, { work, stop, safeUntil: this.#safeUntil() });
    return { signal: stop.signal, end: () => void this.#held.delete(work.run) };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Measured from before the database was asked, so that our lease always ends before the database's. */
  #safeUntil(): number {
    return this.#with.monotonic() + this.#with.ledger.leaseSeconds * 1_000;
  }

  async #extend(): Promise<void> {
    const asked = [...this.#held.values()];
    if (asked.length === 0) return;
    const safeUntil = this.#safeUntil();
    const ours = await this.#with.ledger.extend(asked.map(({ work }) => work)).catch(() => undefined);
    for (const held of asked) {
      if (ours?.has(held.work.run)) held.safeUntil = safeUntil;
      else if (ours || this.#with.monotonic() > held.safeUntil)
        held.stop.abort(new Error('the work was taken over'));
    }
  }
}
