export interface RateLimiterOptions {
  readonly perMinute: number;
  readonly monotonic: () => number;
  /** How many owners are remembered; the least recently active is forgotten first. */
  readonly mostOwners?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MOST_OWNERS = 10_000;

/** Limits each owner to a rate, with bursts of up to one minute's worth. Counts on this node only, in bounded memory. */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #monotonic: () => number;
  readonly #mostOwners: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perMinute, monotonic, mostOwners = MOST_OWNERS }: RateLimiterOptions) {
    this.#perMinute = perMinute;
    this.#monotonic = monotonic;
    this.#mostOwners = mostOwners;
  }

  /** How many owners are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Seconds until the owner may again; 0 if it may now. Takes nothing. */
  secondsToWait(owner: string): number {
    const { tokens } = this.#filled(owner);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / (this.#perMinute / 60));
  }

  /** Takes one and returns 0; or takes none and returns the seconds until there is one. */
  take(owner: string): number {
    const seconds = this.secondsToWait(owner);
    if (seconds > 0) return seconds;
    const bucket = this.#filled(owner);
    bucket.tokens -= 1;
    // Moved to the end: the least recently active comes first.
    this.#buckets.delete(owner);
    this.#buckets.set(owner, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#mostOwners && oldest !== undefined) this.#buckets.delete(oldest);
    return 0;
  }

  #filled(owner: string): Bucket {
    const now = this.#monotonic();
    const bucket = this.#buckets.get(owner) ?? { tokens: this.#perMinute, at: now };
    const gained = ((now - bucket.at) * this.#perMinute) / 60_000;
    bucket.tokens = Math.min(this.#perMinute, bucket.tokens + gained);
    bucket.at = now;
    return bucket;
  }
}
