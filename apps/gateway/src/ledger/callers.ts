import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from '../database/database.ts';
import type { Micro } from './prices.ts';

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

/** The caller of a row. */
export function callerIn(row: CallerRow): Caller {
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

/** The prefix of every token, so that a leaked one can be recognised. */
const PREFIX = 'qg_';
const SHOWN = 10;

/** A new token: shown once, stored hashed. */
export function makeToken(): { readonly token: string; readonly hash: Buffer; readonly hint: string } {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  return { token, hash: hashToken(token), hint: `${token.slice(0, SHOWN)}…` };
}

/** 32 random bytes cannot be guessed, so one round of SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
