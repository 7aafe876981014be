import type { IncomingMessage } from 'node:http';
import { AppError, say } from '@quoth/contract';
import type { ProgramIdentity } from '@quoth/core';
import { bearerOf, equalInConstantTime, isRepeated } from '@quoth/http';

/**
 * Checks a request by its head alone. Returns what is wrong with it, the program that it comes from if it has a named
 * token, or undefined for a caller that may use everything the listener offers.
 */
export type RequestGuard = (request: IncomingMessage) => AppError | ProgramIdentity | undefined;

interface PublicGuardOptions {
  /** Whether a request was meant for this listener, and not made by a stranger's page. */
  readonly isMeant: (request: IncomingMessage) => boolean;
  /** The shared token; asked at every request, so that a new one counts at once, on open connections too. */
  readonly token: () => string;
  /** Whether the shared token opens nothing here. */
  readonly takesNamedOnly?: boolean;
  /** Whose named token it is; asked at every request too. */
  readonly identify: (written: string) => ProgramIdentity | undefined;
}

/** The guard of the public API: who is called, from where, and with which token, in this order. */
export function publicGuard({ isMeant, token, takesNamedOnly, identify }: PublicGuardOptions): RequestGuard {
  return (request) => {
    if (!isMeant(request)) return forbidden(request);
    // A request line may name a whole address; that it is ours is known by now.
    if (isHealth(request)) return undefined;
    const written = bearerOf(request);
    // No discovery file is in a container.
    const advice = takesNamedOnly ? { hint: say('createToken') } : {};
    if (written === undefined) return new AppError('UNAUTHORIZED', isMisplaced(request) ? misplaced : advice);
    if (!equalInConstantTime(written, token()))
      return identify(written) ?? new AppError('UNAUTHORIZED', advice);
    return takesNamedOnly
      ? new AppError('UNAUTHORIZED', { message: say('containerSocketToken'), ...advice })
      : undefined;
  };
}

/** Whether a request means this port of this machine and was not made by a page of another origin. */
export function localRequests(
  port: number,
  isAllowedOrigin: (request: IncomingMessage) => boolean = isOwnSite,
): (request: IncomingMessage) => boolean {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const origins = hosts.map((host) => `http://${host}`);
  return (request) => {
    const { host, origin } = request.headers;
    return (
      host !== undefined &&
      hosts.includes(host.toLowerCase()) &&
      !isRepeated(request, 'host') &&
      (origin === undefined || (origins.includes(origin) && !isRepeated(request, 'origin'))) &&
      isAllowedOrigin(request) &&
      isOwnTarget(request.url, origins)
    );
  };
}

/**
 * 403, saying so where it is the Origin: programs built on a browser send one with each request, and cannot tell why
 * they are refused.
 */
export function forbidden({ headers: { origin } }: IncomingMessage): AppError {
  return new AppError('FORBIDDEN_ORIGIN', origin === undefined ? {} : foreignOrigin);
}

const foreignOrigin = {
  message: say('originRefused'),
  hint: say('callFromOwnProcess'),
};

/** No browser, or a page of ours, or an address that the user opened. */
export function isOwnSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Whether a request over a Unix socket was made by no browser, and for no other server. */
export function isPlainRequest(request: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  return (
    /^[a-z0-9.-]+(:\d+)?$/i.test(host) &&
    !isRepeated(request, 'host') &&
    origin === undefined &&
    site === undefined &&
    isOwnTarget(request.url, [`http://${host}`])
  );
}

/** The control socket: only this user can open the socket, and only our own programs know the secret. */
export function controlSocketGuard(secret: string): RequestGuard {
  return (request) => {
    if (request.headers.host !== 'localhost' || !isPlainRequest(request))
      return new AppError('FORBIDDEN_ORIGIN');
    // The client has the server prove itself by GET /health before it sends the secret.
    return isHealth(request) || bearsToken(request, secret) ? undefined : new AppError('UNAUTHORIZED');
  };
}

/**
 * Clients that cannot set headers put a token where others can read it: into the address, or into the name of a
 * WebSocket's protocol.
 */
function isMisplaced({ url = '', headers }: IncomingMessage): boolean {
  return (
    /[?&](token|access_token|api_?key|key|authorization)=/i.test(url) ||
    /key|token|bearer/i.test(headers['sec-websocket-protocol'] ?? '')
  );
}

const misplaced = { message: say('tokenMisplaced') };

/** GET /health needs no token, so that it serves as a sign of life. */
function isHealth({ method, url = '' }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && /^(https?:\/\/[^/?#]*)?\/health(\?|$)/i.test(url);
}

/** A request line may name a whole address instead of a path; it must then be ours. */
function isOwnTarget(url: string | undefined, origins: readonly string[]): boolean {
  return (
    url === undefined ||
    url.startsWith('/') ||
    url === '*' ||
    origins.some((origin) => url.startsWith(`${origin}/`))
  );
}

function bearsToken(request: IncomingMessage, token: string): boolean {
  const written = bearerOf(request);
  return written !== undefined && equalInConstantTime(written, token);
}
