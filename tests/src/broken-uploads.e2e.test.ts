import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from './chaos/seeded-random.ts';
import { collectingGarbage } from './support/collecting-garbage.ts';
import { RunningApplication, repeated, sample, temporaryHome, until } from './support/running-application.ts';

const MOMENTS = 50;
const SEED = 20_261_122;

let app: RunningApplication;
before(async () => {
  app = await RunningApplication.start(temporaryHome(), ['--api'], collectingGarbage);
});
after(() => app.remove());

/** A whole request of each kind that brings audio. */
function uploads(): ReadonlyMap<string, Buffer> {
  const { port, token } = app.discovery();
  const speech = repeated(readFileSync(sample('go-forward')), 40);
  const request = (path: string, type: string, body: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
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
  return new Map([
    ['form', request('/transcribe', multipart, form)],
    ['form in the dialect', request('/v1/audio/transcriptions', multipart, form)],
    ['raw body', request('/transcribe?save=false', 'audio/wav', speech)],
    [
      'JSON',
      request(
        '/transcribe',
        'application/json',
        Buffer.from(JSON.stringify({ save: false, audio_base64: speech.toString('base64') })),
      ),
    ],
  ]);
}

/** Sends a part of it in two pieces, and breaks off: half of them by a reset, half by a plain end. */
async function breakOff(whole: Buffer, share: number, resets: boolean): Promise<void> {
  const socket: Socket = connect(app.discovery().port, '127.0.0.1');
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

const descriptors = () => readdirSync(`/proc/${app.child.pid}/fd`).length;
const incoming = () => readdirSync(join(app.home, 'incoming'));

test(`uploads of each kind broken off at ${MOMENTS} moments (seed ${SEED}): no file, no descriptor is left, and the application lives on while garbage is collected [BAD-DROPPED-UPLOAD]`, async () => {
  const random = new SeededRandom(SEED);
  assert.equal((await app.fetch('/models')).status, 200);
  const before = descriptors();
  for (const whole of uploads().values()) {
    for (let moment = 0; moment < MOMENTS; moment += 5) {
      await Promise.all(Array.from({ length: 5 }, () => breakOff(whole, random.next(), random.next() < 0.5)));
    }
  }
  await until('every part file is gone', () => incoming().length === 0);
  await until('every descriptor is closed', () => descriptors() <= before + 2);
  // What is only held by garbage would be closed by its collection now, and end the application.
  for (let rounds = 0; rounds < 40; rounds++) {
    assert.equal((await app.fetch('/models')).status, 200);
    await sleep(50);
  }
  assert.equal(app.child.exitCode, null);
  assert(!readFileSync(join(app.home, 'logs', 'quoth.log'), 'utf8').includes('An error that nobody caught'));
});
