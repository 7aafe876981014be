import { timingSafeEqual } from 'node:crypto';
import { appVersion } from '@quoth/contract';
import { bearerOf } from '@quoth/http';
import type { Queries } from '../database/database.ts';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import { hashToken } from '../ledger/callers.ts';
import { largest } from '../ledger/prices.ts';
import { type RequestedModel, speechChain, tiers } from '../relay/chains.ts';
import { jsonAnswer, type RouteContext } from './answers.ts';
import { readingCaller } from './guards.ts';

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

interface UsageRow extends Record<string, unknown> {
  readonly day: string;
  readonly vendor: string;
  readonly device: string;
  readonly kind: 'speech' | 'text';
  readonly requests: number;
  readonly charge: bigint;
  readonly quantity: bigint;
}

/** What an account used on a day with one vendor and device. */
export interface Usage {
  readonly day: string;
  readonly vendor: string;
  readonly device: string | null;
  readonly kind: 'speech' | 'text';
  readonly requests: number;
  readonly charge_micro: bigint;
  /** Of speech; null for texts. */
  readonly minutes: number | null;
}

export const USAGE_DAYS = 31;

/** Newest day first. */
export async function usageOf(accountId: string, database: Queries): Promise<Usage[]> {
  const rows = await database.q<UsageRow>('usageByDay', [accountId, USAGE_DAYS]);
  return rows.map(({ day, vendor, device, kind, requests, charge, quantity }) => ({
    day,
    vendor,
    device: device === '' ? null : device,
    kind,
    requests,
    charge_micro: charge,
    minutes: kind === 'speech' ? Math.round(Number(quantity) / 600) / 100 : null,
  }));
}

/** `GET /v1/models`: tiers, vendors' models and text chains that can be requested, with their prices. */
export async function listModels(gateway: Gateway): Promise<Response> {
  const { vendors, config } = gateway;
  const usable = vendors.filter(({ id }) => config.vendors[id] !== undefined);
  const names = [
    ...tiers,
    ...usable.flatMap(({ id, speech }) => (speech?.models ?? []).map((model) => `${id}/${model.id}`)),
  ];
  const speech = await Promise.all(
    names.map((name) => speechEntry(speechChain(name, { vendors, tiers: config.tiers }), gateway)),
  );
  const texts: RequestedModel[] = [
    ...Object.entries(config.textChains).map(([name, members]) => ({ name, members })),
    ...usable.flatMap(({ id, language }) =>
      (language?.models ?? []).map((model) => ({
        name: `${id}/${model.id}`,
        members: [{ vendor: id, model: model.id }],
      })),
    ),
  ];
  const text = await Promise.all(texts.map((choice) => textEntry(choice, gateway)));
  return jsonAnswer({ object: 'list', data: [...speech, ...text].flat() });
}

async function speechEntry(choice: RequestedModel | undefined, { config, prices }: Gateway) {
  if (!choice) return [];
  const members = choice.members.filter(({ vendor }) => config.vendors[vendor] !== undefined);
  const known = await Promise.all(members.map(({ vendor, model }) => prices.speech(vendor, model)));
  const priced = members.filter((_, index) => known[index] !== undefined);
  const [price] = known.flatMap((each) => each ?? []);
  if (!price) return [];
  const most = largest(known.flatMap((each) => each?.perMinute ?? []));
  return [
    {
      ...entry(choice, 'speech'),
      chain: priced.map(({ vendor, model }) => `${vendor}/${model}`),
      price: {
        currency: config.currency,
        per_minute_micro: price.perMinute,
        per_minute_at_most_micro: most,
        minimum_seconds: price.minSeconds,
        rounding_seconds: price.roundingSeconds,
      },
    },
  ];
}

async function textEntry(choice: RequestedModel, { config, prices }: Gateway) {
  const members = choice.members.filter(({ vendor }) => config.vendors[vendor] !== undefined);
  const known = await Promise.all(members.map(({ vendor, model }) => prices.text(vendor, model)));
  const [price] = known.flatMap((each) => each ?? []);
  if (!price) return [];
  return [
    {
      ...entry(choice, 'text'),
      chain: members.map(({ vendor, model }) => `${vendor}/${model}`),
      price: {
        currency: config.currency,
        per_million_input_tokens_micro: price.perMillionInput,
        per_million_output_tokens_micro: price.perMillionOutput,
      },
    },
  ];
}

function entry({ name, members }: RequestedModel, kind: 'speech' | 'text') {
  return { id: name, object: 'model', created: 0, owned_by: members[0]?.vendor ?? 'quoth', kind };
}

/** `GET /health`: the process is alive. Answered from memory. */
export function showHealth(): Response {
  return jsonAnswer({ ok: true, app: 'quoth-gateway', app_version: appVersion });
}

/** `GET /ready`: new requests may be sent here. 503 while the node is shutting down, or without its database. */
export async function showReady({ database, readiness, isDraining }: Gateway): Promise<Response> {
  if (isDraining()) return jsonAnswer({ ok: false, because: 'the node is ending' }, 503);
  if (await readiness.isReachable()) return jsonAnswer({ ok: true, database: database.kind });
  return jsonAnswer({ ok: false, because: 'the database cannot be reached' }, 503);
}

/** `GET /metrics` for Prometheus, with its own token; 404 if none is set. */
export async function showMetrics(
  context: RouteContext,
  { metrics, queue, config, refusals }: Gateway,
): Promise<Response> {
  if (config.metricsToken === undefined) throw new GatewayError('unknown_url');
  if (!timingSafeEqual(hashToken(bearerOf(context.env.incoming) ?? ''), hashToken(config.metricsToken))) {
    refusals.refuse('metrics token', context);
    throw new GatewayError('invalid_api_key', { message: 'The metrics token is missing or wrong.' });
  }
  metrics.working.set(queue.working);
  metrics.waiting.set(queue.waiting);
  return new Response(await metrics.registry.metrics(), {
    headers: { 'Content-Type': metrics.registry.contentType },
  });
}
