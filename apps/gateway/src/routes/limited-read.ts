import type { Caller } from '../accounts/caller.ts';
import type { Gateway } from '../gateway.ts';
import { addressOf } from '../http/address-of.ts';
import type { RouteContext } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';

/** The caller of a route that is free of charge, within its token's limit. */
export async function readingCaller(
  context: RouteContext,
  { callers, reads }: Pick<Gateway, 'callers' | 'reads'>,
): Promise<Caller> {
  const caller = await callers.of(context);
  const seconds = reads.take(caller.tokenId);
  if (seconds > 0) throw tooMany('This token asks too often for its account or for models.', seconds);
  return caller;
}

/** Applies the limit of pages per address. */
export function limitPages(
  context: RouteContext,
  { pages, config }: Pick<Gateway, 'pages' | 'config'>,
): void {
  const seconds = pages.take(addressOf(context, config.behindProxy));
  if (seconds > 0) throw tooMany('Too many pages were asked for from your address.', seconds);
}

function tooMany(what: string, seconds: number): GatewayError {
  return new GatewayError('rate_limit_exceeded', {
    message: `${what} Wait ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
