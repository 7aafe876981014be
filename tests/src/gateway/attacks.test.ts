import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { audioFormats } from '@quoth/contract';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { gatewayTests, type TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
gatewayTests('hello from the cloud', { limits: { idleSeconds: 1 } }, (tests) => {
  ({ simulator, gateway } = tests);
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("no one gets another account's answer, whatever key and audio they repeat", async () => {
  const [mine, theirs] = [await gateway.account(1_000_000), await gateway.account(1_000_000)];
  const audio = toneWav(1.5);
  const ask = (token: string) =>
    gateway.transcribe(
      audio,
      { model: 'high' },
      { ...bearer(token), 'idempotency-key': 'a-key-that-leaked' },
    );
  assert.equal((await ask(theirs.token)).status, 200);
  const own = await ask(mine.token);
  assert.equal(own.headers.get('x-quoth-replayed'), null);
  assert.equal(simulator.arrivals.length, 2);
  for (const { accountId } of [mine, theirs])
    assert((await gateway.balance(accountId)).balance < 1_000_000, 'each pays for its own');
});

test('many requests at once spend no more than the budget', async () => {
  const { accountId, token } = await gateway.account(1_000_000, { total_budget_micro: 350 });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      gateway.transcribe(toneWav(1 + index / 100), { model: 'high' }, bearer(token)),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  assert.equal(
    statuses.filter((status) => status === 200).length + statuses.filter((status) => status === 402).length,
    10,
  );
  const { balance, held } = await gateway.balance(accountId);
  assert(balance >= 1_000_000 - 350 && balance < 1_000_000);
  assert.equal(held, 0);
});

test('a body of four megabytes that would be a million objects is refused at once, and so is one that is nested without end', async () => {
  const send = (body: string) =>
    fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      // No other request takes a connection on which a body was cut off.
      headers: { ...bearer(gateway.token), 'content-type': 'application/json', connection: 'close' },
      body,
    });
  const size = 4 * 1024 * 1024 - 1_000;
  for (const [body, status, code] of [
    [`{"messages":[${'{},'.repeat(size / 3)}{}]}`, 413, 'payload_too_large'],
    [`{"messages":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`, 400, 'invalid_value'],
  ] as const) {
    const answer = await send(body);
    const { error } = (await answer.json()) as { error: { code: string } };
    assert.deepEqual([answer.status, error.code], [status, code]);
  }
});

test('headers that claim to be somebody else are not believed', async () => {
  const { token } = await gateway.account(0);
  const tricks: readonly Record<string, string>[] = [
    { authorization: `Bearer ${token} ${gateway.adminKey}` },
    { authorization: `Basic ${Buffer.from(`admin:${gateway.adminKey}`).toString('base64')}` },
    { authorization: `Bearer ${token}`, 'x-admin-key': gateway.adminKey },
    { authorization: `Bearer ${token}`, 'x-http-method-override': 'GET', 'x-original-url': '/health' },
    { cookie: '__Host-quoth=guessed' },
    { authorization: `Bearer ${gateway.metricsToken}` },
  ];
  for (const headers of tricks)
    for (const path of [
      '/admin/accounts',
      '/admin/../admin/accounts',
      '//admin/accounts',
      '/admin/%61ccounts',
    ]) {
      const { status } = await fetch(`${gateway.address}${path}`, { headers, redirect: 'manual' });
      assert([401, 404].includes(status), `${path} ${status}`);
    }
});

test('guessing is counted by the connection: an address that the client writes itself changes nothing', async () => {
  const guess = (from: string, secret = 'qg_wrong') =>
    fetch(`${gateway.address}/login`, {
      method: 'POST',
      headers: { origin: gateway.address, 'x-forwarded-for': from },
      body: new URLSearchParams({ secret }),
      redirect: 'manual',
    });
  for (let tries = 0; tries < 10; tries++) assert.equal((await guess(`10.0.0.${tries}`)).status, 401);
  assert.equal((await guess('10.0.0.99')).status, 429);
  // Otherwise the lock would stop no guess: the one that is right would still be let in.
  for (const right of [gateway.token, gateway.adminKey])
    assert.equal((await guess('10.0.0.99', right)).status, 429);
});

test('a path that exists says which methods it takes; odd parameters are the caller’s mistake', async () => {
  const headers = bearer(gateway.adminKey);
  const deleted = await fetch(`${gateway.address}/v1/models`, { method: 'DELETE', headers });
  assert.deepEqual([deleted.status, deleted.headers.get('allow')], [405, 'GET']);
  const tokens = await fetch(`${gateway.address}/admin/accounts/${gateway.accountId}`, {
    method: 'PUT',
    headers,
  });
  assert.deepEqual([tokens.status, tokens.headers.get('allow')], [405, 'GET, PATCH']);
  assert.equal((await fetch(`${gateway.address}/nowhere`, { method: 'DELETE' })).status, 404);
  assert.equal((await fetch(`${gateway.address}/admin/accounts?after=x`, { headers })).status, 400);
  assert.equal((await fetch(`${gateway.address}/admin/accounts?limit=1.5`, { headers })).status, 200);
  assert.equal((await fetch(`${gateway.address}/admin/accounts/${'9'.repeat(40)}`, { headers })).status, 404);
});

test('a model named like a part of every object is unknown, for texts and for speech', async () => {
  for (const model of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const chat = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...bearer(gateway.token), 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    });
    assert.equal(chat.status, 404, model);
    assert.equal((await gateway.transcribe(toneWav(1.2), { model })).status, 404, model);
  }
});

test('a file that its decoder refuses before the end is no audio, also when its header claims the impossible', async () => {
  const audio = toneWav(10);
  new DataView(audio.buffer).setUint32(24, 4_000_000_000, true);
  const answer = await gateway.transcribe(audio, { model: 'high' });
  const { error } = (await answer.json()) as { error: { code: string } };
  assert.deepEqual([answer.status, error.code], [400, 'audio_decode_failed']);
});

test('names, notes, dates and prices that no database keeps as they are, are the caller’s mistake', async () => {
  const account = `/accounts/${gateway.accountId}`;
  const price = { kind: 'speech', vendor: 'groq', per_minute_micro: 1 };
  for (const [path, body] of [
    ['/accounts', { name: 'Ada\0' }],
    ['/accounts', { name: 'Ada\nGrace' }],
    [`${account}/tokens`, { name: 'lap\0top' }],
    [`${account}/grants`, { amount_micro: 1, note: 'for\0June' }],
    ['/prices', { ...price, model: 'a\0b' }],
    ['/prices', { ...price, vendor: 'gr\0oq' }],
    // The database would take it for 2001.
    ['/prices', { ...price, effective_from: '0001-01-01T00:00:00Z' }],
    ['/prices', { ...price, effective_from: '+012345-01-01T00:00:00Z' }],
    // An hour would cost more than the database counts.
    ['/prices', { ...price, per_minute_micro: '999999999999999999' }],
  ] as const) {
    const answer = await fetch(`${gateway.address}/admin${path}`, {
      method: 'POST',
      headers: { ...bearer(gateway.adminKey), 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`);
  }
});

test('the refusal of other data names every audio format', async () => {
  const answer = await gateway.transcribe(new Uint8Array(Buffer.from('no audio')), { model: 'high' });
  const { error } = (await answer.json()) as { error: { message: string } };
  for (const format of [...audioFormats, 'mp4', 'mkv', 'wmv'])
    assert.match(error.message, new RegExp(`\\b${format}\\b`));
});

test('clients that send their headers or their body drop by drop are told so and hung up on', async () => {
  const { port } = new URL(gateway.address);
  const answered = (start: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(start));
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.on('error', () => undefined).once('close', () => resolve(answer));
    });
  const post = (path: string, type: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nContent-Type: ${type}\r\nContent-Length: 500\r\n\r\n${body}`;
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF';
  for (const slow of [
    post('/v1/chat/completions', 'application/json', '{"a'),
    post('/v1/audio/transcriptions', 'multipart/form-data; boundary=b', ''),
    post('/v1/audio/transcriptions', 'multipart/form-data; boundary=b', part),
  ])
    assert.match(await answered(slow), /^HTTP\/1\.1 408 [\s\S]*"code":"timeout"/);
  assert.match(await answered('GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: '), /^HTTP\/1\.1 408 /);
  // Anyone who was hung up on leaves its place.
  assert.equal((await gateway.transcribe(toneWav(1.1), { model: 'high' })).status, 200);
});
