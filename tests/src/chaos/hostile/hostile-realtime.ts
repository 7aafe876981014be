import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { spoken } from '../../live-audio/live-api.ts';
import type { RunningApplication } from '../../support/running-application.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** A session in which whatever comes next may make sense, or none. */
interface Attack {
  readonly socket: WebSocket;
  /** The connection itself, for what no client sends. */
  readonly raw: Socket;
  readonly random: SeededRandom;
}
type Step = (attack: Attack) => void | Promise<void>;

const speech = Buffer.from(spoken(1).samples.buffer);
/** How long a step that waits may take. */
const MAX_WAIT_MS = 200;
const queries = [
  '',
  '&save=true',
  '&save=false',
  '&model=default',
  '&model=mode:Live',
  '&save=perhaps',
  '&token=x',
];

/**
 * Opens a session, or tries to, does what no one should do in it, and leaves it in one of many ways. Resolves when it
 * is closed.
 */
export async function attackRealtime(app: RunningApplication, random: SeededRandom): Promise<void> {
  const { port, token } = app.discovery();
  const address = `ws://127.0.0.1:${port}/v1/realtime?intent=transcription${random.pick(queries) ?? ''}`;
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(address, { headers, perMessageDeflate: false, autoPong: random.next() > 0.1 });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const isOpen = await Promise.race([
    new Promise<boolean>((resolve) => socket.once('open', () => resolve(true))),
    closed.then(() => false),
  ]);
  if (!isOpen) return;
  const raw = (socket as unknown as { _socket: Socket })._socket;
  const attack = { socket, raw, random };
  for (let left = Math.ceil(random.between(1, 20)); left > 0 && socket.readyState === WebSocket.OPEN; left--)
    await random.pick(steps)?.(attack);
  random.pick(ends)?.(attack);
  socket.resume();
  const timer = setTimeout(() => socket.terminate(), 5_000);
  await closed;
  clearTimeout(timer);
}

function say({ socket }: Attack, event: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event), () => undefined);
}

function append(attack: Attack, audio: string): void {
  say(attack, { type: 'input_audio_buffer.append', audio });
}

function update(attack: Attack, input: object): void {
  say(attack, { type: 'session.update', session: { type: 'transcription', audio: { input } } });
}

/** A part of what somebody said, from anywhere, of any length. */
function someSpeech({ random }: Attack): string {
  const start = Math.floor(random.between(0, speech.length));
  return speech.subarray(start, start + Math.floor(random.between(1, 60_000))).toString('base64');
}

const pcm = { type: 'audio/pcm', rate: 16_000 };

const steps: readonly Step[] = [
  (attack) => update(attack, { format: pcm, turn_detection: null }),
  (attack) =>
    update(attack, { format: pcm, turn_detection: { type: 'server_vad', silence_duration_ms: 200 } }),
  (attack) =>
    update(attack, {
      format: attack.random.pick([{ type: 'audio/pcmu' }, { type: 'audio/pcm', rate: 1e9 }, pcm, 7]),
    }),
  (attack) =>
    update(attack, {
      transcription: { model: attack.random.pick(['none', 'mode:', 'default', 'x'.repeat(10_000)]) },
    }),
  (attack) => append(attack, speech.toString('base64')),
  (attack) => append(attack, someSpeech(attack)),
  (attack) => append(attack, someSpeech(attack)),
  (attack) => append(attack, '%%%%'),
  (attack) => append(attack, 'A'.repeat(3_900_000)),
  (attack) => say(attack, { type: 'input_audio_buffer.commit' }),
  (attack) => say(attack, { type: 'input_audio_buffer.commit' }),
  (attack) => say(attack, { type: 'input_audio_buffer.clear', event_id: 'x'.repeat(1_000) }),
  (attack) => {
    for (let times = 0; times < 200; times++) {
      append(attack, 'AAAA'.repeat(1_200));
      say(attack, { type: 'input_audio_buffer.commit' });
    }
  },
  ({ socket, random }) =>
    socket.send(random.pick(['', 'null', '[]', '{"type":1}', '[['.repeat(5_000), '\ud800']) ?? ''),
  ({ socket }) => socket.send(Buffer.alloc(1_000)),
  ({ socket }) => socket.send('A'.repeat(100_000), { fin: false }),
  ({ socket }) => {
    for (let times = 0; times < 1_000; times++) socket.ping();
  },
  // Frames that no client sends: a reserved bit, a reserved opcode, no mask, a length of eight exabytes, text that is
  // not UTF-8, half a frame.
  ({ raw }) => void raw.write('\xc1\x80\0\0\0\0', 'latin1'),
  ({ raw }) => void raw.write('\x83\x80\0\0\0\0', 'latin1'),
  ({ raw }) => void raw.write('\x81\x02{}', 'latin1'),
  ({ raw }) => void raw.write('\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
  ({ raw }) => void raw.write('\x81\x82\0\0\0\0\xff\xfe', 'latin1'),
  ({ raw }) => void raw.write('\x81\xfe', 'latin1'),
  ({ raw }) => void raw.write('\x88\x82\0\0\0\0\0\x01', 'latin1'),
  ({ socket }) => socket.pause(),
  ({ random }) => sleep(random.between(0, MAX_WAIT_MS)),
  ({ random }) => sleep(random.between(0, MAX_WAIT_MS)),
];

const ends: readonly Step[] = [
  ({ socket }) => socket.close(),
  ({ socket }) => socket.close(4_999, 'x'.repeat(120)),
  ({ socket }) => socket.terminate(),
  ({ raw }) => void raw.end(),
  ({ raw }) => void raw.resetAndDestroy(),
];
