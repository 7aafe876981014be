import { GatewayError } from '../http/gateway-error.ts';

export interface TokenLimitsOptions {
  readonly monotonic: () => number;
  /** Number of running nodes: each grants its share of a limit, so that no request has to ask the others. */
  readonly nodes: () => number;
}

interface Bucket {
  tokens: number;
  at: number;
  working: number;
}

const FORGOTTEN_MS = 120_000;

/** Rate and concurrency of each token. A rate is a bucket that refills evenly and holds ten seconds' worth, five requests at least. */
export class TokenLimits {
  readonly #with: TokenLimitsOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: TokenLimitsOptions) {
    this.#with = options;
  }

  /** Returns the function that ends the request. Throws rate_limit_exceeded with Retry-After. */
  enter(tokenId: string, perMinute: number, concurrent: number): () => void {
    const now = this.#with.monotonic();
    const share = Math.max(1, this.#with.nodes());
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
    const before = this.#with.monotonic() - FORGOTTEN_MS;
    for (const [tokenId, { at, working }] of this.#buckets)
      if (at < before && working === 0) this.#buckets.delete(tokenId);
  }
}

function tooMany(what: 'rate' | 'concurrency', seconds: number, limit: number): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    message:
      what === 'rate'
        ? `This token may send ${limit} requests a minute.`
        : `This token may have ${limit} requests at work at a time.`,
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  });
}
