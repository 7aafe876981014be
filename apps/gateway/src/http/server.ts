import type { Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createLimitedServer,
  discardRest,
  hasBody,
  requestIdOf,
  serverLimits,
  setAnswerHeaders,
} from '@quoth/http';
import { Hono } from 'hono';
import { GatewayError } from '../errors.ts';
import type { Gateway } from '../gateway.ts';
import type { GatewayConfig } from '../read-config.ts';
import { describeError } from '../reporting.ts';
import { adminRoutes } from './administration.ts';
import { errorAnswer, type RouteEnvironment } from './answers.ts';
import { createChatCompletion } from './chat-completions.ts';
import { readingCaller } from './guards.ts';
import { pageRoutes } from './pages.ts';
import { listModels, showAccount, showHealth, showMetrics, showReady } from './reads.ts';
import { createTranscription } from './transcriptions.ts';

export function createApp(gateway: Gateway): Hono<RouteEnvironment> {
  const { metrics, logger, isDraining } = gateway;
  const app = new Hono<RouteEnvironment>();
  app.use('*', async (context, next) => {
    const { incoming, outgoing } = context.env;
    const requestId = requestIdOf(incoming);
    context.set('requestId', requestId);
    setAnswerHeaders(outgoing, requestId);
    if (hasBody(incoming)) discardRest(incoming, outgoing, DISCARDED, isDraining() || undefined);
    else if (isDraining()) outgoing.setHeader('Connection', 'close');
    await next();
    metrics.answers.inc({ status: String(context.res.status) });
  });
  app.onError(async (error, context) => {
    // No one reads the answer to a client that has gone.
    if (context.env.outgoing.destroyed) return new Response(null, { status: 400 });
    const known =
      error instanceof GatewayError
        ? error
        : new GatewayError('internal_error', {
            message: `Something went wrong inside the gateway. Request id: ${context.get('requestId')}.`,
          });
    if (known.code === 'internal_error')
      logger.error({ requestId: context.get('requestId'), error: describeError(error) }, 'a bug');
    return errorAnswer(known);
  });
  app.notFound((context) => {
    const allowed = methodsOf(context.req.path, app.routes);
    const error = new GatewayError(allowed.length > 0 ? 'method_not_supported' : 'unknown_url');
    return errorAnswer(error, allowed.length > 0 ? { Allow: allowed.join(', ') } : {});
  });
  app.get('/health', () => showHealth());
  app.get('/ready', () => showReady(gateway));
  app.get('/metrics', (context) => showMetrics(context, gateway));
  app.get('/v1/models', async (context) => {
    await readingCaller(context, gateway);
    return listModels(gateway);
  });
  app.get('/v1/account', (context) => showAccount(context, gateway));
  app.post('/v1/audio/transcriptions', (context) => createTranscription(context, gateway));
  app.post('/v1/chat/completions', (context) => createChatCompletion(context, gateway));
  app.route('/admin', adminRoutes(gateway));
  app.route('/', pageRoutes(gateway));
  return app;
}

/** The methods of a path; empty if there is no such path. */
function methodsOf(path: string, routes: Hono['routes']): string[] {
  const parts = path.split('/');
  const fits = routes.filter(({ path: pattern, method }) => {
    const wanted = pattern.split('/');
    const isSame = wanted.every((part, index) =>
      part.startsWith(':') ? parts[index] : part === parts[index],
    );
    return method !== 'ALL' && wanted.length === parts.length && isSame;
  });
  return [...new Set(fits.map(({ method }) => method))];
}

/** A whole upload has half an hour; one that stalls ends sooner. Load balancers keep connections for a minute. */
const LIMITS = { ...serverLimits, requestMs: 30 * 60_000, keepAliveMs: 65_000 };
/** What is read of a body that was refused. */
const DISCARDED = { bytes: 1024 * 1024, ms: 1_000 };

/** The server, with or without its own TLS, and its limits on time and size. */
export function createServer(
  app: Hono<RouteEnvironment>,
  { tls, limits }: Pick<GatewayConfig, 'tls' | 'limits'>,
): Server {
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
  return createLimitedServer({
    limits: { ...LIMITS, connections: limits.connections },
    tls,
    onRequest: (request, response, accept) => {
      accept();
      void listener(request, response);
    },
  });
}
