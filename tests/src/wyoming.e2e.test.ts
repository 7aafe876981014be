import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import { applicationTests } from './support/application-tests.ts';
import { freePort } from './support/free-port.ts';
import { type RunningApplication, sample, until } from './support/running-application.ts';
import { type Sound, soundOf, WyomingPeer } from './support/wyoming-peer.ts';

let home: string;
let app: RunningApplication;
let quoth: Client;
let port: number;
const tests = applicationTests({ flags: [] }, async (started) => {
  ({ home, application: app, own: quoth } = started);
  port ??= await freePort();
});

const speech = soundOf(readFileSync(sample('go-forward')));
const words = 'Go forward to the old garden.';

const state = async () => (await quoth.getApplication()).wyoming;

/** Nothing is going on, and nothing is left of what was begun. */
async function isQuiet(): Promise<boolean> {
  const { queue, wyoming } = await quoth.getApplication();
  const folders = ['incoming', 'spool'].flatMap((name) => readdirSync(join(home, name)));
  return queue.running + queue.waiting + wyoming.connections + folders.length === 0;
}

test('off by default: nothing listens; switched on, it listens on 127.0.0.1 at its port', async () => {
  assert.deepEqual(
    [(await state()).enabled, (await state()).running, (await state()).port],
    [false, false, 10_300],
  );
  await quoth.updateSettings({ body: { wyomingPort: port } });
  await assert.rejects(WyomingPeer.to(port), { code: 'ECONNREFUSED' });
  const { wyoming } = await quoth.switchWyoming({ body: { enabled: true } });
  assert.deepEqual(wyoming, { enabled: true, running: true, port, connections: 0, notices: [] });
  // Written in the order of the machine's bytes: 127.0.0.1, and no other address.
  if (process.platform === 'linux') {
    const listening = readFileSync('/proc/net/tcp', 'utf8').match(
      new RegExp(`\\d+: (\\w+):${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000`),
    );
    assert.equal(listening?.[1], '0100007F');
  }
});

test('the documented exchanges, with real speech: describe, transcribe, and the next request on the same connection', async () => {
  const peer = await WyomingPeer.to(port);
  peer.send('describe');
  const { type, data } = await peer.next();
  const [program] = (
    data as { asr: { models: { languages: string[] }[]; supports_transcript_streaming: boolean }[] }
  ).asr;
  assert.deepEqual([type, program?.supports_transcript_streaming], ['info', true]);
  assert(program?.models.some(({ languages }) => languages.includes('en')));
  for (const language of ['en', 'English'])
    assert.equal(await peer.transcribe(speech, { language }), words, language);
  assert.equal(await peer.transcribe(speech, { name: 'moonshine-tiny-included' }), words);
  const silence: Sound = { ...speech, bytes: Buffer.alloc(64_000) };
  assert.equal(await peer.transcribe(silence), '', 'where no one speaks there is no text, and no error');
  peer.end();
  assert.deepEqual(
    (await quoth.searchRecordings({})).recordings,
    [],
    'nothing is kept unless the user says so',
  );
});

test('other formats are converted: eight bits, stereo of 48 kHz in 32 bits', async () => {
  const samples = new Int16Array(
    speech.bytes.buffer.slice(speech.bytes.byteOffset, speech.bytes.byteOffset + speech.bytes.length),
  );
  const narrow = Buffer.from(Uint8Array.from(samples, (value) => (value >> 8) + 128));
  const wide = Buffer.alloc(samples.length * 3 * 2 * 4);
  for (let at = 0; at < samples.length * 6; at++)
    wide.writeInt32LE((samples[Math.floor(at / 6)] ?? 0) * 65_536, at * 4);
  const peer = await WyomingPeer.to(port);
  assert.match(await peer.transcribe({ rate: 16_000, width: 1, channels: 1, bytes: narrow }), /forward/);
  assert.equal(await peer.transcribe({ rate: 48_000, width: 4, channels: 2, bytes: wide }), words);
  peer.end();
});

test("a web page's requests are closed at once, with no answer and nothing done", async () => {
  const body = '{"type":"describe"}\n';
  await assert.rejects(fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }), /fetch failed/);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/{"type":"describe"}`), /fetch failed/);
  for (const first of [
    `POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    '\x16\x03\x01',
    '\n',
    `{"type":"describe"\n${body}`,
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(first);
    await closed;
    assert.equal(answer, '', JSON.stringify(first));
  }
  await until('all is quiet', isQuiet);
});

test('two clients at once, one of which dies half-way and one that says half of an event: each is alone', async () => {
  const [one, two, dead, half] = await Promise.all([1, 2, 3, 4].map(() => WyomingPeer.to(port)));
  assert(one && two && dead && half);
  const { bytes, ...format } = speech;
  dead.send('audio-start', format);
  dead.sendSound(speech);
  half.socket.write('{"type":"audio-chunk","data_leng');
  assert.deepEqual(await Promise.all([one.transcribe(speech), two.transcribe({ ...format, bytes })]), [
    words,
    words,
  ]);
  // This one goes while its text is being made.
  one.send('audio-start', format);
  one.sendSound(soundOf(readFileSync(sample('jfk'))));
  one.send('audio-stop');
  // What came before is taken when it answers this; the text of 11 s is far from done.
  one.send('describe');
  for (let type = ''; type !== 'info'; ) ({ type } = await one.next());
  for (const peer of [one, two, dead, half]) peer.end();
  // An engine has a lower priority than the tests beside this one, which may keep it from working for a minute.
  await until('nothing is left of any', isQuiet, 150);
});

test('a client that leaves while its text is made takes the work with it', {
  skip: process.platform !== 'linux' && 'only Linux tells it from one that waits for its text',
}, async () => {
  await quoth.updateSettings({ body: { saveWyomingTranscriptions: true } });
  try {
    const long = soundOf(readFileSync(sample('jfk')));
    const leaving = await WyomingPeer.to(port);
    const { bytes, ...format } = long;
    leaving.send('audio-start', format);
    leaving.sendSound({ ...long, bytes: Buffer.concat(Array<Buffer>(8).fill(bytes)) });
    leaving.send('audio-stop');
    leaving.send('describe');
    assert.equal((await leaving.next()).type, 'info');
    leaving.end();
    await until('its work is over', isQuiet);
    const { recordings } = await quoth.searchRecordings({ query: { source: 'wyoming' } });
    assert.deepEqual(recordings, [], 'a text that was made to its end is kept');
  } finally {
    await quoth.updateSettings({ body: { saveWyomingTranscriptions: false } });
  }
});

test('an error is an event with text and code, and the end of the connection', async () => {
  const { bytes: _bytes, ...format } = speech;
  const cases: readonly (readonly [RegExp, string, (peer: WyomingPeer) => void])[] = [
    [/no model with this name/, 'MODEL_NOT_FOUND', (peer) => peer.send('transcribe', { name: 'acme/nova' })],
    [/"xx"/, 'MODEL_NOT_INSTALLED', (peer) => peer.send('transcribe', { language: 'xx' })],
    [/not as documented/, 'INVALID_REQUEST', (peer) => peer.send('transcribe', { language: '..' })],
  ];
  for (const [said, code, ask] of cases) {
    const peer = await WyomingPeer.to(port);
    ask(peer);
    peer.send('audio-start', format);
    const [error, ...more] = await peer.closed();
    assert.deepEqual([error?.type, error?.data.code, more], ['error', code, []]);
    assert.match(String(error?.data.text), said);
  }
  await until('all is quiet', isQuiet);
});

test('settings count at once: what is kept, a port that is taken, another port', async () => {
  await quoth.updateSettings({ body: { saveWyomingTranscriptions: true } });
  const peer = await WyomingPeer.to(port);
  assert.equal(await peer.transcribe(speech), words);
  const { recordings } = await quoth.searchRecordings({ query: { source: 'wyoming' } });
  assert.deepEqual(
    recordings.map(({ text, source }) => [text, source]),
    [[words, 'wyoming']],
  );
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  assert(typeof address === 'object' && address);
  await quoth.updateSettings({ body: { wyomingPort: address.port } });
  const [reported] = await peer.closed();
  assert.match(String(reported?.data.text), /stopped listening/);
  await until('it is off, with the reason', async () => (await state()).notices.length > 0);
  const refused = await state();
  assert.deepEqual([refused.enabled, refused.running], [true, false]);
  assert.match(refused.notices[0]?.message ?? '', new RegExp(`Port ${address.port} is in use`));
  const { mode } = await quoth.createMode({ body: { name: 'For the smart home' } });
  await quoth.updateSettings({ body: { wyomingMode: mode.id } });
  await quoth.deleteMode({ params: { id: mode.id } });
  const { findings } = await quoth.examine();
  const finding = findings.find(({ id }) => id === 'wyoming');
  assert.equal(finding?.status, 'warning');
  for (const { message } of (await state()).notices) assert(finding?.detail.includes(message), message);
  assert.equal((await state()).notices.length, 2);
  await quoth.updateSettings({ body: { wyomingMode: null } });
  await new Promise((resolve) => taken.close(resolve));
  assert.equal((await quoth.switchWyoming({ body: { enabled: true } })).wyoming.running, true);
  await quoth.updateSettings({ body: { wyomingPort: port } });
  await until('it has moved', async () => (await state()).running && (await state()).port === port);
  (await WyomingPeer.to(port)).end();
});

test('the application ends midway: clients are told, and the choice is there at the next start', async () => {
  const { bytes: _bytes, ...format } = speech;
  const peer = await WyomingPeer.to(port);
  peer.send('audio-start', format);
  peer.sendSound(speech);
  // It has taken the sound when it answers what came after it.
  peer.send('describe');
  assert.equal((await peer.next()).type, 'info');
  assert.equal(await app.end(), 0);
  assert.equal((await peer.closed())[0]?.type, 'error');
  await tests.restart();
  assert.equal((await state()).running, true);
  const again = await WyomingPeer.to(port);
  assert.equal(await again.transcribe(speech), words);
  again.end();
  await quoth.switchWyoming({ body: { enabled: false } });
  await assert.rejects(WyomingPeer.to(port), { code: 'ECONNREFUSED' });
});
