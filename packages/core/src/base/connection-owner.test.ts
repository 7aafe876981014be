import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { isOwnConnection, loadKernel, ownerIn } from './connection-owner.ts';

const byKernel = await loadKernel();
const byTables = () => undefined;

const table =
  `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:9931 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1
   1: 0100007F:9931 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 222 1
   2: 0100007F:D431 0100007F:9931 01 00000000:00000000 00:00000000 00000000  1001        0 333 1
   3: 0100007F:D432 0100007F:9931 01 00000000:00000000 00:00000000 00000000  1000        0 444 1
   4: 0100007F:D434 0100007F:9931 05 00000000:00000000 03:00001769 00000000     0        0 0 3
   5: 0000000000000000FFFF00000100007F:D435 0000000000000000FFFF00000100007F:9931 01 00000000:00000000 00:00000000 00000000  1001        0 555 1
   6: 0200007F:D436 0100007F:9931 01 00000000:00000000 00:00000000 00000000  1000        0 666 1
`.split('\n');

test('the owner of a connection is read from the kernel’s table', () => {
  const ask = (clientPort: number, uid: number) => ownerIn(table, { clientPort, serverPort: 0x9931, uid });
  assert.equal(ask(0xd431, 1000), 'other');
  assert.equal(ask(0xd432, 1000), 'own');
  assert.equal(ask(0xd431, 1001), 'own');
  assert.equal(ask(0xd433, 1000), 'unknown');
  assert.equal(ask(0xd434, 0), 'unknown', 'a socket that is closed already');
  assert.equal(ask(0xd435, 1000), 'other');
  assert.equal(ask(0xd436, 1000), 'unknown', 'another address');
  assert.equal(ownerIn([], { clientPort: 1, serverPort: 2, uid: 0 }), 'unknown');
});

const onLinux = { skip: process.platform !== 'linux' && 'only Linux names the owner of a connection' };

test('without an answer of the kernel, its tables are read, twice for who is not found', onLinux, () => {
  const socket = { remoteAddress: '127.0.0.1', remotePort: 0xd432, localPort: 0x9931 };
  const line = `0: 0100007F:D432 0100007F:9931 01 0 0 0 ${process.getuid?.()} 0 1`;
  const isOwn = (...tables: readonly string[]) => {
    const left = [...tables];
    return isOwnConnection(socket, byTables, () => left.shift() ?? assert.fail('a third look'));
  };
  assert(isOwn(line));
  assert(isOwn('', line));
  assert(!isOwn('', ''));
});

type Way = 'plainly' | 'from 127.0.0.2' | 'over IPv6' | 'and leaves at once';
const connecting: Readonly<Record<Way, string>> = {
  plainly: "net.connect({ port, host: '127.0.0.1' })",
  'from 127.0.0.2': "net.connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })",
  'over IPv6': "net.connect({ port, host: '::ffff:127.0.0.1' })",
  'and leaves at once':
    "net.connect({ port, host: '127.0.0.1' }).on('connect', function () { this.destroy(); })",
};

/** What both ways of looking say of a real connection, which a child process of this or another user opens. */
async function isOwnChild(way: Way, uid: number | undefined): Promise<readonly boolean[]> {
  const server = createServer({ pauseOnConnect: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const came = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const script = `const net = require('node:net'); const port = ${port}; ${connecting[way]}.on('error', () => {})`;
  const child = spawn(process.execPath, ['-e', script], {
    stdio: 'ignore',
    cwd: '/',
    ...(uid !== undefined && { uid }),
  });
  const socket = await came;
  if (way === 'and leaves at once') await new Promise((resolve) => child.once('exit', resolve));
  const answers = [isOwnConnection(socket, byKernel), isOwnConnection(socket, byTables)];
  child.kill();
  socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  return answers;
}

test('a process of this user is known, by the kernel’s answer and by its tables', onLinux, async () => {
  assert.deepEqual(await isOwnChild('plainly', undefined), [true, true]);
  assert.deepEqual(await isOwnChild('over IPv6', undefined), [true, true]);
  assert.deepEqual(await isOwnChild('from 127.0.0.2', undefined), [false, false]);
});

test('a process of another user is distinguished from this user’s, however it connects', {
  skip: process.platform === 'linux' && process.getuid?.() === 0 ? false : 'needs root',
}, async () => {
  for (const way of Object.keys(connecting) as Way[])
    assert.deepEqual(await isOwnChild(way, 65_534), [false, false], way);
});

test(
  'a port on which this user listens does not stand in for a connection that is gone',
  onLinux,
  async () => {
    const [ours, another] = [createServer(), createServer()];
    for (const server of [ours, another])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const [localPort, remotePort] = [ours, another].map((server) => (server.address() as AddressInfo).port);
    const socket = { remoteAddress: '127.0.0.1', remotePort, localPort } as unknown as Socket;
    assert.equal(isOwnConnection(socket, byKernel), false);
    ours.close();
    another.close();
  },
);
