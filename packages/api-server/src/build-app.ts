import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import {
  AppError,
  actionHeader,
  asAppError,
  bridgeName,
  forbiddenScope,
  missingScope,
  openAiPrefix,
  openAiRoutes,
  patternOf,
  type Reader,
  type Route,
  routes,
  say,
  systemCode,
} from '@quoth/contract';
import { type Caller, callerOf, type ProgramIdentity } from '@quoth/core';
import { callerSignal, textFields } from '@quoth/http';
import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { AppOptions, FetchHandler, Handler, NodeBindings, RequestContext } from './handler.ts';
import type { ListenerEnding } from './http/connections.ts';
import { answerFor, errorResponse } from './http/errors.ts';
import type { UpgradeRequest } from './realtime/realtime-sockets.ts';
import { handlers, openAiHandlers } from './routes/index.ts';

type App = Hono<{ Bindings: NodeBindings }>;

/**
 * The one application builder of every listener: the route table over core. Without `application`, only the public
 * routes are mounted.
 */
export function buildApp(options: AppOptions): FetchHandler {
  const app: App = new Hono({
    strict: true,
    getPath: options.basePath ? pathBelow(options.basePath) : plainPath,
  });
  const isMounted = {
    api: true,
    app: options.application !== undefined,
    window: options.windowSessions !== undefined,
  };
  const mounted = [...mountable(routes, handlers), ...mountable(openAiRoutes, openAiHandlers)].filter(
    ({ route }) => isMounted[route.audience],
  );
  for (const { route, handler } of mounted) mount(app, route, handler, options);
  const allowedAt = allowedMethods(mounted.map(({ route }) => route));
  const isRoute = (path: string) => allowedAt(path).length > 0;
  app.notFound((context) => {
    const allowed = allowedAt(context.req.path);
    options.calls?.failed(outgoingOf(context), allowed.length === 0 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED');
    const { path } = context.req;
    if (allowed.length === 0)
      return errorResponse(unknownRoute(nearPath(path, isRoute)), requestIdOf(context), path);
    return refusal(allowed, requestIdOf(context), path);
  });
  app.onError((error, context) => failed(error, context, options));
  return (request, bindings = {}) =>
    answerFor(options.reader ?? readerOf(request, bindings), () => app.fetch(request, bindings));
}

/**
 * The path as the route table has it, where a base address with a slash too many made `//v1/models` or `/v1/models/` of
 * it.
 */
function plainPath(request: Request): string {
  const path = getPath(request);
  return /\/\/|.\/$/.test(path) ? path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '') : path;
}

/** The path that the route table knows: without what stands before it at this listener. */
function pathBelow(basePath: string): (request: Request) => string {
  return (request) => {
    const path = new URL(request.url).pathname;
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '/';
  };
}

function mountable<Name extends string>(
  table: Readonly<Record<Name, Route>>,
  by: Readonly<Record<Name, Handler>>,
): { readonly route: Route; readonly handler: Handler }[] {
  return (Object.keys(table) as Name[]).map((name) => ({ route: table[name], handler: by[name] }));
}

/** One handler a route and nothing around it: what a handler answers at once reaches the socket at once. */
function mount(app: App, route: Route, handler: Handler, options: AppOptions): void {
  const { pattern, params } = honoPath(route.path);
  // Programs call the listener without the application's own controls.
  const defaultProgram = options.application === undefined ? 'shared-token' : 'user';
  app.on(route.method, pattern, (context) => {
    try {
      const program = context.env?.program;
      if (program) refuseOutsideScopes(route, program);
      const caller = callerOf(program, defaultProgram, isByAction(context));
      const answer = handler(new LazyRequestContext(context, caller, params, options), options);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => failed(error, context, options))
        : answer;
    } catch (error) {
      return failed(error, context, options);
    }
  });
}

/**
 * Our bridge says in its User-Agent that an agent reads the answer. Node's own headers where there are some, as below.
 */
function readerOf({ headers }: Request, { incoming }: NodeBindings): Reader {
  const name = incoming ? incoming.headers['user-agent'] : headers.get('user-agent');
  return name?.startsWith(`${bridgeName}/`) ? 'agent' : 'api';
}

/** Node's own headers where there are some: to make others takes time, and every request would. */
function isByAction({ env, req }: Context<{ Bindings: NodeBindings }>): boolean {
  return env?.incoming ? actionHeader in env.incoming.headers : req.raw.headers.has(actionHeader);
}

/** After path and method, before anything of the body. A route without a scope is closed to programs. */
function refuseOutsideScopes({ scopes }: Route, program: ProgramIdentity): void {
  if (scopes === undefined) throw new AppError('NOT_FOUND');
  const missing = missingScope(scopes, program.scopes);
  if (missing !== undefined) throw forbiddenScope(missing);
}

/** What is read of a request is made when it is read: most requests need little of it. */
class LazyRequestContext implements RequestContext {
  readonly startedAtMs = performance.now();
  readonly bodyIdleTimeoutMs: number;
  readonly ending: ListenerEnding | undefined;
  readonly caller: Caller;
  readonly #context: Context<{ Bindings: NodeBindings }>;
  readonly #paramsOf: (found: Record<string, string>) => Record<string, string>;
  #signal: AbortSignal | undefined;

  constructor(
    context: Context<{ Bindings: NodeBindings }>,
    caller: Caller,
    paramsOf: (found: Record<string, string>) => Record<string, string>,
    { bodyIdleTimeoutMs, ending }: Pick<AppOptions, 'bodyIdleTimeoutMs' | 'ending'>,
  ) {
    this.#context = context;
    this.caller = caller;
    this.#paramsOf = paramsOf;
    this.bodyIdleTimeoutMs = bodyIdleTimeoutMs;
    this.ending = ending;
  }

  get requestId(): string {
    return requestIdOf(this.#context);
  }

  get headers(): Headers {
    return this.#context.req.raw.headers;
  }

  get isHead(): boolean {
    return this.#context.req.method === 'HEAD';
  }

  get query(): Readonly<Record<string, string | string[]>> {
    const { url } = this.#context.req;
    return url.includes('?') ? textFields(new URL(url).searchParams) : {};
  }

  get params(): Readonly<Record<string, string>> {
    return this.#paramsOf(this.#context.req.param() as Record<string, string>);
  }

  get outgoing(): ServerResponse | undefined {
    return this.#context.env?.outgoing;
  }

  get upgrade(): UpgradeRequest | undefined {
    return this.#context.env?.upgrade;
  }

  get signal(): AbortSignal {
    const { outgoing } = this;
    this.#signal ??= outgoing ? callerSignal(outgoing, this.ending?.due) : this.#context.req.raw.signal;
    return this.#signal;
  }

  // Letting go of the body must not end the connection, on which the answer is still to be sent.
  body(): AsyncIterable<Uint8Array> | undefined {
    const incoming = this.#context.env?.incoming?.iterator({ destroyOnReturn: false });
    return incoming ?? (this.#context.req.raw.body as AsyncIterable<Uint8Array> | null) ?? undefined;
  }
}

/**
 * The methods that a path takes; none for a path that there is not. A path that stands in the table goes before a
 * pattern.
 */
function allowedMethods(list: readonly Route[]): (path: string) => string[] {
  const entries = list.map(({ path, method }) => ({
    path,
    pattern: patternOf(path),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }));
  return (path) => {
    const exact = entries.filter((entry) => entry.path === path);
    const fitting = exact.length > 0 ? exact : entries.filter(({ pattern }) => pattern.test(path));
    return [...new Set(fitting.flatMap(({ methods }) => methods))];
  };
}

function unknownRoute(near: string | undefined): AppError {
  if (near === undefined) return new AppError('NOT_FOUND');
  return new AppError('NOT_FOUND', { message: say('routeNotFoundNear', { path: near }) });
}

function refusal(allowed: readonly string[], requestId: string, path: string): Response {
  const response = errorResponse(new AppError('METHOD_NOT_ALLOWED'), requestId, path);
  response.headers.set('Allow', allowed.join(', '));
  return response;
}

function failed(error: unknown, context: Context, { logger, calls }: AppOptions): Response {
  calls?.failed(outgoingOf(context), asAppError(error).code);
  const requestId = requestIdOf(context);
  const isGone =
    systemCode(error) === 'ECONNRESET' || (error instanceof Error && error.name === 'AbortError');
  if (isGone) logger.debug({ requestId }, 'A caller disconnected.');
  else if (!(error instanceof AppError) || ['INTERNAL_ERROR', 'DISK_FULL'].includes(error.code)) {
    logger.error({ error, requestId, route: context.req.routePath }, 'A request failed.');
  }
  return errorResponse(error, requestId, context.req.path);
}

function outgoingOf(context: Context): ServerResponse | undefined {
  return (context.env as NodeBindings | undefined)?.outgoing;
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

/**
 * The path that the caller of an unknown one probably meant: OpenAI's clients get their base URL without `/v1` or with
 * it twice, and scripts written for a neighbour's API call ours below `/v1`. Undefined where none fits.
 */
function nearPath(path: string, isRoute: (path: string) => boolean): string | undefined {
  const bare = withoutPrefix(path);
  const renamed = bare.replace('postprocess', 'post-process').replace(/^\/history$/, '/recordings');
  return [bare, `${openAiPrefix}${bare}`, renamed].find(
    (candidate) => candidate !== path && isRoute(candidate),
  );
}

function withoutPrefix(path: string): string {
  let bare = path;
  while (bare.startsWith(`${openAiPrefix}/`)) bare = bare.slice(openAiPrefix.length);
  return bare;
}
