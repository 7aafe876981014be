import { createServer as createPlain, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { GatewayConfig } from '../config/gateway-config.ts';
import type { RouteEnvironment } from './environment.ts';

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
  // Each holds a descriptor and some memory before anybody knows whose it is.
  server.maxConnections = limits.connections;
  return server;
}
