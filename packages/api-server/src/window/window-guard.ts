import type { IncomingMessage } from 'node:http';
import { AppError, routes, windowApiPath } from '@quoth/contract';
import { bearerOf, type Guard, isOwnSite, localRequests } from '../http/guard.ts';
import type { WindowSessions } from './window-sessions.ts';

const audioPath = new RegExp(
  `^${windowApiPath}${routes.getRecordingAudio.path.replace('{id}', '([^/?]+)')}\\?(.+)$`,
);

/** The window's listener: every program on this machine can load the page, but everything behind it requires the window's token. */
export function windowGuard(port: number, sessions: WindowSessions): Guard {
  const isLocal = localRequests(port, (request) => isOwnSite(request) || isOpening(request, sessions));
  return (request) => {
    if (!isLocal(request)) return new AppError('FORBIDDEN_ORIGIN');
    if (!isApi(request.url) || isOpenToAll(request) || isSignedAudio(request, sessions)) return undefined;
    const token = bearerOf(request);
    return token !== undefined && sessions.holds(token)
      ? undefined
      : new AppError('UNAUTHORIZED', {
          message: "This window's access has ended.",
          hint: 'Run "quoth start" to open a new one.',
        });
  };
}

/** The page that a browser is started with is a file, and sends it on to the window: for the browser, that is another site. */
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
export function isApi(url = ''): boolean {
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
