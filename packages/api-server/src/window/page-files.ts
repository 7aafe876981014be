import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { AppError, type Settings } from '@quoth/contract';
import { errorResponse } from '../http/error-answer.ts';

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

const headers = {
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

export interface PageFilesOptions {
  /** Folder of the built page. */
  readonly folder: string;
  readonly appearance: () => Settings['appearance'];
}

/** Answers with the files of the built page, and with the page itself at every address that is not a file. */
export function pageFiles({ folder, appearance }: PageFilesOptions): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    const { pathname } = new URL(url);
    if (method !== 'GET' && method !== 'HEAD') return refused('METHOD_NOT_ALLOWED', pathname);
    const isFile = fileName.test(pathname);
    if (!isFile && !pageAddress.test(pathname)) return refused('NOT_FOUND', pathname);
    const path = join(folder, isFile ? pathname : 'index.html');
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes) return refused('NOT_FOUND', pathname);
    const type = types[extname(path)] ?? 'application/octet-stream';
    // Written here, so that the first paint already has the right colours.
    const body = isFile
      ? bytes
      : bytes.toString().replace('data-theme="system"', `data-theme="${appearance()}"`);
    return new Response(method === 'HEAD' ? null : body, { headers: { ...headers, 'Content-Type': type } });
  };
}

function refused(code: 'NOT_FOUND' | 'METHOD_NOT_ALLOWED', path: string): Response {
  const response = errorResponse(new AppError(code), 'page', path);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (code === 'METHOD_NOT_ALLOWED') response.headers.set('Allow', 'GET, HEAD');
  return response;
}
