import assert from 'node:assert/strict';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemProxy } from './system-proxy.ts';

const OWN = '127.0.0.1,localhost,::1,[::1]';
const cases: readonly [Readonly<Record<string, string>>, ReturnType<typeof systemProxy>][] = [
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ https_proxy: 'http://p:1' }, { https_proxy: 'http://p:1', no_proxy: OWN }],
  [
    { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:1' },
    { https_proxy: 'http://q:1', no_proxy: OWN },
  ],
  [{ HTTP_PROXY: 'http://p:1' }, { http_proxy: 'http://p:1', https_proxy: 'http://p:1', no_proxy: OWN }],
  [
    { ALL_PROXY: 'http://p:1', NO_PROXY: '.corp,10.0.0.1' },
    { http_proxy: 'http://p:1', https_proxy: 'http://p:1', no_proxy: `.corp,10.0.0.1,${OWN}` },
  ],
];
for (const [env, expected] of cases) {
  test(`the proxy of ${JSON.stringify(env)}`, () => assert.deepEqual(systemProxy(env), expected));
}

test('a vendor is asked through the proxy, this machine never is [CLOUD-PROXY]', async () => {
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.end('"through the proxy"'));
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const local = createServer((_, response) => response.end('"direct"'));
  for (const server of [proxy, local])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const portOf = (server: typeof proxy) => (server.address() as AddressInfo).port;
  const settings = systemProxy({ HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: 'example.org' });
  assert(settings);
  const restore = setGlobalProxyFromEnv(settings);
  try {
    await assert.rejects(fetch('https://api.vendor.test/v1/models'), /fetch failed/);
    assert.deepEqual(asked, ['api.vendor.test:443']);
    for (const host of ['127.0.0.1', 'localhost'])
      assert.equal(await (await fetch(`http://${host}:${portOf(local)}/v1`)).json(), 'direct', host);
    assert.equal(asked.length, 1);
  } finally {
    restore();
    proxy.close();
    local.close();
  }
});
