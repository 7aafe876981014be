import { performance } from 'node:perf_hooks';
import { type Route, type RouteName, routes } from '@quoth/contract';
import { AppError, type Core, type Logger } from '@quoth/core';
import { type Context, Hono } from 'hono';
import type { ApplicationControl } from './application-control.ts';
import { errorResponse } from './http/envelope.ts';
import { callerSignal, type NodeBindings, queryOf, type RequestContext } from './request-context.ts';
import { type Handler, handlers } from './routes/index.ts';

/** A handler of requests, without a port. */
export type FetchHandler = (request: Request, bindings?: NodeBindings) => Response | Promise<Response>;

export interface AppOptions {
  readonly core: Core;
  /** Given for the doors that mount the application's own routes too. */
  readonly application?: ApplicationControl | undefined;
  /** Who this server says it is; asked at every GET /health. */
  readonly identity: () => ServerIdentity;
  readonly logger: Logger;
  /** How long a body may pause. */
  readonly bodyIdleTimeoutMs: number;
  /** After this long, work sends its headers early. */
  readonly earlyHeadersMs: number;
}

/** What GET /health tells of the server itself. */
export interface ServerIdentity {
  readonly port: number;
  readonly startedAt: string;
  readonly token: string;
}

type App = Hono<{ Bindings: NodeBindings }>;

/** The one application builder of every door: the route table over core. Without `application`, only the public routes are mounted. */
export function buildApp(options: AppOptions): FetchHandler {
  const app: App = new Hono({ strict: true });
  const mounted = (Object.entries(routes) as [RouteName, Route][]).filter(
    ([, route]) => route.audience === 'api' || options.application !== undefined,
  );
  for (const [name, route] of mounted) mount(app, route, handlers[name], options);
  for (const path of new Set(mounted.map(([, route]) => route.path))) {
    const methods = mounted.filter(([, route]) => route.path === path).map(([, route]) => route.method);
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    app.all(honoPath(path).pattern, (context) => {
      const response = errorResponse(new AppError('METHOD_NOT_ALLOWED'), requestIdOf(context));
      response.headers.set('Allow', allow);
      return response;
    });
  }
  app.notFound((context) => errorResponse(new AppError('NOT_FOUND'), requestIdOf(context)));
  app.onError((error, context) => failed(error, context, options.logger));
  return (request, bindings) => app.fetch(request, bindings ?? {});
}

function mount(app: App, route: Route, handler: Handler, options: AppOptions): void {
  const { pattern, params } = honoPath(route.path);
  app.on(route.method, pattern, async (context) => {
    const startedAtMs = performance.now();
    const { incoming, outgoing } = context.env ?? {};
    const request = context.req.raw;
    const requestContext: RequestContext = {
      requestId: requestIdOf(context),
      headers: request.headers,
      isHead: request.method === 'HEAD',
      query: context.req.url.includes('?') ? queryOf(new URL(context.req.url).searchParams) : {},
      params: params(context.req.param() as Record<string, string>),
      get signal() {
        return callerSignal(request, outgoing);
      },
      startedAtMs,
      bodyIdleTimeoutMs: options.bodyIdleTimeoutMs,
      // Letting go of the body must not end the connection, on which the answer is still to be sent.
      body: () =>
        incoming?.iterator({ destroyOnReturn: false }) ??
        (request.body as AsyncIterable<Uint8Array> | null) ??
        undefined,
    };
    try {
      return await handler(requestContext, options);
    } catch (error) {
      return failed(error, context, options.logger);
    }
  });
}

function failed(error: unknown, context: Context, logger: Logger): Response {
  const requestId = requestIdOf(context);
  if (!(error instanceof AppError) || error.code === 'INTERNAL_ERROR') {
    logger.error({ error, requestId, route: context.req.routePath }, 'A request failed.');
  }
  return errorResponse(error, requestId);
}

function requestIdOf(context: Context): string {
  const id = (context.env as NodeBindings | undefined)?.outgoing?.getHeader('X-Request-Id');
  return typeof id === 'string' ? id : 'in-memory';
}

/** The table's path as Hono writes it: `{id}` is `:id`, and a segment that is only partly a parameter is a pattern. */
function honoPath(path: string) {
  const prefixes = new Map<string, string>();
  const pattern = path
    .split('/')
    .map((segment) => {
      const match = /^(.*)\{(\w+)\}$/.exec(segment);
      if (!match) return segment;
      const [, prefix = '', name = ''] = match;
      prefixes.set(name, prefix);
      return prefix === '' ? `:${name}` : `:${name}{${prefix.replaceAll('.', '\\.')}[^/]+}`;
    })
    .join('/');
  const params = (found: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(found).map(([name, value]) => [name, value.slice(prefixes.get(name)?.length ?? 0)]),
    );
  return { pattern, params };
}
