import { usageOf } from '../accounts/usage.ts';
import type { Gateway } from '../gateway.ts';
import { jsonAnswer, type RouteContext } from '../http/environment.ts';
import { readingCaller } from './limited-read.ts';

/** `GET /v1/account`: the balance, and what was used in the last month by day, vendor and device. */
export async function showAccount(context: RouteContext, gateway: Gateway): Promise<Response> {
  const { database, config } = gateway;
  const caller = await readingCaller(context, gateway);
  const { accountId, accountName, balance, held, tokenName, dailyBudget, totalBudget } = caller;
  return jsonAnswer({
    id: accountId,
    name: accountName,
    currency: config.currency,
    balance_micro: balance,
    held_micro: held,
    available_micro: balance - held,
    token: { name: tokenName, daily_budget_micro: dailyBudget, total_budget_micro: totalBudget },
    usage: await usageOf(accountId, database),
  });
}
