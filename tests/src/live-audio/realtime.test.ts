import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createServer } from 'node:tls';
import { openAiRoutes, recordingPage } from '@quoth/contract';
import { theUser } from '@quoth/core';
import { comparableWords } from '@quoth/text';
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import type { StartedApi } from '../named-tokens/started-api.ts';
import { rawRequest, statusOf } from '../support/raw-request.ts';
import { repeated, sample, until } from '../support/running-application.ts';
import { heard, pcmOf, spoken, startLiveApi } from './live-api.ts';
import { manual, RealtimeClient } from './realtime-client.ts';

let api: StartedApi;
before(async () => {
  api = await startLiveApi();
});
after(() => api.close());

/** Samples of 16 kHz at 24 kHz, by the nearest one: enough for a test of the way. */
function at24(samples: Int16Array): Int16Array {
  return Int16Array.from({ length: Math.floor((samples.length * 3) / 2) }, (_, at) => {
    const place = (at * 2) / 3;
    const [before, next] = [samples[Math.floor(place)] ?? 0, samples[Math.ceil(place)] ?? 0];
    return Math.round(before + (next - before) * (place % 1));
  });
}

/** The text of one turn, of which nothing is kept. */
async function textOf(audio: Int16Array | Uint8Array, audioInput: object): Promise<string> {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  await client.update(audioInput);
  client.append(audio);
  client.commit();
  const [text = ''] = await client.texts(1);
  await client.close();
  return text;
}

test('a turn that the client commits: deltas while it is spoken, which are the text, and a recording', async () => {
  const program = await api.program(['transcribe']);
  const client = await RealtimeClient.open(api, program, '&save=true');
  await client.update(manual);
  const said = spoken(1);
  client.append(said.samples);
  await until(
    'some of it is text before it is committed',
    () => client.of('conversation.item.input_audio_transcription.delta').length > 0,
  );
  client.commit();
  const [text = ''] = await client.texts(1);
  assert(heard(text, said) > 0.8, text);
  const committed = await client.next('input_audio_buffer.committed');
  assert.equal(client.deltas(committed.item_id), text);
  assert.equal(committed.previous_item_id, null);
  const types = client.events.map(({ type }) => type).filter((type) => !/delta/.test(type));
  assert.deepEqual(types, [
    'session.created',
    'session.updated',
    'input_audio_buffer.committed',
    'conversation.item.added',
    'conversation.item.done',
    'conversation.item.input_audio_transcription.completed',
  ]);
  assert.equal(new Set(client.events.map(({ event_id }) => event_id)).size, client.events.length);
  const { recording_id: id = '', usage } = await client.next(
    'conversation.item.input_audio_transcription.completed',
  );
  assert.equal(usage.seconds, Math.round(said.samples.length / 16) / 1000);
  const { text: kept, status, source } = await api.core.recordings.get(id, theUser);
  assert.deepEqual([kept, status, source], [text, 'completed', 'api']);
  assert(api.core.recordings.isMadeBy(id, program.named.id));
  await client.close();
});

test('what the newest clients set is used for each turn, and all of it is given back', async (t) => {
  const begin = t.mock.method(api.core.liveAudio, 'begin');
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  const transcription = { keywords: ['Quoth'], languages: ['en'], prompt: 'Raven, crow', delay: 'low' };
  const turn_detection = { type: 'server_vad', idle_timeout_ms: 5_000, create_response: false };
  const noise_reduction = { strength: 0.5 };
  await client.update({ format: manual.format, transcription, turn_detection, noise_reduction });
  const { session } = await client.next('session.updated');
  const input = (session as { audio: { input: Record<string, object> } }).audio.input;
  assert.deepEqual(input.noise_reduction, noise_reduction);
  assert.deepEqual({ ...input.transcription, ...transcription }, input.transcription);
  assert.deepEqual({ ...input.turn_detection, ...turn_detection }, input.turn_detection);
  client.append(spoken(1).samples);
  client.append(new Int16Array(16_000));
  await client.texts(1);
  const [options] = begin.mock.calls[0]?.arguments ?? [];
  assert.equal(options?.language, 'en');
  for (const term of ['Quoth', 'Raven', 'crow']) assert(options?.vocabulary?.includes(term), term);
  await client.close();
});

test('turns are found where the client does not commit them: two sentences are two turns', async () => {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  await client.update({ format: { type: 'audio/pcm', rate: 16_000 } });
  const [one, two] = [spoken(1), spoken(6)];
  for (const { samples } of [one, two]) {
    client.append(samples);
    client.append(new Int16Array(16_000));
  }
  const [first = '', second = ''] = await client.texts(2);
  assert(heard(first, one) > 0.7, first);
  assert(heard(second, two) > 0.7, second);
  const started = client.of('input_audio_buffer.speech_started');
  const stopped = client.of('input_audio_buffer.speech_stopped');
  const committed = client.of('input_audio_buffer.committed');
  assert.deepEqual(
    started.map(({ item_id }) => item_id),
    committed.map(({ item_id }) => item_id),
  );
  assert.equal(committed[1]?.previous_item_id, committed[0]?.item_id);
  const length = (one.samples.length + 16_000) / 16;
  assert((started[0]?.audio_start_ms ?? -1) < 600 && (stopped[0]?.audio_end_ms ?? 0) <= length);
  assert((started[1]?.audio_start_ms ?? 0) >= length - 300);
  await client.close();
});

test('every format is understood: 24 kHz, 16 kHz, and the two laws of telephony', async () => {
  const said = spoken(7);
  const folder = mkdtempSync(join(tmpdir(), 'quoth-formats-'));
  const telephone = (codec: string) =>
    execFileSync(
      'ffmpeg',
      [
        ...['-v', 'error', '-f', 's16le', '-ar', '16000', '-ac', '1', '-i', '-'],
        ...['-ar', '8000', '-f', codec, '-'],
      ],
      { input: pcmOf(said.samples) },
    );
  try {
    const forms: readonly (readonly [object, Int16Array | Uint8Array])[] = [
      [{ type: 'audio/pcm', rate: 24_000 }, at24(said.samples)],
      [{ type: 'audio/pcm' }, at24(said.samples)],
      [{ type: 'audio/pcmu' }, telephone('mulaw')],
      [{ type: 'audio/pcma' }, telephone('alaw')],
    ];
    const texts = await Promise.all(
      forms.map(([format, audio]) => textOf(audio, { format, turn_detection: null })),
    );
    for (const [at, text] of texts.entries())
      assert(heard(text, said) > 0.5, `${JSON.stringify(forms[at]?.[0])}: ${text}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("OpenAI's own client works untouched, through TLS in front", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-realtime-tls-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ]);
  // What an operator's proxy does: it ends TLS and names the server as it is named here.
  const front = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (secure) => {
    const plain = connect(api.discovery.port, '127.0.0.1');
    let head = '';
    const take = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      secure.off('data', take);
      plain.write(head.replace(/^host: .*$/im, `Host: 127.0.0.1:${api.discovery.port}`), 'latin1');
      secure.pipe(plain);
    };
    secure.on('data', take);
    plain.pipe(secure);
    for (const each of [secure, plain])
      each.on('error', () => secure.destroy(plain.destroy().errored ?? undefined));
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as { port: number };
  const openai = new OpenAI({ baseURL: `https://127.0.0.1:${port}/v1`, apiKey: api.discovery.token });
  const realtime = new OpenAIRealtimeWS(
    { intent: 'transcription', options: { ca: readFileSync(certificate) } },
    openai,
  );
  try {
    const said = spoken(4);
    let deltas = '';
    const text = await new Promise<string>((resolve, reject) => {
      realtime.on('error', reject);
      realtime.on('session.created', () =>
        realtime.send({
          type: 'session.update',
          session: {
            type: 'transcription',
            audio: {
              input: {
                format: { type: 'audio/pcm', rate: 24_000 },
                transcription: { model: 'gpt-live-transcribe', language: 'en', prompt: 'Quoth' },
              },
            },
          },
        }),
      );
      realtime.on('session.updated', () => {
        const bytes = Buffer.from(pcmOf(at24(said.samples)));
        for (let at = 0; at < bytes.length; at += 4_800)
          realtime.send({
            type: 'input_audio_buffer.append',
            audio: bytes.subarray(at, at + 4_800).toString('base64'),
          });
        realtime.send({ type: 'input_audio_buffer.commit' });
      });
      realtime.on('conversation.item.input_audio_transcription.delta', ({ delta }) => {
        deltas += delta ?? '';
      });
      realtime.on('conversation.item.input_audio_transcription.completed', ({ transcript }) =>
        resolve(transcript),
      );
    });
    assert(heard(text, said) > 0.6, text);
    assert.equal(deltas, text);
  } finally {
    realtime.close();
    front.close();
    rmSync(folder, { recursive: true });
  }
});

test('clients that speak as the beta did are answered so', async () => {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  client.send({
    type: 'transcription_session.update',
    session: {
      input_audio_format: 'pcm16',
      input_audio_transcription: { model: 'whisper-1' },
      turn_detection: null,
    },
  });
  const { session } = await client.next('transcription_session.updated');
  assert.equal(session.input_audio_format, 'pcm16');
  assert.equal(session.turn_detection, null);
  client.append(at24(spoken(0).samples));
  client.commit();
  await client.next('conversation.item.created');
  await client.texts(1);
  await client.close();
});

test('a cleared buffer leaves nothing, and an empty one cannot be committed', async () => {
  const total = async () => (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser)).total;
  const before = await total();
  const client = await RealtimeClient.open(api, api.user, '&save=true');
  await client.update(manual);
  client.append(spoken(0).samples);
  client.send({ type: 'input_audio_buffer.clear' });
  await client.next('input_audio_buffer.cleared');
  await until('it is gone', async () => (await total()) === before);
  client.send({ type: 'input_audio_buffer.commit', event_id: 'mine' });
  const { error } = await client.next('error');
  assert.deepEqual([error.code, error.event_id], ['input_audio_buffer_commit_empty', 'mine']);
  client.append(new Int16Array(16_000));
  client.commit();
  assert.deepEqual(await client.texts(1), [''], 'silence is an empty text');
  await client.close();
});

test('its user cancels what a client is sending: one error, nothing more of that turn, and the next one is text', async () => {
  const newest = async () =>
    (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser)).recordings[0];
  const before = (await newest())?.id;
  const client = await RealtimeClient.open(api, api.user, '&save=true');
  await client.update(manual);
  const said = spoken(7);
  client.append(said.samples);
  await until('it is a recording', async () => (await newest())?.id !== before);
  const { id = '' } = (await newest()) ?? {};
  await api.core.transcriptions.cancel(id, theUser);
  client.append(said.samples);
  assert.match((await client.next('error')).error.message, /canceled by its user.*until you commit or clear/);
  client.append(said.samples);
  client.commit();
  assert.equal((await client.next('error', 1)).error.code, 'cancelled');
  assert.equal((await newest())?.id, id);
  client.append(said.samples);
  client.commit();
  const [text = ''] = await client.texts(1);
  assert(heard(text, said) > 0.5, text);
  assert.equal(client.of('error').length, 2);
  await client.close();
});

test('what cannot be done is an error that says why, and the session goes on', async () => {
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  const set = (input: object, session: object = {}) => ({
    type: 'session.update',
    event_id: 'e1',
    session: { type: 'transcription', audio: { input }, ...session },
  });
  const cases: readonly (readonly [string | object, RegExp])[] = [
    ['{', /not an event/],
    ['[]', /not accepted here/],
    ['"x"', /not accepted here/],
    [{ type: 'response.create' }, /"response.create" is not accepted here/],
    [{ type: 'input_audio_buffer.append', audio: 'a b' }, /not base64/],
    [{ type: 'input_audio_buffer.append', audio: 7 }, /audio/],
    [{ type: 'input_audio_buffer.append' }, /audio/],
    [set({ format: { type: 'audio/pcm', rate: 44_100 } }), /format/],
    [set({ format: { type: 'audio/opus' } }), /format/],
    [set({ turn_detection: { type: 'semantic_vad' } }), /server_vad/],
    [set({ turn_detection: { type: 'server_vad', threshold: 3 } }), /threshold/],
    [set({ transcription: { model: 'no-such-model' } }), /model/i],
    [set({ transcription: { model: 'mode:None' } }), /model/i],
    [set({}, { type: 'realtime' }), /transcription/],
  ];
  for (const [at, [message, words]] of cases.entries()) {
    client.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    const { error } = await client.next('error', at);
    assert.match(error.message, words, JSON.stringify(message));
    assert.equal(error.type, 'invalid_request_error');
  }
  client.socket.send(Buffer.from([1, 2, 3]), { binary: true });
  await client.next('error', cases.length);
  await client.update(manual);
  client.append(spoken(0).samples);
  client.send(set({ format: { type: 'audio/pcmu' } }));
  assert.match((await client.next('error', cases.length + 1)).error.message, /middle of a turn/);
  client.commit();
  await client.texts(1);
  await client.close();
});

test('a connection that dies in the middle of a turn keeps it as a recording with its text', async () => {
  const program = await api.program(['transcribe']);
  const client = await RealtimeClient.open(api, program, '&save=true');
  await client.update(manual);
  client.append(spoken(1).samples);
  await until('it is text', () => client.of('conversation.item.input_audio_transcription.delta').length > 0);
  client.socket.terminate();
  // Without history.read it sees its own alone.
  const own = async () => recordingPage.parse((await program.json('/recordings/search')).body).recordings;
  await until('its text is there', async () => (await own())[0]?.status === 'completed');
  const [kept, ...others] = await own();
  assert.equal(others.length, 0);
  assert.match(kept?.text ?? '', /\w{4}/);
});

test('what was sent right before the connection closed is carried out to its end', async () => {
  const total = async () => (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser)).total;
  const before = await total();
  const client = await RealtimeClient.open(api, api.user, '&save=true');
  await client.update(manual);
  for (const number of [1, 6]) {
    client.append(spoken(number).samples);
    client.commit();
  }
  client.socket.close();
  await client.closed;
  await until('both turns are recordings', async () => (await total()) === before + 2);
  const { recordings } = await api.core.recordings.search({ limit: 2, offset: 0 }, theUser);
  const said = [spoken(6), spoken(1)];
  for (const [at, { id }] of recordings.entries()) {
    assert.equal(await api.settled(id), 'completed');
    const { text } = await api.core.recordings.get(id, theUser);
    assert(heard(text, said[at] ?? spoken(0)) > 0.7, text);
  }
});

test('a revoked token cuts the session at once, and what came is kept', async () => {
  const program = await api.program(['transcribe']);
  const client = await RealtimeClient.open(api, program, '&save=true');
  await client.update(manual);
  client.append(spoken(1).samples);
  await until('it is text', () => client.of('conversation.item.input_audio_transcription.delta').length > 0);
  const before = (await api.core.recordings.search({ limit: 1, offset: 0 }, theUser)).recordings[0];
  await api.core.namedTokens.revoke(program.named.id);
  await client.closed;
  assert.equal(await api.settled(before?.id ?? ''), 'completed');
});

test('a model that takes whole phrases is named in the session, and its text comes with the phrases', async () => {
  const path = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');
  const source = { kind: 'path', path: join(path, 'quoth-test-en.gguf') } as const;
  await api.core.modelFiles.import(source, new AbortController().signal);
  const client = await RealtimeClient.open(api, api.user, '&save=false');
  await client.update({ ...manual, transcription: { model: 'quoth-test-en', language: 'en' } });
  const said = spoken(1, 6);
  client.append(said.samples);
  client.commit();
  const [text = ''] = await client.texts(1);
  assert(heard(text, said) > 0.8, text);
  assert.equal(client.deltas(client.of('input_audio_buffer.committed')[0]?.item_id ?? ''), text);
  await client.close();
});

test('two sessions at once, beside a long file', async () => {
  const long = repeated(readFileSync(sample('best-of-times')), 20);
  const file = api.user.json('/transcribe?save=false', {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body: long,
  });
  const sentences = [spoken(1), spoken(6)];
  const texts = await Promise.all(sentences.map(({ samples }) => textOf(samples, manual)));
  for (const [at, said] of sentences.entries())
    assert(heard(texts[at] ?? '', said) > 0.8, texts[at] ?? 'none');
  assert(comparableWords(String((await file).body.text)).length > 50);
});

/** The answer to a handshake with these lines beside the usual ones. */
async function handshake(
  lines: readonly string[],
  {
    path = '/v1/realtime?intent=transcription',
    method = 'GET',
    version = '1.1',
    token = api.discovery.token,
    host = '',
    ahead = '',
    enough = /\r\n\r\n/,
  } = {},
): Promise<string> {
  const { port } = api.discovery;
  return rawRequest(
    port,
    [
      `${ahead}${method} ${path} HTTP/${version}`,
      `Host: ${host || `127.0.0.1:${port}`}`,
      ...(token ? [`Authorization: Bearer ${token}`] : []),
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...lines,
      '',
      '',
    ].join('\r\n'),
    enough,
  );
}

test('a handshake behind a request whose answer is not written yet is no handshake, and ends nothing', async () => {
  const { port, token } = api.discovery;
  const ahead = `GET /models HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  for (const more of [{}, { token: '' }]) {
    const answers = await handshake([], { ...more, ahead, enough: /HTTP\/1\.1 4\d\d / });
    assert.match(answers, /^HTTP\/1\.1 200 /);
  }
});

test('who may not call is refused before the upgrade, by the same guard in the same order', async () => {
  const blind = await api.program(['events']);
  const page = ['Origin: https://evil.example'];
  const cases: readonly (readonly [number, string])[] = [
    [101, await handshake([])],
    [403, await handshake(page)],
    [403, await handshake(['Origin: null'])],
    [403, await handshake(['Sec-Fetch-Site: cross-site'])],
    [403, await handshake([], { host: 'evil.example' })],
    [403, await handshake(page, { token: '' })],
    [401, await handshake([], { token: '' })],
    [401, await handshake([], { token: 'x' })],
    [
      401,
      await handshake([], {
        token: '',
        path: `/v1/realtime?intent=transcription&token=${api.discovery.token}`,
      }),
    ],
    [
      401,
      await handshake([`Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.${api.discovery.token}`], {
        token: '',
      }),
    ],
    [400, await handshake([`Sec-WebSocket-Protocol: realtime, openai-insecure-api-key.x`])],
    [400, await handshake([], { path: '/v1/realtime?intent=transcription&token=x' })],
    [400, await handshake([`Sec-WebSocket-Protocol: ${api.discovery.token}`])],
    [400, await handshake([], { path: `/v1/realtime?intent=transcription&x=${api.discovery.token}` })],
    [403, await handshake([], { token: blind.token })],
    [404, await handshake([], { path: '/v1/realtime/more?intent=transcription' })],
    [405, await handshake(['Content-Length: 0'], { method: 'POST' })],
    [400, await handshake([], { path: '/v1/realtime' })],
    [400, await handshake([], { path: '/v1/realtime?intent=conversation' })],
    [404, await handshake([], { path: '/v1/realtime?intent=transcription&model=none' })],
    [400, await handshake(['Sec-WebSocket-Version: 8'])],
    [400, await handshake([], { version: '1.0' })],
    [200, await handshake([], { path: '/health', token: '' })],
  ];
  assert.deepEqual(
    cases.map(([, answer]) => statusOf(answer)),
    cases.map(([status]) => status),
  );
  const misplaced = await handshake([], { token: '', path: '/v1/realtime?intent=transcription&api_key=x' });
  assert.match(misplaced, /never in the address or in a subprotocol/);
  assert.match(await handshake(page), /"code":"forbidden_origin"/);
  assert.equal((await api.user.fetch(openAiRoutes.openRealtime.path)).status, 400);
  const call = api.server.calls().find(({ status }) => status === 101);
  assert.equal(call?.route, openAiRoutes.openRealtime.path);
});

test('a subprotocol that clients offer is taken, and compression is not', async () => {
  const client = await RealtimeClient.open(api, api.user, '', { perMessageDeflate: true });
  assert.equal(client.socket.extensions, '');
  await client.close();
  assert.match(
    await handshake(['Sec-WebSocket-Protocol: realtime, other']),
    /sec-websocket-protocol: realtime\r/i,
  );
});

test('the server ends with sessions open: they are closed in order, and what came is kept', async () => {
  const own = await startLiveApi();
  const client = await RealtimeClient.open(own, own.user, '&save=true');
  await client.update(manual);
  const said = spoken(1);
  client.append(said.samples);
  await until('it is text', () => client.of('conversation.item.input_audio_transcription.delta').length > 0);
  const [found] = (await own.core.recordings.search({ limit: 1, offset: 0 }, theUser)).recordings;
  const next = await own.restarted();
  try {
    assert.equal(await client.closed, 1001);
    assert.equal(await next.settled(found?.id ?? ''), 'completed');
    assert.match((await next.core.recordings.get(found?.id ?? '', theUser)).text, /\w{4}/);
  } finally {
    await next.close();
  }
});

test('a new token of the discovery file sends away who came with the old one', async () => {
  const client = await RealtimeClient.open(api);
  await api.server.regenerateToken();
  assert.equal(await client.closed, 1008);
  const { token } = JSON.parse(readFileSync(api.server.state().discovery_file, 'utf8')) as { token: string };
  await (await RealtimeClient.open(api, { token })).close();
});
