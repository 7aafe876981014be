import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { englishText, type Message } from '@quoth/contract';
import { bearer, type Probe, type Vendor, vendorList } from '@quoth/vendors';
import { outcomeOf, probeProvider } from './probe-provider.ts';

const textOf = (reason: Message | null) =>
  reason === null || typeof reason === 'string' ? (reason ?? '') : englishText(reason);

const calm = () => new AbortController().signal;

async function vendorAt(
  context: TestContext,
  listener: RequestListener,
  probe: Probe = { method: 'GET', paths: ['/models'] },
): Promise<Vendor> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { id: 'test', displayName: 'Test', baseUrl, authorization: bearer, probe, keysPage: '' };
}

/** Statuses by vendor. */
const statuses: readonly [string, number, string][] = [
  ['openai', 200, 'healthy'],
  ['openai', 429, 'healthy'],
  ['openai', 401, 'unauthorized'],
  ['openai', 403, 'unauthorized'],
  ['openai', 400, 'unreachable'],
  ['openai', 404, 'unreachable'],
  ['openai', 500, 'unreachable'],
  ['openai', 503, 'unreachable'],
  ['openai', 302, 'unreachable'],
  ['elevenlabs', 400, 'healthy'],
  ['elevenlabs', 422, 'healthy'],
  ['elevenlabs', 401, 'unauthorized'],
  ['gemini', 400, 'unauthorized'],
];
for (const [id, status, expected] of statuses) {
  test(`${id} answers ${status}: ${expected}`, () => {
    const vendor = vendorList.find((candidate) => candidate.id === id);
    assert(vendor);
    const { status: found, reason } = outcomeOf(vendor, status);
    assert.equal(found, expected);
    assert.equal(reason === null, expected === 'healthy');
  });
}

test('a probe sends the key in its header, and asks the next path only where the first is not there', async (context) => {
  const asked: string[] = [];
  const vendor = await vendorAt(
    context,
    (request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(request.url === '/v1/auth/token' ? 404 : 200).end('x'.repeat(100_000));
    },
    { method: 'GET', paths: ['/auth/token', '/projects'] },
  );
  const times = [0, 5, 10, 52];
  const now = () => times.shift() ?? 0;
  assert.deepEqual(await probeProvider({ vendor, key: 'k' }, { fetch, signal: calm(), now }), {
    status: 'healthy',
    reason: null,
    latencyMs: 42,
  });
  assert.deepEqual(asked, ['GET /v1/auth/token Bearer k', 'GET /v1/projects Bearer k']);
});

test('a redirect is not followed: the key stays here', async (context) => {
  let followed = 0;
  const vendor = await vendorAt(context, (request, response) => {
    if (request.url === '/elsewhere') followed++;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  const { status, reason } = await probeProvider({ vendor, key: 'k' }, { fetch, signal: calm() });
  assert.equal(status, 'unreachable');
  assert.match(textOf(reason), /redirects/);
  assert.equal(followed, 0);
});

test('no answer, a broken connection and a closed port count as unreachable, each with its reason', async (context) => {
  const silent = await vendorAt(context, () => {});
  const options = { fetch, signal: calm(), timeoutMs: 50 };
  const { reason, errorKind } = await probeProvider({ vendor: silent, key: 'k' }, options);
  assert.equal(errorKind, 'timeout');
  assert.equal(textOf(reason), 'Test cannot be reached: no answer in 0.05 s.');
  const rude = await vendorAt(context, (request) => request.socket.destroy());
  assert.match(
    textOf((await probeProvider({ vendor: rude, key: 'k' }, { fetch, signal: calm() })).reason),
    /no connection|was lost/,
  );
  const unreachable = { ...silent, baseUrl: 'http://127.0.0.1:1/v1' };
  const closed = await probeProvider({ vendor: unreachable, key: 'k' }, { fetch, signal: calm() });
  assert.equal(closed.status, 'unreachable');
  assert.equal(closed.errorKind, 'network');
  const refusing = createServer().listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  await new Promise((resolve) => refusing.close(resolve));
  const free = { ...silent, baseUrl: `http://127.0.0.1:${port}/v1` };
  assert.equal(
    (await probeProvider({ vendor: free, key: 'k' }, { fetch, signal: calm() })).errorKind,
    'refused',
  );
  const nameless = { ...silent, baseUrl: 'http://nobody-there.invalid/v1' };
  assert.equal(
    (await probeProvider({ vendor: nameless, key: 'k' }, { fetch, signal: calm() })).errorKind,
    'name',
  );
});
