import { addressOf } from './address-of.ts';
import type { RouteContext } from './environment.ts';
import { GatewayError } from './gateway-error.ts';
import type { RateLimiter } from './rate-limiter.ts';

type Secret = 'token' | 'admin key' | 'metrics token';

/** Counts wrong tokens and keys by address, so that guessing burdens neither the database nor other callers. */
export class Refusals {
  readonly #limiter: RateLimiter;
  readonly #behindProxy: boolean;

  constructor(limiter: RateLimiter, behindProxy: boolean) {
    this.#limiter = limiter;
    this.#behindProxy = behindProxy;
  }

  /** Throws rate_limit_exceeded if too many wrong ones came from this address recently. */
  check(what: Secret, context: RouteContext): void {
    const seconds = this.#limiter.secondsToWait(this.#owner(what, context));
    if (seconds === 0) return;
    throw new GatewayError('rate_limit_exceeded', {
      message: `This ${what} is not known here, and too many wrong ones came from your address. Wait ${seconds} s.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }

  /** Counts one more. */
  count(what: Secret, context: RouteContext): void {
    this.#limiter.take(this.#owner(what, context));
  }

  /** For a secret that was compared first, so that wrong ones never keep the right one out: counts it, and throws rate_limit_exceeded if there were too many. */
  refuse(what: Secret, context: RouteContext): void {
    this.check(what, context);
    this.count(what, context);
  }

  /** Each kind is counted separately: a program with a stale token locks no administrator out. */
  #owner(what: Secret, context: RouteContext): string {
    return `${what} ${addressOf(context, this.#behindProxy)}`;
  }
}
