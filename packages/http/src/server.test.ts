import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { createLimitedServer, discardRest, listen, type ServerLimits, serverLimits } from './server.ts';

const MEBIBYTE = 1024 * 1024;
const REQUEST = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.closeAllConnections();
  server.close();
});

async function serve(onRequest: RequestListener, limits: Partial<ServerLimits>): Promise<void> {
  server = createLimitedServer({ limits: { ...serverLimits, ...limits }, onRequest });
  await listen(server, { port: 0, host: '127.0.0.1' });
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
  let parsed = 0;
  server.on('request', () => parsed++);
  for (const request of [REQUEST, 'GET / HTTP/1.1\r\n\r\n']) {
    answered = parsed = 0;
    const greedy = await open();
    greedy.write(request.repeat(20_000));
    greedy.resume();
    await closed(greedy);
    // Not one more of those that came in the same read, and only the one too many was made an object of.
    assert.deepEqual([answered, parsed], [64, 65]);
  }
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

test('an answer that goes on growing is dropped too where no one reads it', async () => {
  let written = 0;
  await serve(
    (_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(65_536)) || written++, 20);
      response.once('close', () => clearInterval(timer));
    },
    { stalledMs: 500, lookMs: 50 },
  );
  const silent = await open();
  silent.pause();
  silent.write(REQUEST);
  await until(() => written > 0);
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
    unreadBytes: 30 * 1024 * 1024,
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

test('an answer that is given before the body was read arrives whole, although the connection closes after it', async () => {
  const text = 'x'.repeat(400_000);
  const finished = Promise.withResolvers<void>();
  await serve((request, response) => {
    discardRest(request, response, { bytes: MEBIBYTE, ms: 60_000 });
    response.once('finish', finished.resolve).end(text);
  }, {});
  const socket = await open();
  socket.pause();
  const body = Buffer.alloc(1_000_000);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1000000\r\n\r\n');
  socket.write(body.subarray(0, 300_000));
  await finished.promise;
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

/** A server that refuses before it has read anything of the body, and what its client gets to see. */
async function refused(
  contentLength: number,
  send: (write: (bytes: number) => Promise<boolean>, answered: Promise<unknown>) => Promise<void>,
): Promise<{ readonly answer: string; readonly error: Error | undefined }> {
  const decided = Promise.withResolvers<void>();
  await serve((request, response) => {
    discardRest(request, response, { bytes: MEBIBYTE, ms: 1_000 }, true);
    response.once('finish', decided.resolve).writeHead(401).end('the refusal');
  }, {});
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  let error: Error | undefined;
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', (problem) => {
    error = problem;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = new Promise((resolve) => socket.once('data', resolve));
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${contentLength}\r\n\r\nbegin`);
  await decided.promise;
  // False once no one takes any more.
  await send(
    (bytes) =>
      new Promise((resolve) => {
        const onDrain = () => resolve(true);
        if (socket.destroyed) resolve(false);
        else if (socket.write(Buffer.alloc(bytes))) resolve(true);
        else socket.once('drain', onDrain).once('close', () => resolve(false));
      }),
    answered,
  );
  await closed;
  server.close();
  return { answer, error };
}

test('a client that is still sending when it is refused gets the refusal, not a broken connection', async () => {
  const { answer, error } = await refused(600_005, async (write) => {
    // One after the other, so that the first would already meet a closed connection.
    for (let part = 0; part < 6; part++) {
      await write(100_000);
      await new Promise(setImmediate);
    }
  });
  assert.equal(error, undefined);
  assert.match(answer, /^HTTP\/1\.1 401 [\s\S]*the refusal/);
});

test('no more than a little of a large body is read, and a client that stops is not waited for long', async (context) => {
  let sent = 0;
  await refused(1_000 * MEBIBYTE, async (write) => {
    while (sent < 500 && (await write(MEBIBYTE))) sent += 1;
  });
  // What lies in the sockets between here and there counts as sent.
  assert(sent < 100, `${sent} MiB were sent`);
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { answer } = await refused(1_000, async (_write, answered) => {
    await answered;
    context.mock.timers.tick(1_000);
  });
  assert.match(answer, /the refusal/);
});
