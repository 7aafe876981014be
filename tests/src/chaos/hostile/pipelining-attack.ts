import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What the attack is sent. */
export interface PipeliningAttack {
  readonly port: number;
  readonly connections: number;
}

/** Requests in one go: what a socket's buffers take without anybody reading. */
const AHEAD = 1_000;
/** Before a connection that was cut is opened again. */
const PAUSE_MS = 50;

// In a thread of its own, so that writing gigabytes does not delay the measuring. It tells how often it was cut so far,
// when it is connected and when it is cut; the first message ends it.
const { port, connections } = workerData as PipeliningAttack;
const requests = Buffer.from(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(AHEAD));
const sockets = new Set<Socket>();
let cut = 0;
let isOver = false;

function attack(): void {
  if (isOver) return;
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  const send = () => {
    while (!socket.destroyed && socket.write(requests));
  };
  socket.once('connect', () => parentPort?.postMessage(cut));
  socket.once('connect', send).on('drain', send).pause();
  socket.on('error', () => undefined);
  socket.once('close', () => {
    sockets.delete(socket);
    if (!isOver) parentPort?.postMessage(++cut);
    setTimeout(attack, PAUSE_MS);
  });
}

for (let index = 0; index < connections; index++) attack();
parentPort?.once('message', () => {
  isOver = true;
  for (const socket of sockets) socket.destroy();
});
