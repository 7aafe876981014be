import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectingGarbage, collectionsOf } from '../support/collecting-garbage.ts';
import { freePort } from '../support/free-port.ts';
import {
  RunningApplication,
  repeated,
  sample,
  temporaryHome,
  until,
} from '../support/running-application.ts';
import { realtimeSession, samplesRequest, wyomingRequest } from './live-uploads.ts';
import { SeededRandom } from './seeded-random.ts';

/** On a busy machine hundreds of uploads wait to be accepted long after their clients have gone. */
const PATIENCE_S = 180;

export interface BrokenUploadsOptions {
  /** For each kind of upload. */
  readonly moments: number;
  readonly seed: number;
  /**
   * Times that all garbage is collected afterwards, while requests come in: what only garbage holds ends the
   * application then.
   */
  readonly collections: number;
}

/**
 * Breaks off uploads of each kind at seeded moments, those of live audio included. Throws when a file or a descriptor
 * stays, and when the application ends or meets an error that no one caught, then or while its garbage is collected
 * over and over. Returns how many requests it answered meanwhile.
 */
export async function breakUploads({ moments, seed, collections }: BrokenUploadsOptions): Promise<number> {
  const app = await RunningApplication.start(temporaryHome(), ['--api'], collectingGarbage);
  try {
    const random = new SeededRandom(seed);
    const client = await app.controlSocket();
    const wyomingPort = await freePort();
    await client.updateSettings({ body: { wyomingPort, saveApiTranscriptions: false } });
    assert.equal((await client.switchWyoming({ body: { enabled: true } })).wyoming.running, true);
    const descriptors = () => readdirSync(`/proc/${app.child.pid}/fd`).length;
    const answers = async () => assert.equal((await app.fetch('/models')).status, 200);
    await answers();
    const before = descriptors();
    for (const { port, whole } of uploads(app, wyomingPort)) {
      for (let moment = 0; moment < moments; moment += 5) {
        await Promise.all(
          Array.from({ length: 5 }, () => breakOff(port, whole, random.next(), random.next() < 0.5)),
        );
      }
    }
    for (const folder of ['incoming', 'spool']) {
      const isEmpty = () => readdirSync(join(app.home, folder)).length === 0;
      await until(`nothing is left in ${folder}`, isEmpty, PATIENCE_S);
    }
    await until('every descriptor is closed', () => descriptors() <= before + 2, PATIENCE_S);
    const end = collectionsOf(app) + collections;
    let answered = 0;
    for (; collectionsOf(app) < end; answered++) {
      await answers();
      assert.equal(app.child.exitCode, null, app.stderr);
      await sleep(50);
    }
    const log = readFileSync(join(app.home, 'logs', 'quoth.log'), 'utf8');
    assert(!log.includes('An uncaught error'), log);
    assert.equal(await app.end(), 0);
    return answered;
  } finally {
    await app.remove();
  }
}

/** A whole request of each kind that brings audio, and where it goes. */
function uploads(app: RunningApplication, wyomingPort: number): { port: number; whole: Buffer }[] {
  const { port, token } = app.discovery();
  const speech = repeated(readFileSync(sample('go-forward')), 40);
  const head = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;
  const request = (path: string, type: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `POST ${path} HTTP/1.1\r\n${head}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      ),
      body,
    ]);
  const field = '--b\r\nContent-Disposition: form-data; name="save"\r\n\r\nfalse\r\n';
  const form = Buffer.concat([
    Buffer.from(`${field}--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`),
    speech,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const multipart = 'multipart/form-data; boundary=b';
  const json = JSON.stringify({ save: false, audio_base64: speech.toString('base64') });
  return [
    { port, whole: request('/transcribe', multipart, form) },
    { port, whole: request('/v1/audio/transcriptions', multipart, form) },
    { port, whole: request('/transcribe?save=false', 'audio/wav', speech) },
    { port, whole: request('/transcribe', 'application/json', Buffer.from(json)) },
    { port, whole: samplesRequest(head, speech) },
    { port, whole: realtimeSession(head, speech) },
    { port: wyomingPort, whole: wyomingRequest(speech) },
  ];
}

/** Sends a part of it in two pieces, and breaks off: half of them by a reset, half by a plain end. */
async function breakOff(port: number, whole: Buffer, share: number, resets: boolean): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.on('data', () => undefined);
  const end = Math.max(1, Math.floor(whole.length * share));
  const middle = Math.floor(end / 2);
  await new Promise<void>((resolve) => socket.write(whole.subarray(0, middle), () => resolve()));
  await sleep(5);
  await new Promise<void>((resolve) => socket.write(whole.subarray(middle, end), () => resolve()));
  if (resets) socket.resetAndDestroy();
  else socket.destroy();
}
