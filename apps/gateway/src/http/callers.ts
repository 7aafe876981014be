import { isIP } from 'node:net';
import { bearerOf } from '@quoth/http';
import type { Queries } from '../database/database.ts';
import { GatewayError } from '../errors.ts';
import { type Caller, callerIn, callerRow, hashToken } from '../ledger/callers.ts';
import type { RouteContext } from './answers.ts';
import type { RateLimiter } from './limits.ts';

interface CallersOptions {
  readonly database: Queries;
  readonly refusals: Refusals;
}

/** How many valid tokens are remembered; the least recently used is forgotten first. */
const MAX_KNOWN = 10_000;

/**
 * Finds the caller of a bearer token. Read from the database each time, so that a revoked token is worthless at once.
 */
export class Callers {
  readonly #options: CallersOptions;
  /**
   * Hashes of tokens that were valid when last seen: they are looked up however many wrong ones come from the same
   * address.
   */
  readonly #known = new Set<string>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /**
   * Throws invalid_api_key, or rate_limit_exceeded for an unknown token from an address that sent too many wrong ones.
   */
  async of(context: RouteContext): Promise<Caller> {
    const { database, refusals } = this.#options;
    const token = bearerOf(context.env.incoming) ?? '';
    const hash = token === '' ? '' : hashToken(token).toString('base64');
    if (!this.#known.has(hash)) refusals.check('token', context);
    const row = token === '' ? undefined : await callerRow(token, database);
    this.#known.delete(hash);
    if (!row) {
      refusals.count('token', context);
      throw new GatewayError('invalid_api_key', {
        message: 'The token is missing, wrong or revoked. Send it as "Authorization: Bearer <token>".',
      });
    }
    this.#remember(hash);
    return callerIn(row);
  }

  #remember(hash: string): void {
    this.#known.add(hash);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

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
      retryAfterSeconds: seconds,
    });
  }

  count(what: Secret, context: RouteContext): void {
    this.#limiter.take(this.#owner(what, context));
  }

  /**
   * For a secret that was compared first, so that wrong ones never keep the right one out: counts it, and throws
   * rate_limit_exceeded if there were too many.
   */
  refuse(what: Secret, context: RouteContext): void {
    this.check(what, context);
    this.count(what, context);
  }

  /** Each kind is counted separately: a program with a stale token locks no administrator out. */
  #owner(what: Secret, context: RouteContext): string {
    return `${what} ${addressOf(context, this.#behindProxy)}`;
  }
}

const LONGEST = 100;

/**
 * The address by which requests without a valid token are counted: IPv4, or the /64 network of IPv6, which belongs to
 * one household or machine. Behind a proxy it is the last entry of X-Forwarded-For; anybody can write the entries
 * before it.
 */
export function addressOf(context: RouteContext, behindProxy: boolean): string {
  const forwarded = behindProxy
    ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
    : undefined;
  return networkOf(forwarded || context.env.incoming.socket.remoteAddress || 'unknown');
}

/** The network of an address as written by a header or a socket; anything else is returned as it is, shortened. */
export function networkOf(written: string): string {
  // Some proxies add the port.
  const bare = /^\[(.+)\](?::\d+)?$/.exec(written)?.[1] ?? /^([\d.]+):\d+$/.exec(written)?.[1] ?? written;
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1];
  if (mapped !== undefined && isIP(mapped) === 4) return mapped;
  if (isIP(bare) !== 6) return bare.slice(0, LONGEST);
  const [head = '', tail] = (bare.split('%')[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const zeros = tail === undefined ? 0 : 8 - before.length - groups(tail).length;
  const all = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...groups(tail ?? '')];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
