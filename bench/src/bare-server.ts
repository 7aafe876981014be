import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

// The baseline: a Hono handler that sends the same bytes, and does nothing else.
const bytes = process.env.BARE_BYTES ?? '';
const app = new Hono();
app.all('*', (context) => context.body(bytes, 200, { 'Content-Type': 'application/json; charset=utf-8' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) =>
  process.stdout.write(`{"address":"http://127.0.0.1:${port}"}\n`),
);
