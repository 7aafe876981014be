import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { FixedRecognizer } from './provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from './provider-simulator/simulator.ts';
import { RunningApplication, temporaryHome, until } from './support/running-application.ts';

/** What the proxy was asked to reach. It reaches nothing. */
const asked: string[] = [];
const proxy = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(502).end();
});
proxy.on('connect', (request, socket) => {
  asked.push(request.url ?? '');
  socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
});

let simulator: ProviderSimulator;
let app: RunningApplication;
before(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  simulator = await ProviderSimulator.start(new FixedRecognizer('hello world', 0));
  app = await RunningApplication.start(temporaryHome(), ['--api'], {
    https_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    http_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    no_proxy: '',
    NO_PROXY: '',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
});
after(async () => {
  await app.remove();
  await simulator.close();
  proxy.close();
});

test('a vendor is asked through the system’s proxy, a server on this machine never', async () => {
  const controlSocket = await app.controlSocket();
  await controlSocket.updateSettings({ body: { keyStorage: 'file' } });
  await controlSocket.setProviderKey({ params: { id: 'openai' }, body: { key: 'a-key-for-the-proxy-test' } });
  const { provider } = await controlSocket.testProvider({ params: { id: 'openai' } });
  assert.equal(provider.label, 'Unreachable');
  assert.deepEqual([...new Set(asked)], ['api.openai.com:443']);
  asked.length = 0;
  const added = await controlSocket.addEndpoint({
    body: { id: 'local', displayName: 'Local', baseUrl: `${simulator.origin}/compatible/v1` },
  });
  assert.equal(added.provider.id, 'local');
  await until('the server on this machine is known', async () => {
    return (await controlSocket.testProvider({ params: { id: 'local' } })).provider.label === 'Valid';
  });
  assert(simulator.arrivals.length > 0);
  assert.deepEqual(asked, []);
});
