import type { Queries } from '../database/database.ts';
import { bearerOf, type RouteContext } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';
import type { Refusals } from '../http/refusals.ts';
import type { Micro } from '../ledger/micro.ts';
import { hashToken } from './token.ts';

/** Who calls: a token and its account. */
export interface Caller {
  readonly tokenId: string;
  readonly tokenName: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly balance: Micro;
  readonly held: Micro;
  readonly dailyBudget: Micro | null;
  readonly totalBudget: Micro | null;
  readonly requestsPerMinute: number | null;
  readonly concurrentRequests: number | null;
}

interface CallerRow extends Record<string, unknown> {
  readonly token_id: string;
  readonly account_id: string;
  readonly token_name: string;
  readonly account_name: string;
  readonly balance: bigint;
  readonly held: bigint;
  readonly daily_budget: bigint | null;
  readonly total_budget: bigint | null;
  readonly requests_per_minute: number | null;
  readonly concurrent_requests: number | null;
}

export interface CallersOptions {
  readonly database: Queries;
  readonly refusals: Refusals;
}

/** How many valid tokens are remembered; the least recently used is forgotten first. */
const MOST_KNOWN = 10_000;

/** Finds the caller of a bearer token. Read from the database each time, so that a revoked token is worthless at once. */
export class Callers {
  readonly #with: CallersOptions;
  /** Hashes of tokens that were valid when last seen: they are looked up however many wrong ones come from the same address. */
  readonly #known = new Set<string>();

  constructor(options: CallersOptions) {
    this.#with = options;
  }

  /** Throws invalid_api_key, or rate_limit_exceeded for an unknown token from an address that sent too many wrong ones. */
  async of(context: RouteContext): Promise<Caller> {
    const { database, refusals } = this.#with;
    const token = bearerOf(context);
    const hash = token === '' ? '' : hashToken(token).toString('base64');
    if (!this.#known.has(hash)) refusals.check('token', context);
    const row = token === '' ? undefined : await callerRow(token, database);
    this.#known.delete(hash);
    if (!row) {
      refusals.count('token', context);
      throw new GatewayError('invalid_api_key', {
        message: 'The token is missing, wrong or revoked. Send it as "Authorization: Bearer <token>".',
        headers: { 'WWW-Authenticate': 'Bearer realm="quoth-gateway"' },
      });
    }
    this.#remember(hash);
    return callerIn(row);
  }

  #remember(hash: string): void {
    this.#known.add(hash);
    const [oldest] = this.#known;
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }
}

function callerIn(row: CallerRow): Caller {
  return {
    tokenId: row.token_id,
    tokenName: row.token_name,
    accountId: row.account_id,
    accountName: row.account_name,
    balance: row.balance,
    held: row.held,
    dailyBudget: row.daily_budget,
    totalBudget: row.total_budget,
    requestsPerMinute: row.requests_per_minute,
    concurrentRequests: row.concurrent_requests,
  };
}

export async function callerRow(token: string, database: Queries): Promise<CallerRow | undefined> {
  const [row] = await database.q<CallerRow>('tokenByHash', [hashToken(token)]);
  return row;
}
