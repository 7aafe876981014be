import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { createHttpServer } from './http-server.ts';

test('a refused socket whose other side stays open is destroyed anyway', async () => {
  const server = createHttpServer({ fetch: () => new Response('ok'), guard: () => undefined });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const halfOpen = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('this is not HTTP\r\n\r\n');
      return socket;
    }),
  );
  const [answer] = (await once(halfOpen[0] as Socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 400 /);
  await until(async () => (await promisify(server.getConnections.bind(server))()) === 0);
  server.close();
});
