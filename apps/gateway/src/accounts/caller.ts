import type { Queries } from '../database/database.ts';
import { GatewayError } from '../http/gateway-error.ts';
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

/** The caller of a bearer token. Read from the database each time, so that a revoked token is worthless at once. Throws invalid_api_key. */
export async function callerOf(authorization: string | undefined, database: Queries): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const row = token === undefined ? undefined : await callerRow(token, database);
  if (!row)
    throw new GatewayError('invalid_api_key', {
      message: 'The token is missing, wrong or revoked. Send it as "Authorization: Bearer <token>".',
      headers: { 'WWW-Authenticate': 'Bearer realm="quoth-gateway"' },
    });
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
