import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { limits } from '@quoth/contract';
import { WebSocket } from 'ws';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { until } from '../support/running-application.ts';
import { spoken, startLiveApi } from './live-api.ts';
import { manual, RealtimeClient } from './realtime-client.ts';

/** RFC 6455, section 7.4.1. */
const [POLICY_VIOLATION, TOO_LARGE] = [1008, 1009];

const few = { maximum: 3, maxUnreadBytes: 64 * 1024 };

let api: StartedApi;
before(async () => {
  api = await startLiveApi({ realtime: few });
});
after(() => api.close());

const works = async () => assert.equal((await api.user.json('/models')).status, 200);

test('so many sessions at a time, and a place is free when one has gone', async () => {
  const open = [
    await RealtimeClient.open(api),
    await RealtimeClient.open(api),
    await RealtimeClient.open(api),
  ];
  const refused = new WebSocket(`ws://127.0.0.1:${api.discovery.port}/v1/realtime?intent=transcription`, {
    headers: { authorization: `Bearer ${api.user.token}` },
  });
  const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
  assert.equal(response.statusCode, 429);
  refused.on('error', () => undefined);
  refused.terminate();
  await open[0]?.close();
  await until('there is room again', async () => {
    const next = await RealtimeClient.open(api).catch(() => undefined);
    await next?.close();
    return next !== undefined;
  });
  for (const client of open) await client.close();
});

test('a message that is too large ends its session, whole or in frames, and no other', async () => {
  const other = await RealtimeClient.open(api, api.user, '&save=false');
  for (const inFrames of [false, true]) {
    const client = await RealtimeClient.open(api);
    const part = 'A'.repeat(256 * 1024);
    if (!inFrames) client.socket.send('A'.repeat(limits.realtimeMessageBytes + 1));
    for (let sent = 0; inFrames && sent <= limits.realtimeMessageBytes; sent += part.length)
      client.socket.send(part, { fin: false });
    assert.equal(await client.closed, TOO_LARGE);
  }
  await other.update(manual);
  await other.close();
});

test('of thousands of tiny messages that come in one go, one is taken a turn', async () => {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  const messages = 2_000;
  let turns = 0;
  const cleared = client.next('input_audio_buffer.cleared');
  for (let message = 0; message < messages; message++)
    client.send({ type: 'input_audio_buffer.append', audio: '' });
  client.send({ type: 'input_audio_buffer.clear' });
  while (client.of('input_audio_buffer.cleared').length === 0) {
    await new Promise(setImmediate);
    turns++;
  }
  await cleared;
  assert(turns >= messages, `${turns} turns`);
  await client.close();
});

test('many who send much and read nothing hold up no one else', async (context) => {
  const own = await startLiveApi();
  context.after(() => own.close());
  const [reader, ...others] = await Promise.all(
    Array.from({ length: limits.realtimeSockets }, () => RealtimeClient.open(own, own.user, '&save=false')),
  );
  assert(reader);
  for (const { socket } of others) socket.pause();
  const messages = 1_000;
  for (const client of [...others, reader])
    for (let sent = 0; sent < messages; sent++) client.send({ type: 'input_audio_buffer.clear' });
  const answered = () => reader.of('input_audio_buffer.cleared').length;
  await until('the first of them is answered', () => answered() > 0);
  assert.equal((await own.user.json('/health')).status, 200);
  assert(answered() < messages, 'not behind all that they have sent');
  for (const { socket } of [reader, ...others]) socket.terminate();
});

const update = () => JSON.stringify({ type: 'session.update', session: settings });
const unread: Readonly<Record<string, (socket: WebSocket, sent: (error?: Error) => void) => void>> = {
  // As long as the answer that it brings.
  events: (socket, sent) => socket.send(update(), sent),
  pings: (socket, sent) => {
    for (let count = 0; count < 80; count++) socket.ping('x'.repeat(125));
    socket.ping('', undefined, sent);
  },
};

for (const [what, send] of Object.entries(unread))
  test(`who sends ${what} and does not read is dropped before much lies unread, and nothing else waits for it`, async () => {
    const client = await RealtimeClient.open(api);
    client.socket.pause();
    let sent = 0;
    const noise = (error?: Error | null) => {
      if (error || client.socket.readyState !== WebSocket.OPEN || sent++ > 20_000) return;
      send(client.socket, noise);
    };
    noise();
    // It learns of its end when it writes: it is never going to read.
    await until('it is dropped', () => client.socket.readyState !== WebSocket.OPEN);
    assert(sent < 20_000, `after ${sent} messages`);
    await works();
  });

const settings = {
  type: 'transcription',
  audio: { input: { transcription: { model: 'default', prompt: 'x'.repeat(10_000) } } },
};

test('who only makes mistakes is sent away', async () => {
  const client = await RealtimeClient.open(api);
  for (let sent = 0; sent < 200; sent++) client.socket.send('no event');
  assert.equal(await client.closed, POLICY_VIOLATION);
  assert(client.of('error').length <= 105, String(client.of('error').length));
});

test('JSON that is deep, wide or long is an error like any other', async () => {
  const client = await RealtimeClient.open(api);
  const hostile = [
    '['.repeat(200_000),
    `{"type":"session.update","session":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    `[${'{},'.repeat(300_000)}{}]`,
    '{"type":"input_audio_buffer.append","audio":"AAAA","__proto__":{"x":1}}',
    `{"type":"${'x'.repeat(100_000)}"}`,
  ];
  for (const text of hostile) client.socket.send(text);
  client.socket.send('{"type":"input_audio_buffer.clear"}');
  await client.next('input_audio_buffer.cleared');
  for (const { error } of client.of('error')) assert(error.message.length < 1_000);
  // 32 sessions that send such messages would take gigabytes: they are counted before they are parsed.
  assert.equal(client.of('error').filter(({ error }) => /at most 3000 values/.test(error.message)).length, 3);
  await works();
  await client.close();
});

test('who does not answer, who sends nothing for long, and who stays too long is gone', async () => {
  // Looked at before the first ping, so that no slow answer to one comes between.
  for (const bounds of [
    { pingMs: 100, idleMs: 1 },
    { pingMs: 100, maxMs: 1 },
  ]) {
    const own = await startLiveApi({ realtime: bounds });
    assert.equal(await (await RealtimeClient.open(own)).closed, POLICY_VIOLATION);
    await own.close();
  }
  const own = await startLiveApi({ realtime: { pingMs: 50 } });
  await (await RealtimeClient.open(own, own.user, '', { autoPong: false })).closed;
  await own.close();
});

test('half a handshake, and one whose socket breaks at once, hold nothing', async () => {
  const { port, token } = api.discovery;
  const head = [
    'GET /v1/realtime?intent=transcription HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '',
    '',
  ].join('\r\n');
  for (const part of [head.slice(0, 60), head.slice(0, -2), head, `${head}\x81\xff`, `${head}garbage`]) {
    for (let times = 0; times < 5; times++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise<void>((resolve) => socket.write(part, 'latin1', () => resolve()));
      socket.destroy();
    }
  }
  await works();
  // They hold no place: as many as there may be fit in.
  await until('every place is free', async () => {
    const all = await Promise.all([1, 2, 3].map(() => RealtimeClient.open(api).catch(() => undefined)));
    for (const client of all) await client?.close();
    return all.every((client) => client !== undefined);
  });
});

test('turns that come faster than they become text wait, and none is lost', async () => {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  await client.update(manual);
  const { samples } = spoken(0);
  for (let turn = 0; turn < 12; turn++) {
    client.append(samples);
    client.commit();
  }
  const texts = await client.texts(12);
  assert.equal(texts.length, 12);
  for (const text of texts) assert.match(text, /\w{3}/);
  await client.close();
});
