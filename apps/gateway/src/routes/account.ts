import { callerOf } from '../accounts/caller.ts';
import { usageOf } from '../accounts/usage.ts';
import type { Gateway } from '../gateway.ts';
import { jsonAnswer, type RouteContext } from '../http/environment.ts';

/** `GET /v1/account`: what is left, and what was used in the last month by day, vendor and device. */
export async function showAccount(context: RouteContext, { database, config }: Gateway): Promise<Response> {
  const caller = await callerOf(context.req.header('authorization'), database);
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
