import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { extname, join } from 'node:path';
import {
  AppError,
  limits,
  type Notice,
  routes,
  type Said,
  type Settings,
  say,
  windowApiPath,
  withAdvice,
} from '@quoth/contract';
import { type Core, isoTime, type Logger, Mutex } from '@quoth/core';
import { bearerOf, listen } from '@quoth/http';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events.ts';
import type { ApplicationControl, FetchHandler } from '../handler.ts';
import { closeServer, ListenerEnding } from '../http/connections.ts';
import { errorResponse } from '../http/errors.ts';
import { forbidden, isOwnSite, localRequests, type RequestGuard } from '../http/guard.ts';
import { type ClosingAnswer, createHttpServer } from '../http/http-server.ts';
import { type SessionFile, WindowSessions } from './window-sessions.ts';

interface WindowServerOptions {
  readonly core: Core;
  readonly application: ApplicationControl;
  readonly logger: Logger;
  readonly pageFolder: string;
  readonly onRequest?: ((answer: ClosingAnswer) => void) | undefined;
  /** Called when the first window opens, and when none is open any more. */
  readonly onWindows?: ((isOpen: boolean) => void) | undefined;
  /** Called when the last window has been closed permanently. */
  readonly onLastClosed?: (() => void) | undefined;
  /** Where open windows are kept for the next start; without it a restart ends them. */
  readonly sessionFile?: SessionFile | undefined;
}

interface Running {
  readonly server: Server;
  readonly ending: ListenerEnding;
  readonly port: number;
}

const ADDRESS = '127.0.0.1';
/** How long the listener stays after the last window, because a reload closes and opens one. */
const GRACE_MS = 10_000;
/** A window without a connection looks for the application every 3 s; browsers let a hidden one do so once a minute. */
const RETURN_MS = 75_000;

const codeReused: Said<Notice> = withAdvice(
  { id: 'window-code-reused', level: 'warning' },
  { message: [say('windowAddressUsedTwice')], hint: [say('openNewWindow')] },
);

/**
 * The window's private listener: a random port of 127.0.0.1 that is there only while a window is, or is being opened.
 */
export class WindowServer {
  readonly #options: WindowServerOptions;
  readonly #mutex = new Mutex();
  readonly #events: EventStreams;
  readonly #sessions: WindowSessions;
  #running: Running | undefined;
  #grace: NodeJS.Timeout | undefined;
  #wasOpen = false;
  #isOpen = false;
  #notices: readonly Said<Notice>[] = [];

  constructor(options: WindowServerOptions) {
    this.#options = options;
    this.#events = new EventStreams({
      log: options.core.events.log,
      reader: 'window',
      onCount: (count) => this.#counted(count),
    });
    this.#sessions = new WindowSessions(
      () => this.#revoked(),
      () => this.#keepSessions(),
    );
  }

  /** What the user should know of the windows of this run. */
  notices(): readonly Said<Notice>[] {
    return this.#notices;
  }

  /** How many windows are open. */
  get windowCount(): number {
    return this.#events.count;
  }

  /** True while a window is open, being opened, or expected to reconnect. */
  isOn(): boolean {
    return this.#running !== undefined;
  }

  /** The address of a new window, with a code that works once and for a minute. `page` begins with a slash. */
  newAddress(page = '/'): Promise<string> {
    return this.#mutex.run(async () => {
      this.#running ??= await this.#start();
      const code = this.#sessions.newCode();
      this.#scheduleStop();
      return `http://${ADDRESS}:${this.#running.port}${page}#code=${code}`;
    });
  }

  /**
   * Waits for the windows of before a restart, at the port where they look. Where another program has it, they have to
   * be opened again.
   */
  restore(): Promise<void> {
    return this.#mutex.run(async () => {
      const before = this.#options.sessionFile?.take();
      if (!before || this.#running) return;
      this.#sessions.restore(before.sessions);
      if (this.#sessions.open().length === 0) return;
      try {
        this.#running = await this.#start(before.port);
      } catch {
        this.#sessions.clear();
        return;
      }
      this.#keepSessions();
      this.#wasOpen = true;
      this.#scheduleStop(RETURN_MS);
    });
  }

  /** Windows that are open now can go on after the next start. */
  close(): Promise<void> {
    return this.#mutex.run(() => this.#stop());
  }

  #keepSessions(): void {
    const { sessionFile } = this.#options;
    if (sessionFile && this.#running)
      void sessionFile.keep({ port: this.#running.port, sessions: this.#sessions.open() });
  }

  async #start(wanted = 0): Promise<Running> {
    const { core, logger, application, pageFolder, onRequest } = this.#options;
    const startedAt = isoTime(Date.now());
    // No request needs this token, because the window has its sessions'. It only makes the challenge of GET /health
    // unanswerable.
    const token = randomBytes(32).toString('base64url');
    const bound = { port: 0 };
    const ending = new ListenerEnding();
    const app = buildApp({
      core,
      reader: 'window',
      application,
      logger,
      events: this.#events,
      ending,
      windowSessions: this.#sessions,
      basePath: windowApiPath,
      identity: () => ({ port: bound.port, startedAt, token }),
      bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
      earlyHeadersMs: limits.earlyHeadersMs,
    });
    const page = pageFiles({ folder: pageFolder, settings: () => core.settings.get() });
    const fetch: FetchHandler = (request, bindings) =>
      isApi(bindings?.incoming?.url) ? app(request, bindings) : page(request);
    // The port is known only when it listens, and nothing is let in before.
    const server = createHttpServer({
      fetch,
      guard: (request) => windowGuard(bound.port, this.#sessions)(request),
      onRequest,
      otherUsers: { logger },
    });
    bound.port = await listen(server, { host: ADDRESS, port: wanted, exclusive: true });
    logger.info({ port: bound.port }, 'The window server is on.');
    return { server, ending, port: bound.port };
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#grace);
    this.#sessions.clear();
    const running = this.#running;
    if (!running) return;
    this.#running = undefined;
    await closeServer(running.server, { events: this.#events, ending: running.ending });
    this.#options.logger.info('The window server is off.');
  }

  #counted(count: number): void {
    if (count > 0) this.#wasOpen = true;
    if (this.#isOpen !== count > 0) {
      this.#isOpen = count > 0;
      this.#options.onWindows?.(this.#isOpen);
    }
    this.#scheduleStop();
  }

  /** Ends the listener once no window is open or being opened, and none has come back for a while. */
  #scheduleStop(afterMs = GRACE_MS): void {
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => {
      if (this.#events.count > 0) return;
      if (this.#sessions.isExpecting()) this.#scheduleStop();
      else void this.#mutex.run(() => this.#stopIfUnused());
    }, afterMs).unref();
  }

  async #stopIfUnused(): Promise<void> {
    if (this.#events.count > 0 || this.#sessions.isExpecting()) return;
    const wasOpen = this.#wasOpen;
    this.#wasOpen = false;
    await this.#options.sessionFile?.keep(undefined);
    await this.#stop();
    if (wasOpen) this.#options.onLastClosed?.();
  }

  /** Another program may have read a window's address: its streams end, and the user is warned in the other windows. */
  #revoked(): void {
    this.#events.close();
    this.#notices = [codeReused];
    this.#options.core.events.publish({ type: 'notice-raised', notice: codeReused });
  }
}

const audioPath = new RegExp(
  `^${windowApiPath}${routes.getRecordingAudio.path.replace('{id}', '([^/?]+)')}\\?(.+)$`,
);

/**
 * The window's listener: every program on this machine can load the page, but everything behind it requires the
 * window's token.
 */
function windowGuard(port: number, sessions: WindowSessions): RequestGuard {
  const isLocal = localRequests(port, (request) => isOwnSite(request) || isOpening(request, sessions));
  return (request) => {
    if (!isLocal(request)) return forbidden(request);
    if (!isApi(request.url) || isOpenToAll(request) || isSignedAudio(request, sessions)) return undefined;
    const token = bearerOf(request);
    return token !== undefined && sessions.holds(token)
      ? undefined
      : new AppError('UNAUTHORIZED', {
          message: say('windowSessionEnded'),
          remedy: say('openWindow'),
        });
  };
}

/**
 * The page that a browser is started with is a file, and sends it on to the window: for the browser, that is another
 * site.
 */
function isOpening({ method, url, headers }: IncomingMessage, sessions: WindowSessions): boolean {
  return (
    method === 'GET' &&
    !isApi(url) &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-fetch-dest'] === 'document' &&
    sessions.isExpecting()
  );
}

/** Everything that is not a file of the page. A whole address in the request line is none: no browser sends that. */
function isApi(url = ''): boolean {
  return (
    !url.startsWith('/') ||
    url === windowApiPath ||
    url.startsWith(`${windowApiPath}/`) ||
    url.startsWith(`${windowApiPath}?`)
  );
}

/** What a window asks before it has a token, or before it sends its token again. */
function isOpenToAll({ method, url = '' }: IncomingMessage): boolean {
  const { redeemWindowCode: redeem, proveWindow: prove } = routes;
  return (
    (method === redeem.method && url === `${windowApiPath}${redeem.path}`) ||
    (method === prove.method && url.startsWith(`${windowApiPath}${prove.path}?`))
  );
}

/** A player can send no header, so its address is signed. */
function isSignedAudio({ method, url = '' }: IncomingMessage, sessions: WindowSessions): boolean {
  const match = method === 'GET' || method === 'HEAD' ? audioPath.exec(url) : null;
  return match !== null && sessions.isSignedAudio(match[1] ?? '', new URLSearchParams(match[2]));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but what the page itself brings: no inline script or style, no other origin, no frame around it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** A file of the page by its name: letters, digits and what bundlers write, at most one folder deep. */
const fileName = /^\/(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}\.(?:js|css|svg)$/;
/** An address of the page itself: its router shows what it means. */
const pageAddress = /^\/[a-z0-9/-]{0,200}$/;

interface PageFilesOptions {
  /** Folder of the built page. */
  readonly folder: string;
  readonly settings: () => Pick<Settings, 'appearance' | 'language'>;
}

/** Answers with the files of the built page, and with the page itself at every address that is not a file. */
function pageFiles({ folder, settings }: PageFilesOptions): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { pathname } = new URL(url);
    if (method !== 'GET' && method !== 'HEAD') return refusedFile('METHOD_NOT_ALLOWED', pathname);
    const isFile = fileName.test(pathname);
    if (!isFile && !pageAddress.test(pathname)) return refusedFile('NOT_FOUND', pathname);
    const path = join(folder, isFile ? pathname : 'index.html');
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) return refusedFile('NOT_FOUND', pathname);
    const type = types[extname(path)] ?? 'application/octet-stream';
    const body = isFile ? bytes : withSettings(bytes.toString(), settings());
    return new Response(method === 'HEAD' ? null : body, {
      headers: { ...pageHeaders, 'Content-Type': type },
    });
  };
}

/**
 * Written into the page, so that the first paint already has the right colours, and its texts are in the right
 * language.
 */
function withSettings(
  page: string,
  { appearance, language }: Pick<Settings, 'appearance' | 'language'>,
): string {
  return page
    .replace('data-theme="system"', `data-theme="${appearance}"`)
    .replace('data-language="system"', `data-language="${language}"`);
}

function refusedFile(code: 'NOT_FOUND' | 'METHOD_NOT_ALLOWED', path: string): Response {
  const response = errorResponse(new AppError(code), 'page', path);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  if (code === 'METHOD_NOT_ALLOWED') response.headers.set('Allow', 'GET, HEAD');
  return response;
}
