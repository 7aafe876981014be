import * as z from 'zod';
import { callProvider, type ProviderIo } from '../../call/call-provider.ts';
import { ProviderError } from '../../call/provider-error.ts';
import type { Vendor } from '../../vendor.ts';

/** What an account with a gateway has left, and what a minute costs. Money is whole millionths of the currency. */
export interface GatewayAccount {
  readonly currency: string;
  readonly availableMicro: number;
  readonly tiers: readonly { readonly id: string; readonly perMinuteMicro: number }[];
}

const accountAnswer = z.object({ currency: z.string().max(3), available_micro: z.int() });
const modelsAnswer = z.object({
  data: z.array(
    z.object({ id: z.string(), price: z.object({ per_minute_micro: z.int().optional() }).optional() }),
  ),
});
const TIMEOUT_MS = 10_000;

/** Asks a gateway for the account that a token belongs to. Throws ProviderError. */
export async function readGatewayAccount(
  {
    vendor,
    key,
    signal,
  }: { readonly vendor: Vendor; readonly key: string | undefined; readonly signal: AbortSignal },
  io: ProviderIo,
): Promise<GatewayAccount> {
  const ask = (path: string) =>
    callProvider(
      {
        displayName: vendor.displayName,
        baseUrl: vendor.baseUrl,
        authorization: key === undefined ? {} : vendor.authorization(key),
        request: { method: 'GET', path },
        timeoutMs: TIMEOUT_MS,
        maximumReplyBytes: 4 * 1024 * 1024,
        signal,
      },
      io,
    );
  const [account, models] = await Promise.all([ask('/account'), ask('/models')]);
  const read = {
    account: accountAnswer.safeParse(account.body),
    models: modelsAnswer.safeParse(models.body),
  };
  if (!read.account.success || !read.models.success)
    throw new ProviderError('malformed', `${vendor.displayName} sent an answer that cannot be read.`);
  const known = new Set(vendor.speech?.models.map(({ id }) => id));
  return {
    currency: read.account.data.currency,
    availableMicro: read.account.data.available_micro,
    tiers: read.models.data.data.flatMap(({ id, price }) =>
      known.has(id) && price?.per_minute_micro !== undefined
        ? [{ id, perMinuteMicro: price.per_minute_micro }]
        : [],
    ),
  };
}
