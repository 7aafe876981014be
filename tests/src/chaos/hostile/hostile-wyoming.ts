import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { spoken } from '../../live-audio/live-api.ts';
import type { SeededRandom } from '../seeded-random.ts';

type Step = (socket: Socket, random: SeededRandom) => void | Promise<void>;

const speech = Buffer.from(spoken(1).samples.buffer);
const MAX_WAIT_MS = 200;
const format = { rate: 16_000, width: 2, channels: 1 };

/**
 * Connects, says what no one should say, or only a part of it, and goes in one of many ways. Resolves when the
 * connection is closed.
 */
export async function attackWyoming(port: number, random: SeededRandom): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  await Promise.race([once(socket, 'connect').catch(() => undefined), closed]);
  socket.resume();
  for (let left = Math.ceil(random.between(1, 12)); left > 0 && socket.writable; left--)
    await random.pick(steps)?.(socket, random);
  await random.pick(ends)?.(socket, random);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), 5_000);
  await closed;
  clearTimeout(timer);
}

function say(socket: Socket, type: string, data?: unknown, payload?: Buffer): void {
  const body = data === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(data));
  const header = { type, data_length: body.length, ...(payload && { payload_length: payload.length }) };
  write(
    socket,
    Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body, payload ?? Buffer.alloc(0)]),
  );
}

function write(socket: Socket, bytes: Buffer | string): void {
  if (socket.writable) socket.write(bytes);
}

const steps: readonly Step[] = [
  (socket) => say(socket, 'describe'),
  (socket, random) =>
    say(socket, 'transcribe', random.pick([{}, { language: 'en' }, { name: 'none' }, { language: 7 }, []])),
  (socket) => say(socket, 'audio-start', format),
  (socket, random) =>
    say(socket, 'audio-start', { rate: random.between(-1, 1e9), width: random.between(0, 9), channels: 0 }),
  (socket) => say(socket, 'audio-chunk', format, speech),
  (socket) => say(socket, 'audio-chunk', format, speech),
  (socket, random) =>
    say(socket, 'audio-chunk', { ...format, channels: 3 }, speech.subarray(0, random.between(1, 9_999))),
  (socket) => say(socket, 'audio-stop'),
  (socket) => say(socket, 'audio-stop'),
  (socket) => say(socket, 'synthesize', { text: 'x'.repeat(100_000) }),
  (socket) => say(socket, 'x'.repeat(10_000)),
  (socket) => {
    for (let times = 0; times < 2_000; times++) say(socket, 'describe');
  },
  (socket) => {
    for (let times = 0; times < 50; times++) {
      say(socket, 'audio-chunk', format, speech.subarray(0, 3_200));
      say(socket, 'audio-stop');
    }
  },
  (socket, random) =>
    write(
      socket,
      random.pick([
        '{"type":"describe"',
        '{"type":"audio-chunk","payload_length":9007199254740993}\n',
        '{"type":"describe","data_length":-1}\n',
        `{"type":"describe","data":${'['.repeat(10_000)}`,
        'POST / HTTP/1.1\r\n\r\n',
        '\n\n\n',
        `{${' '.repeat(20_000)}`,
      ]) ?? '',
    ),
  async (socket) => {
    for (const byte of '{"type":"describe"}\n') {
      write(socket, byte);
      await sleep(1);
    }
  },
  (socket) => void socket.pause(),
  (_, random) => sleep(random.between(0, MAX_WAIT_MS)),
];

const ends: readonly Step[] = [
  (socket) => void socket.end(),
  (socket) => void socket.destroy(),
  (socket) => void socket.resetAndDestroy(),
  (_, random) => sleep(random.between(0, 5 * MAX_WAIT_MS)),
];
