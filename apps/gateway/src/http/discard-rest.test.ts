import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { discardRest } from './bodies.ts';

const MEBIBYTE = 1024 * 1024;

/** A server that refuses before it has read anything of the body, and what its client gets to see. */
async function refused(
  contentLength: number,
  send: (write: (bytes: number) => Promise<boolean>) => Promise<void>,
): Promise<{ readonly answer: string; readonly error: Error | undefined }> {
  const decided = Promise.withResolvers<void>();
  const server = createServer(async (incoming, outgoing) => {
    decided.resolve();
    await discardRest(incoming);
    outgoing.writeHead(401, { connection: 'close' }).end('the refusal');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
  );
  await closed;
  await new Promise((resolve) => server.close(resolve));
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
  const { answer } = await refused(1_000, async () => {
    context.mock.timers.tick(1_000);
  });
  assert.match(answer, /the refusal/);
});
