import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Discovery, finalStatuses, type Recording } from '@quoth/contract';
import { type Core, silentLogger, theUser } from '@quoth/core';
import { createTestCore } from '@quoth/core/fixtures/test-core.ts';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { buildApp } from '../build-app.ts';
import { EventStreams } from '../events.ts';
import { ApiServer } from './api-server.ts';

const speech = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'audio', 'src', 'fixtures', 'best-of-times.wav'),
);

/** The same speech a hundred times over. */
const longSpeech = Buffer.concat([
  speech.subarray(0, 44),
  ...Array.from({ length: 100 }, () => speech.subarray(44)),
]);
longSpeech.writeUInt32LE(longSpeech.length - 44, 40);

const home = temporaryFolder();
let core: Core;
let server: ApiServer;
let found: Discovery;
before(async () => {
  core = await createTestCore(home);
  // A core with a bug: everything else of it is real.
  const broken: Core = {
    ...core,
    models: {
      local: () => core.models.local(),
      list: () => {
        throw new Error('a detail that no one should see');
      },
    },
  };
  server = new ApiServer({ core: broken, logger: silentLogger, earlyHeadersMs: 40, bodyIdleTimeoutMs: 300 });
  await server.switch(true, true);
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
});
after(async () => {
  await server.close();
  await core.close();
});

const url = (path: string) => `http://127.0.0.1:${found.port}${path}`;
const authorization = () => `Bearer ${found.token}`;
const alive = async () => assert.equal((await fetch(url('/health'))).status, 200);

async function rawAnswer(request: string): Promise<string> {
  const socket = connect(found.port, '127.0.0.1');
  socket.write(request);
  let answer = '';
  for await (const chunk of socket) {
    answer += chunk;
    if (answer.includes('}}')) break;
  }
  socket.destroy();
  return answer;
}

const transcribe = (signal?: AbortSignal, save = 'false', body = speech) =>
  fetch(url(`/transcribe?save=${save}`), {
    method: 'POST',
    headers: { authorization: authorization(), 'content-type': 'audio/wav' },
    body,
    ...(signal && { signal }),
  });

test('slow work sends its headers early, white space, and then the JSON', async () => {
  const response = await transcribe();
  assert.equal(response.status, 200);
  const text = await response.text();
  assert.match(text, /^\s+\{/);
  assert.match(String((JSON.parse(text) as { text: string }).text), /best of times/);
});

test('a client that hangs up after early headers cancels its work and harms no one else', async () => {
  const stop = new AbortController();
  // Minutes of work: it would still be going on long after it was cancelled.
  const response = await transcribe(stop.signal, 'true', longSpeech);
  // The headers come after a time, and on a busy machine before its row is written.
  let recording: Recording | undefined;
  while (!recording) [recording] = await core.recordings.unfinished();
  stop.abort();
  await assert.rejects(response.text(), { name: 'AbortError' });
  const status = async () => (await core.recordings.get(recording.id, theUser)).status;
  await until(async () => finalStatuses.includes(await status()));
  assert.equal(await status(), 'cancelled');
  // The row is written before the job leaves its queue.
  const load = () => Object.values(core.transcriptions.load()).reduce((sum, count) => sum + count, 0);
  await until(() => load() === 0);
  await alive();
});

test('a body that pauses for too long is 408 in the envelope', async () => {
  for (const type of ['application/json', 'audio/wav']) {
    const answer = await rawAnswer(
      `POST /transcribe HTTP/1.1\r\nHost: 127.0.0.1:${found.port}\r\nAuthorization: ${authorization()}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 1000\r\n\r\n{"a`,
    );
    assert.match(answer, /^HTTP\/1\.1 408 /, type);
    assert.match(answer, /"code":"TIMEOUT"/);
  }
  await alive();
});

test('an internal error is 500 with the request id, and reveals nothing else', async () => {
  const response = await fetch(url('/models'), {
    headers: { authorization: authorization(), 'x-request-id': 'find-me' },
  });
  const text = await response.text();
  assert.equal(response.status, 500);
  assert.match(text, /"code":"INTERNAL_ERROR".*find-me/);
  assert.doesNotMatch(text, /detail|at .*\.ts/);
});

test('OPTIONS for everything, and CONNECT from elsewhere, get the envelope', async () => {
  const head = (host: string) => `Host: ${host}\r\nAuthorization: ${authorization()}\r\n\r\n`;
  assert.match(
    await rawAnswer(`OPTIONS * HTTP/1.1\r\n${head(`127.0.0.1:${found.port}`)}`),
    /404 [\s\S]*NOT_FOUND/,
  );
  assert.match(
    await rawAnswer(`CONNECT evil.example:443 HTTP/1.1\r\n${head('evil.example')}`),
    /403 [\s\S]*FORBIDDEN_ORIGIN/,
  );
  await alive();
});

test('a search whose caller has gone is no error in the log', async () => {
  const errors: unknown[] = [];
  const fetch = buildApp({
    core,
    logger: { ...silentLogger, error: (...said: unknown[]) => errors.push(said) },
    events: new EventStreams({ log: core.events.log }),
    identity: () => ({ port: 1, startedAt: '', token: 'x' }),
    bodyIdleTimeoutMs: 1_000,
    earlyHeadersMs: 1_000,
  });
  const signal = AbortSignal.abort();
  const answer = await fetch(new Request('http://127.0.0.1:1/recordings/search?q=a', { signal }));
  assert.equal(answer.status, 500);
  assert.deepEqual(errors, []);
});

test('GET /health answers from memory: nothing else of core is touched', async () => {
  const touched: PropertyKey[] = [];
  const watched: Core = new Proxy(core, {
    get: (target, name) => {
      // The models and the health of providers are kept in memory.
      if (name === 'providers') return { health: () => target.providers.health() };
      if (name !== 'models') touched.push(name);
      return Reflect.get(target, name);
    },
  });
  const fetch = buildApp({
    core: watched,
    logger: silentLogger,
    events: new EventStreams({ log: core.events.log }),
    identity: () => ({ port: 1, startedAt: '', token: 'x' }),
    bodyIdleTimeoutMs: 1_000,
    earlyHeadersMs: 1_000,
  });
  const response = await fetch(new Request('http://127.0.0.1:1/health'));
  assert.equal(((await response.json()) as { ok: boolean }).ok, true);
  assert.deepEqual(touched, []);
});

test('answers in hand that take too long when the API is switched off end with their own last word', async () => {
  const post = (path: string, headers: Record<string, string>, body: FormData | typeof longSpeech) =>
    fetch(url(path), { method: 'POST', headers: { authorization: authorization(), ...headers }, body });
  const form = new FormData();
  form.append('file', new Blob([longSpeech]), 'a.wav');
  form.append('model', 'whisper-1');
  form.append('stream', 'true');
  const answers = await Promise.all([
    transcribe(undefined, 'false', longSpeech),
    post('/transcribe?save=false&stream=true', { 'content-type': 'audio/wav' }, longSpeech),
    post('/v1/audio/transcriptions', {}, form),
  ]);
  const texts = Promise.all(answers.map((answer) => answer.text()));
  await server.switch(false, true);
  const [json = '', events = '', openAi = ''] = await texts;
  assert.equal((JSON.parse(json) as { error: { code: string } }).error.code, 'CANCELLED');
  assert.match(events, /event: transcription-failed\ndata: .*"code":"CANCELLED".*\n\n$/);
  assert.match(openAi, /event: error\ndata: .*"code":"cancelled".*\n\n$/);
  await server.switch(true, true);
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
  await alive();
});

test('what a killed run has left behind is deleted if the API stays off', async () => {
  await server.close();
  writeFileSync(server.state().discovery_file, JSON.stringify({ ...found, pid: 1 }));
  await server.restore(false);
  assert(!existsSync(server.state().discovery_file));
  await server.switch(true, true);
  found = JSON.parse(readFileSync(server.state().discovery_file, 'utf8')) as Discovery;
  await alive();
});

test('what is kept as bytes is answered as the route answers it, and is new after a change', async () => {
  const headers = { authorization: authorization(), 'x-request-id': 'kept' };
  const read = async (path: string) => {
    const answer = await fetch(url(path), { headers });
    const sent = Object.fromEntries(answer.headers);
    delete sent.date;
    return { status: answer.status, sent, body: await answer.json() };
  };
  for (const path of ['/modes', '/health']) {
    const kept = await read(path);
    assert.equal(kept.sent['x-request-id'], 'kept');
    assert.deepEqual(kept, await read(`${path}?`));
  }
  await core.modes.create({ name: 'Kept' }, theUser);
  const { body } = (await read('/modes')) as { body: { modes: { name: string }[] } };
  assert(body.modes.some(({ name }) => name === 'Kept'));
  const refused = await fetch(url('/modes'), { headers: { authorization: 'Bearer wrong' } });
  assert.equal(refused.status, 401);
});

test('a full disk is said as DISK_FULL, and as nothing else of what SQLite says', async () => {
  const full = Object.assign(new Error('database or disk is full: INSERT INTO modes'), {
    code: 'ERR_SQLITE_ERROR',
    errcode: 13,
  });
  const fullCore: Core = {
    ...core,
    modes: Object.assign(Object.create(core.modes) as Core['modes'], { create: () => Promise.reject(full) }),
  };
  const fetchIn = buildApp({
    core: fullCore,
    logger: silentLogger,
    events: new EventStreams({ log: core.events.log }),
    identity: () => ({ port: 0, startedAt: '', token: '' }),
    bodyIdleTimeoutMs: 1_000,
    earlyHeadersMs: 1_000,
  });
  const answer = await fetchIn(
    new Request('http://localhost/modes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Notes' }),
    }),
  );
  const text = await answer.text();
  const { ok, error } = JSON.parse(text) as { ok: boolean; error: { code: string; message: string } };
  assert.deepEqual([ok, error.code], [false, 'DISK_FULL']);
  assert.match(error.message, /disk is full/i);
  assert.doesNotMatch(text, /INSERT|sqlite/i);
});
