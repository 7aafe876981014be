import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { test } from 'node:test';
import { RealtimeSockets } from './realtime-sockets.ts';

const handshake = {
  method: 'GET',
  url: '/v1/realtime',
  headers: {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  },
} as IncomingMessage;

/** A text frame of a client, masked with zeros (RFC 6455, section 5.2). */
const textFrame = (payload: string) =>
  Buffer.from(`\x81${String.fromCharCode(0x80 + payload.length)}\0\0\0\0${payload}`, 'latin1');

test('a frame that is refused ends its own connection alone, whatever comes behind it', async () => {
  const sockets = new RealtimeSockets();
  const [client, socket] = duplexPair();
  const heard: string[] = [];
  const closed = new Promise<void>((resolve) =>
    sockets.accept({ request: handshake, socket, head: Buffer.alloc(0) }, undefined, () => ({
      message: (bytes) => void heard.push(String(bytes)),
      closed: resolve,
    })),
  );
  // Answers the close frame, as a client would.
  client.on('data', (bytes: Buffer) => bytes[0] === 0x88 && client.end());
  // They wait together for their turn: one message is handed over in a turn of the event loop.
  for (const payload of ['{}', '\xff\xfe', 'behind it', 'and more']) client.write(textFrame(payload));
  await closed;
  assert.deepEqual(heard, ['{}']);
  sockets.close();
});
