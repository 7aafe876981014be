import { addAbortListener } from 'node:events';
import { GatewayError } from './answers.ts';

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

/** Limits each owner to a rate, with bursts of up to one minute's worth. Counts on this node only, in bounded memory. */
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

/** Rate and concurrency of each token. A rate is a bucket that refills evenly and holds ten seconds' worth, five requests at least. */
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
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}

interface FairQueueOptions {
  /** How many run at a time. */
  readonly width: number;
  /** How many of one owner may wait. */
  readonly waiting: number;
}

interface Waiter {
  readonly start: () => void;
}

/**
 * Gives owners their turns fairly: when there is room, the owner that has waited longest for a turn gets it, however many requests another one has waiting. So a
 * token with a thousand requests does not block the others.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #queues = new Map<string, Waiter[]>();
  #working = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get working(): number {
    return this.#working;
  }

  get waiting(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Waits for a turn and returns the function that ends it. Throws rate_limit_exceeded if too many of the owner's requests wait, or the signal's reason. */
  async enter(owner: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#working < this.#options.width) return this.#begin();
    const queue = this.#queues.get(owner) ?? [];
    if (queue.length >= this.#options.waiting)
      throw new GatewayError('rate_limit_exceeded', {
        message: 'Too many requests of this token wait already.',
        headers: { 'Retry-After': '2' },
      });
    this.#queues.set(owner, queue);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiter: Waiter = { start: () => resolve(this.#begin()) };
    using _abort = addAbortListener(signal, () => {
      const own = this.#queues.get(owner) ?? [];
      const at = own.indexOf(waiter);
      // Its turn has just come.
      if (at < 0) return;
      own.splice(at, 1);
      if (own.length === 0) this.#queues.delete(owner);
      reject(signal.reason);
    });
    queue.push(waiter);
    return await promise;
  }

  #begin(): () => void {
    this.#working += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#working -= 1;
      this.#next();
    };
  }

  #next(): void {
    const [first] = this.#queues;
    if (!first) return;
    const [owner, queue] = first;
    const waiter = queue.shift();
    // To the end of the line: the next turn is somebody else's.
    this.#queues.delete(owner);
    if (queue.length > 0) this.#queues.set(owner, queue);
    waiter?.start();
  }
}
