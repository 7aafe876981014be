import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { type ConnectionLimitsOptions, limitConnections } from './connections.ts';
import { createHttpServer } from './http-server.ts';

const REQUEST = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.closeAllConnections();
  server.close();
});

async function serve(answer: RequestListener, options: ConnectionLimitsOptions): Promise<void> {
  server = createServer();
  limitConnections(server, options);
  server.on('request', answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('a connection that pipelines requests and reads no answer is cut, and no other one is', async () => {
  let answered = 0;
  await serve((_request, response) => {
    answered++;
    // A moment later, as handlers do.
    setImmediate(() => response.end('x'.repeat(1_000)));
  }, {});
  const greedy = await open();
  greedy.write(REQUEST.repeat(20_000));
  greedy.resume();
  await closed(greedy);
  // Not one more of those that came in the same breath.
  assert.equal(answered, 65);
  const polite = await open();
  for (let turn = 0; turn < 100; turn++) {
    polite.write(REQUEST);
    await once(polite, 'data');
  }
  polite.write(REQUEST.repeat(10));
  let bytes = 0;
  while (bytes < 10_000) bytes += ((await once(polite, 'data')) as [Buffer])[0].length;
});

test('an answer that no one reads is dropped; a slow reader gets all of it', async () => {
  const CHUNKS = 600;
  const chunk = Buffer.alloc(65_536);
  await serve((_request, response) => void Readable.from(Array(CHUNKS).fill(chunk)).pipe(response), {
    stalledMs: 2_000,
    lookMs: 50,
  });
  const silent = await open();
  silent.pause();
  silent.write(REQUEST);
  const slow = await open();
  let bytes = 0;
  slow.on('data', (data) => {
    bytes += data.length;
    slow.pause();
    setTimeout(() => slow.resume(), 1);
  });
  slow.write(REQUEST.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await closed(slow);
  assert(bytes > CHUNKS * chunk.length, String(bytes));
  await until(async () => (await connections()) === 0);
});

test('if too much waits for slow readers, those with the most are cut', async () => {
  const large = Buffer.alloc(36 * 1024 * 1024);
  const small = Buffer.alloc(16 * 1024 * 1024);
  let asked = 0;
  const answer: RequestListener = ({ url }, response) => {
    asked++;
    response.end(url === '/small' ? small : large);
  };
  await serve(answer, {
    stalledMs: 600_000,
    maxPendingBytes: 30 * 1024 * 1024,
    lookMs: 50,
  });
  const silent = async (request: string) => {
    const socket = await open();
    socket.pause();
    socket.write(request);
    return socket;
  };
  for (let index = 0; index < 3; index++) await silent(REQUEST);
  // Last: on a busy machine it would count as slow before the others had even come.
  await until(() => asked === 3);
  const modest = await silent(
    REQUEST.replace('/health', '/small').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  );
  await until(async () => (await connections()) === 1);
  // The one that is left is the one with the least, and its answer is whole.
  let bytes = 0;
  modest.on('data', (data) => {
    bytes += data.length;
  });
  modest.resume();
  await closed(modest);
  assert(bytes > small.length, String(bytes));
});

test('where places are short, the connection goes that has waited longest without a whole request', async () => {
  const asked: string[] = [];
  await serve(
    (request, response) => {
      asked.push(request.url ?? '');
      if (request.url !== '/held') response.end('ok');
    },
    { maxConnections: 5 },
  );
  const held = await open();
  held.write(REQUEST.replace('/health', '/held'));
  await until(() => asked.length > 0);
  const idle = await open();
  idle.write(REQUEST);
  await once(idle, 'data');
  const half: Socket[] = [];
  for (let index = 0; index < 3; index++) {
    const socket = await open();
    socket.write('GET /health HTTP/1.1\r\nHost:');
    half.push(socket);
  }
  const answered = async () => {
    const socket = await open();
    socket.write(REQUEST);
    assert.match(String(await once(socket, 'data')), /200 OK/);
  };
  await answered();
  await closed(idle);
  await answered();
  await closed(half[0] as Socket);
  assert.deepEqual(
    [held, half[1], half[2]].map((socket) => socket?.destroyed),
    [false, false, false],
  );
});

test('where each connection has a request in hand, a further one is closed', async () => {
  let asked = 0;
  await serve(() => asked++, { maxConnections: 3 });
  for (let index = 0; index < 3; index++) (await open()).write(REQUEST);
  await until(() => asked === 3);
  await closed(await open());
  assert.deepEqual(
    sockets.slice(0, 3).map(({ destroyed }) => destroyed),
    [false, false, false],
  );
});

test('a refused socket whose other side stays open is destroyed anyway', async () => {
  server = createHttpServer({ fetch: () => new Response('ok'), guard: () => undefined });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const halfOpen = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write('this is not HTTP\r\n\r\n');
      return socket;
    }),
  );
  const [answer] = (await once(halfOpen[0] as Socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 400 /);
  const deadline = performance.now() + 20_000;
  while ((await connections()) > 0 && performance.now() < deadline) await sleep(50);
  assert.equal(await connections(), 0);
});

test('an answer that is given before the body was read arrives whole, although the connection closes after it', async () => {
  const text = 'x'.repeat(400_000);
  server = createHttpServer({ fetch: () => new Response(text), guard: () => undefined });
  const finished = new Promise<void>((resolve) =>
    server.on('request', (_request, response) => response.once('finish', resolve)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = await open();
  socket.pause();
  const body = Buffer.alloc(1_000_000);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n');
  socket.write(body.subarray(0, 300_000));
  await finished;
  // What the system does to the connection it has done by now.
  await sleep(50);
  socket.write(body.subarray(300_000));
  let bytes = 0;
  socket.on('data', (data) => {
    bytes += data.length;
  });
  socket.resume();
  await closed(socket);
  assert(bytes > text.length, `${bytes} bytes`);
});
