import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { ConnectionOwners, ownerIn } from './connection-owner.ts';

const table =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:9931 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1
   1: 0100007F:9931 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 222 1
   2: 0100007F:D431 0100007F:9931 01 00000000:00000000 00:00000000 00000000  1001        0 333 1
   3: 0100007F:D432 0100007F:9931 01 00000000:00000000 00:00000000 00000000  1000        0 444 1
`.split('\n');

test('the owner of a connection is read from the kernel’s table', () => {
  const ask = (clientPort: number, uid: number) => ownerIn(table, { clientPort, serverPort: 0x9931, uid });
  assert.equal(ask(0xd431, 1000), 'other');
  assert.equal(ask(0xd432, 1000), 'own');
  assert.equal(ask(0xd431, 1001), 'own');
  assert.equal(ask(0xd433, 1000), 'unknown');
  assert.equal(ownerIn([], { clientPort: 1, serverPort: 2, uid: 0 }), 'unknown');
});

test('a connection is looked up once, whatever it sends, and simultaneous ones share a reading that began after them', async () => {
  const readings: PromiseWithResolvers<string>[] = [];
  const owners = new ConnectionOwners(() => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  });
  const sockets = Array.from(
    { length: 50 },
    (_, index) => ({ remotePort: 40_000 + index, localPort: 0x9931 }) as unknown as Socket,
  );
  const searches = sockets.flatMap((socket) =>
    Array.from({ length: 20 }, () => owners.looking(socket) ?? Promise.resolve()),
  );
  assert.equal(readings.length, 1);
  const text = (ports: readonly number[]) =>
    ports
      .map(
        (port) =>
          `0: 0100007F:${port.toString(16).toUpperCase()} 0100007F:9931 01 0 0 0 ${process.getuid?.()} 0 1`,
      )
      .join('\n');
  readings[0]?.resolve(text([40_000]));
  while (readings.length < 2) await new Promise(setImmediate);
  readings[1]?.resolve(text(sockets.map((_, index) => 40_000 + index)));
  await Promise.all(searches);
  assert.equal(readings.length, 2);
  assert.deepEqual(new Set(sockets.map((socket) => owners.of(socket))), new Set(['own']));
  assert.equal(owners.looking(sockets[0] as Socket), undefined);
});

/** Whose a real connection is, made by a child process of this user or another one. */
async function ownerOfChild(uid: number | undefined): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const came = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const script = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: 'ignore',
    cwd: '/',
    ...(uid !== undefined && { uid }),
  });
  const socket = await came;
  const owners = new ConnectionOwners();
  assert.equal(owners.of(socket), undefined);
  await owners.looking(socket);
  const owner = owners.of(socket) ?? 'nobody looked';
  assert.equal(owners.looking(socket), undefined);
  child.kill();
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return owner;
}

test('a process of this user is known', { skip: process.platform !== 'linux' }, async () => {
  assert.equal(await ownerOfChild(undefined), 'own');
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
test('a process of another user is known [WINDOW-OTHER-USER]', {
  skip: isRoot ? false : 'needs root',
}, async () => {
  assert.equal(await ownerOfChild(65_534), 'other');
});
