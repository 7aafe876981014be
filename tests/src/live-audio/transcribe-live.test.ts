import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { wavBytes } from '@quoth/audio/fixtures/wav-bytes.ts';
import { createClient } from '@quoth/client';
import { transcribeStreamEvent } from '@quoth/contract';
import { theUser } from '@quoth/core';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { until } from '../support/running-application.ts';
import { heard, pcmOf, spoken, startLiveApi } from './live-api.ts';
import { LiveRequest } from './live-request.ts';

let api: StartedApi;
before(async () => {
  api = await startLiveApi();
});
after(() => api.close());

test('text comes back while the body still arrives, and the deltas are the text', async () => {
  const program = await api.program(['transcribe']);
  const said = spoken(1, 6);
  const live = new LiveRequest(api, program, '?stream=true&save=true&source_name=call');
  const bytes = pcmOf(said.samples);
  await live.send(bytes.subarray(0, 120_001));
  await until('some of it is text before the body has ended', () => live.text.length > 3);
  assert.equal(await live.status, 200);
  await live.send(bytes.subarray(120_001));
  live.end();
  await live.ended;
  const [first, ...others] = live.events;
  const last = others.at(-1);
  assert(first?.type === 'transcription-started' && last?.type === 'transcription-completed');
  assert(heard(last.transcription.text, said) > 0.8, last.transcription.text);
  assert.equal(live.text, last.transcription.text);
  assert.equal(first.recording_id, last.transcription.recording_id);
  const id = first.recording_id ?? '';
  assert(api.core.recordings.isMadeBy(id, program.named.id));
  assert.equal((await api.core.recordings.get(id, theUser)).source_name, 'call');
});

test('other rates and byte orders, and no stream at all', async () => {
  const said = spoken(7);
  const swapped = pcmOf(said.samples);
  for (let at = 0; at < swapped.length; at += 2) swapped.subarray(at, at + 2).reverse();
  const slow = said.samples.filter((_, at) => at % 2 === 0);
  for (const [type, body] of [
    ['audio/l16;rate=16000;channels=1', swapped],
    ['audio/PCM; rate=8000', pcmOf(slow)],
  ] as const) {
    const { status, body: answer } = await api.user.json('/transcribe?save=false', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    assert.equal(status, 200);
    assert.equal(answer.duration_s, Math.round(said.samples.length / 16) / 1_000, type);
    assert(heard(String(answer.text), said) > 0.5, `${type}: ${answer.text}`);
  }
});

test('the typed client sends samples and reads text meanwhile; what is wrong is thrown', async () => {
  const said = spoken(6);
  const client = createClient({
    fetch: (url, request) => fetch(url, request as RequestInit),
    baseUrl: api.url(''),
    headers: { authorization: `Bearer ${api.user.token}` },
  });
  const going = Promise.withResolvers<void>();
  async function* speech() {
    yield pcmOf(said.samples);
    // The rest comes when some of it is text.
    await going.promise;
    yield new Uint8Array(16_000);
  }
  const sent = { bytes: speech(), contentType: 'audio/pcm;rate=16000', query: { save: false } };
  let text = '';
  for await (const event of client.transcribeStream(sent)) {
    if (event.type === 'transcript-delta') {
      text += event.delta;
      going.resolve();
    } else if (event.type === 'transcription-completed') assert.equal(event.transcription.text, text);
  }
  assert(heard(text, said) > 0.7, text);
  const wrong = { bytes: new Uint8Array(64), contentType: 'audio/pcm;rate=16000', query: { model: 'none' } };
  await assert.rejects(
    async () => {
      for await (const _event of client.transcribeStream(wrong));
    },
    { code: 'MODEL_NOT_FOUND' },
  );
});

test('a file is streamed too, once it is here', async () => {
  const said = spoken(6);
  const wav = wavBytes(pcmOf(said.samples));
  const raw = await api.user.fetch('/transcribe?stream=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: wav,
  });
  const form = new FormData();
  form.append('file', new Blob([wav]), 'a.wav');
  form.append('stream', 'true');
  const formed = await api.user.fetch('/transcribe', { method: 'POST', body: form });
  const json = await api.user.fetch('/transcribe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ audio_base64: wav.toString('base64'), stream: true }),
  });
  for (const response of [raw, formed, json]) {
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = (await response.text())
      .split('\n\n')
      .flatMap((block) => /^data: (.*)$/m.exec(block)?.[1] ?? [])
      .map((data) => transcribeStreamEvent.parse(JSON.parse(data)));
    const last = events.at(-1);
    assert(last?.type === 'transcription-completed');
    assert(heard(last.transcription.text, said) > 0.7, last.transcription.text);
  }
});

test('a connection that breaks keeps what came as a recording with its text', async () => {
  const program = await api.program(['transcribe']);
  const said = spoken(4);
  const live = new LiveRequest(api, program, '?stream=true&save=true');
  await live.send(pcmOf(said.samples));
  await until('some of it is text', () => live.text.length > 3);
  const [started] = live.events;
  assert(started?.type === 'transcription-started');
  live.break();
  const id = started.recording_id ?? '';
  assert.equal(await api.settled(id), 'completed');
  const { text, duration } = await api.core.recordings.get(id, theUser);
  assert(text.startsWith(live.text), `${live.text} | ${text}`);
  // What was still on its way when the connection broke never came.
  assert(duration > 1 && duration <= said.samples.length / 16_000, String(duration));
});

test('a revoked token ends what it sends at once, and keeps it', async () => {
  const program = await api.program(['transcribe']);
  const live = new LiveRequest(api, program, '?stream=true&save=true');
  await live.send(pcmOf(spoken(1).samples));
  await until('some of it is text', () => live.text.length > 3);
  const [started] = live.events;
  assert(started?.type === 'transcription-started');
  await api.core.namedTokens.revoke(program.named.id);
  await live.ended;
  assert.equal(await api.settled(started.recording_id ?? ''), 'completed');
});

test('what is wrong is said before a sample is taken, by its status or in the envelope', async () => {
  const post = (path: string, type: string, headers: Record<string, string> = {}) =>
    api.user.json(path, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: new Uint8Array(64),
    });
  for (const type of [
    'audio/pcm',
    'audio/pcm;rate=',
    'audio/l16;rate=16000;channels=2',
    'audio/pcm;rate=1e4',
  ])
    assert.equal((await post('/transcribe?stream=true', type)).status, 415, type);
  const pcm = 'audio/pcm;rate=16000';
  const code = async (path: string, type = pcm, headers = {}) =>
    (await post(path, type, headers)).body.error?.code;
  assert.equal(await code('/transcribe?stream=true', 'audio/pcm;rate=1000'), 'INVALID_REQUEST');
  assert.equal(await code('/transcribe?stream=true&async=true'), 'INVALID_REQUEST');
  assert.equal(await code('/transcribe?stream=true', pcm, { 'idempotency-key': 'x' }), 'INVALID_REQUEST');
  assert.equal(await code('/transcribe?stream=true&model=none'), 'MODEL_NOT_FOUND');
  assert.equal(await code('/transcribe?stream=true&mode_id=none'), 'MODE_NOT_FOUND');
  const empty = await api.user.fetch('/transcribe?stream=true', {
    method: 'POST',
    headers: { 'content-type': pcm },
  });
  assert.match(await empty.text(), /INVALID_REQUEST/);
  const blind = await api.program(['events']);
  const refused = await blind.fetch('/transcribe?stream=true', {
    method: 'POST',
    headers: { 'content-type': pcm },
    body: new Uint8Array(64),
  });
  assert.equal(refused.status, 403);
});

test('rewriting needs its scope here, too', async () => {
  const program = await api.program(['transcribe']);
  const { status } = await program.json('/transcribe?stream=true&post_process=true', {
    method: 'POST',
    headers: { 'content-type': 'audio/pcm;rate=16000' },
    body: new Uint8Array(64),
  });
  assert.equal(status, 403);
});

test('a body whose chunks are no chunks ends like one that breaks', async () => {
  const { port, token } = api.discovery;
  const head = [
    'POST /transcribe?stream=true&save=false HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: audio/pcm;rate=16000',
    'Transfer-Encoding: chunked',
    '',
    '',
  ].join('\r\n');
  const answer = await rawRequest(port, `${head}4\r\n\0\0\0\0\r\nzzz\r\n`);
  assert([0, 200, 400].includes(statusOf(answer)), answer);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => socket.write(`${head}4\r\n\0\0`, () => resolve()));
  socket.destroy();
  assert.equal((await api.user.json('/models')).status, 200);
});

test('the API is switched off while a body still comes: the last event says so, and what came is kept', async () => {
  const live = new LiveRequest(api, api.user, '?stream=true&save=true');
  const said = spoken(1);
  await live.send(pcmOf(said.samples));
  await until('some of it is text', () => live.text.length > 3);
  const off = api.server.switch(false, true);
  await live.ended;
  const [first, last] = [live.events[0], live.events.at(-1)];
  assert(first?.type === 'transcription-started' && last?.type === 'transcription-failed');
  const id = first.recording_id ?? '';
  assert.equal(last.error.code, 'CANCELLED');
  assert.match(last.error.hint ?? '', new RegExp(`kept as recording ${id}`));
  live.break();
  await off;
  assert.equal(await api.settled(id), 'completed');
  assert(heard((await api.core.recordings.get(id, theUser)).text, said) > 0.7);
});
