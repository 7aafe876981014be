import { randomUUID } from 'node:crypto';
import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Gateway } from '../gateway.ts';
import type { GatewayConfig } from '../read-config.ts';
import { describeError } from '../reporting.ts';
import { adminRoutes } from './administration.ts';
import { GatewayError, jsonAnswer, type RouteEnvironment } from './answers.ts';
import { discardRest } from './bodies.ts';
import { createChatCompletion } from './chat-completions.ts';
import { readingCaller } from './guards.ts';
import { pageRoutes } from './pages.ts';
import { listModels, showAccount, showHealth, showMetrics, showReady } from './reads.ts';
import { createTranscription } from './transcriptions.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function createApp(gateway: Gateway): Hono<RouteEnvironment> {
  const { metrics, logger, isDraining } = gateway;
  const app = new Hono<RouteEnvironment>();
  app.use('*', async (context, next) => {
    const written = context.req.header('x-request-id');
    const requestId = written !== undefined && REQUEST_ID.test(written) ? written : randomUUID();
    context.set('requestId', requestId);
    const { outgoing } = context.env;
    outgoing.setHeader('X-Request-Id', requestId);
    outgoing.setHeader('Cache-Control', 'no-store');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    if (isDraining()) outgoing.setHeader('Connection', 'close');
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
    const hasBody =
      context.env.incoming.headers['content-length'] !== undefined ||
      'transfer-encoding' in context.env.incoming.headers;
    if (hasBody && known.code !== 'timeout') await discardRest(context.env.incoming);
    // If the body is still incomplete then, the connection is closed.
    const close: Record<string, string> =
      hasBody && !context.env.incoming.complete ? { Connection: 'close' } : {};
    return jsonAnswer(known.toBody(), known.status, { ...known.headers, ...close });
  });
  app.notFound((context) => {
    const allowed = methodsOf(context.req.path, app.routes);
    const error = new GatewayError(allowed.length > 0 ? 'method_not_supported' : 'unknown_url');
    const headers: Record<string, string> = allowed.length > 0 ? { Allow: allowed.join(', ') } : {};
    return jsonAnswer(error.toBody(), error.status, headers);
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

const HEADER_BYTES = 16 * 1024;
const HEADERS_MS = 10_000;
/** Time limit for a whole upload; one that stalls ends sooner. */
const UPLOAD_MS = 30 * 60_000;
const KEEP_ALIVE_MS = 65_000;

/** The server, with or without its own TLS, and its limits on time and size. */
export function createServer(
  app: Hono<RouteEnvironment>,
  { tls, limits }: Pick<GatewayConfig, 'tls' | 'limits'>,
): Server {
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
  });
  const options = {
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: 1_000,
  };
  const server = tls
    ? createTls({ ...options, cert: tls.certificate, key: tls.key }, listener)
    : createPlain(options, listener);
  // Each connection holds a descriptor and memory before its caller is known.
  server.maxConnections = limits.connections;
  return server;
}
