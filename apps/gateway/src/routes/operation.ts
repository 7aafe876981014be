import { timingSafeEqual } from 'node:crypto';
import { appVersion } from '@quoth/contract';
import { hashToken } from '../accounts/token.ts';
import type { Gateway } from '../gateway.ts';
import { bearerOf, jsonAnswer, type RouteContext } from '../http/environment.ts';
import { GatewayError } from '../http/gateway-error.ts';

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
  if (!timingSafeEqual(hashToken(bearerOf(context)), hashToken(config.metricsToken))) {
    refusals.refuse('metrics token', context);
    throw new GatewayError('invalid_api_key', { message: 'The metrics token is missing or wrong.' });
  }
  metrics.working.set(queue.working);
  metrics.waiting.set(queue.waiting);
  return new Response(await metrics.registry.metrics(), {
    headers: { 'Content-Type': metrics.registry.contentType },
  });
}
