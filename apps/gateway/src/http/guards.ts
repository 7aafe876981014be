import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../ledger/callers.ts';
import type { RelayedAnswer } from '../relay/answer.ts';
import type { Member, RequestedModel } from '../relay/chains.ts';
import type { RouteContext } from './answers.ts';
import { addressOf } from './callers.ts';

/** Runs a paid request within its token's limits. Nothing of the body is read before the token is checked. */
export async function withLimits<T>(
  context: RouteContext,
  { callers, limits, config, isClosing, track }: Gateway,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  if (isClosing())
    throw new GatewayError('unavailable', {
      message: 'This node is ending. Send the request again: another one takes it.',
      retryAfterSeconds: 1,
    });
  const caller = await callers.of(context);
  const leave = limits.enter(
    caller.tokenId,
    caller.requestsPerMinute ?? config.limits.tokenRequestsPerMinute,
    caller.concurrentRequests ?? config.limits.tokenConcurrentRequests,
  );
  try {
    const working = work(caller);
    // Waited for when the node ends, also after its client has gone: a vendor's answer is still to be settled then.
    track(working);
    return await working;
  } finally {
    leave();
  }
}

/** The `Idempotency-Key`, if the client gave one. Throws invalid_value for an invalid one. */
export function clientKeyOf(context: RouteContext): string | undefined {
  const key = context.req.header('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new GatewayError('invalid_value', {
    message:
      'An idempotency key is 1 to 255 visible ASCII characters; 32 random bytes as base64url are right.',
    param: 'Idempotency-Key',
  });
}

/** Name of the client's device for the usage page, if it is acceptable. */
export function deviceOf(context: RouteContext): string | null {
  const device = context.req.header('x-quoth-device')?.trim();
  return device !== undefined && /^[\p{L}\p{N} ._'()-]{1,60}$/u.test(device) ? device : null;
}

/** The error for a model that no chain and no vendor here has. */
export function unknownModel(model: string): GatewayError {
  return new GatewayError('model_not_found', {
    message: `There is no model "${model.slice(0, 100)}" here. GET /v1/models lists them.`,
  });
}

/**
 * The members of the chain that can be asked: the operator has a key and a price for them. Throws unavailable if there
 * are none.
 */
export async function pricesOf<Price>(
  { name, members }: RequestedModel,
  { config }: Gateway,
  priceOf: (member: Member) => Promise<Price | undefined>,
): Promise<ReadonlyMap<Member, Price>> {
  const known = new Map<Member, Price>();
  for (const member of members) {
    const price = config.vendors[member.vendor] && (await priceOf(member));
    if (price) known.set(member, price);
  }
  if (known.size > 0) return known;
  throw new GatewayError('unavailable', {
    message: `No provider is available for "${name}": the gateway has no vendor's key or no price for it. Tell its operator.`,
  });
}

/** Sends the answer, and notifies the ledger when it has been sent. */
export function sendAnswer(
  context: RouteContext,
  { ledger, track }: Gateway,
  answer: RelayedAnswer,
  changes: { readonly contentType?: string; readonly body?: string } = {},
): Response {
  if (answer.endsWithDelivery) {
    // An answer counts as delivered once the system has it; a client that did not get it can ask again with its
    // idempotency key.
    context.env.outgoing.once('finish', () =>
      track(ledger.delivered(answer.requestId).catch(() => undefined)),
    );
  }
  const { contentType = answer.contentType, body = answer.body } = changes;
  return new Response(body, { headers: { ...answerHeaders(answer), 'Content-Type': contentType } });
}

function answerHeaders(answer: RelayedAnswer): Record<string, string> {
  return {
    'Content-Type': answer.contentType,
    'X-Quoth-Request': answer.requestId,
    'X-Quoth-Vendor': answer.vendor,
    'X-Quoth-Model': answer.model,
    'X-Quoth-Tries': answer.tried.map(({ vendor, outcome }) => `${vendor}:${outcome}`).join(', '),
    'X-Quoth-Charge-Micro': String(answer.charge),
    ...(answer.available === undefined ? {} : { 'X-Quoth-Available-Micro': String(answer.available) }),
    ...(answer.isReplay ? { 'X-Quoth-Replayed': 'true' } : {}),
  };
}

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
    retryAfterSeconds: seconds,
  });
}
