import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a proxy named in the environment is not asked for 127.0.0.1', async () => {
  const requests: string[] = [];
  const listening = (name: string) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((_request, response) => {
        requests.push(name);
        response.end('{"ok":true}');
      });
      server.listen(0, '127.0.0.1', () => resolve(server));
    });
  const [server, proxy] = [await listening('server'), await listening('proxy')];
  const portOf = (of: typeof server) => (of.address() as AddressInfo).port;
  const script = `
    const { createLoopbackTransport } = await import(${JSON.stringify(new URL('./socket-transport.ts', import.meta.url).href)});
    const response = await createLoopbackTransport()('http://127.0.0.1:${portOf(server)}/health', { method: 'GET', headers: {} });
    await response.text();
    process.exit(0);`;
  const url = `http://127.0.0.1:${portOf(proxy)}`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', http_proxy: url, HTTP_PROXY: url },
  });
  assert.deepEqual(requests, ['server']);
  server.close();
  proxy.close();
});
