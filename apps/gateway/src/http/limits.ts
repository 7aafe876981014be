import { GatewayError } from '../errors.ts';

interface RateLimiterOptions {
  readonly perMinute: number;
  readonly monotonic: () => number;
  /** How many owners are remembered; the least recently active is forgotten first. */
  readonly maxOwners?: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const MAX_OWNERS = 10_000;

/**
 * Limits each owner to a rate, with bursts of up to one minute's worth. Counts on this node only, in bounded memory.
 */
export class RateLimiter {
  readonly #perMinute: number;
  readonly #monotonic: () => number;
  readonly #maxOwners: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ perMinute, monotonic, maxOwners = MAX_OWNERS }: RateLimiterOptions) {
    this.#perMinute = perMinute;
    this.#monotonic = monotonic;
    this.#maxOwners = maxOwners;
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
    if (this.#buckets.size > this.#maxOwners && oldest !== undefined) this.#buckets.delete(oldest);
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

interface TokenLimitsOptions {
  readonly monotonic: () => number;
  /** Number of running nodes: each grants its share of a limit, so that no request has to ask the others. */
  readonly nodes: () => number;
}

interface TokenBucket {
  tokens: number;
  at: number;
  working: number;
}

const FORGOTTEN_MS = 120_000;

/**
 * Rate and concurrency of each token. A rate is a bucket that refills evenly and holds ten seconds' worth, five
 * requests at least.
 */
export class TokenLimits {
  readonly #options: TokenLimitsOptions;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(options: TokenLimitsOptions) {
    this.#options = options;
  }

  /** Returns the function that ends the request. Throws rate_limit_exceeded with Retry-After. */
  enter(tokenId: string, perMinute: number, concurrent: number): () => void {
    const now = this.#options.monotonic();
    const share = Math.max(1, this.#options.nodes());
    const rate = perMinute / share / 60_000;
    const most = Math.max(5, rate * 10_000);
    const bucket = this.#buckets.get(tokenId) ?? { tokens: most, at: now, working: 0 };
    bucket.tokens = Math.min(most, bucket.tokens + (now - bucket.at) * rate);
    bucket.at = now;
    this.#buckets.set(tokenId, bucket);
    if (bucket.tokens < 1) throw tooMany('rate', Math.ceil((1 - bucket.tokens) / rate / 1_000), perMinute);
    if (bucket.working >= Math.max(1, Math.ceil(concurrent / share)))
      throw tooMany('concurrency', 1, concurrent);
    bucket.tokens -= 1;
    bucket.working += 1;
    let ended = false;
    return () => {
      if (!ended) bucket.working -= 1;
      ended = true;
    };
  }

  /** Full buckets carry no information. */
  tidy(): void {
    const before = this.#options.monotonic() - FORGOTTEN_MS;
    for (const [tokenId, { at, working }] of this.#buckets)
      if (at < before && working === 0) this.#buckets.delete(tokenId);
  }
}

function tooMany(what: 'rate' | 'concurrency', seconds: number, limit: number): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    message:
      what === 'rate'
        ? `This token may send ${limit} requests a minute.`
        : `This token may have ${limit} requests in progress at a time.`,
    retryAfterSeconds: Math.max(1, seconds),
  });
}
