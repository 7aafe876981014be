import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { discovery, health, limits, proofText } from '@quoth/contract';
import { applicationTests } from './support/application-tests.ts';
import { rawRequest, statusOf } from './support/raw-request.ts';
import type { RunningApplication } from './support/running-application.ts';

let app: RunningApplication;
let port: number;
let token: string;
applicationTests({}, ({ application }) => {
  app = application;
  ({ port, token } = app.discovery());
});

const head = (lines: readonly string[], target = '/modes', method = 'GET') =>
  `${method} ${target} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
const host = () => `Host: 127.0.0.1:${port}`;
const bearer = () => `Authorization: Bearer ${token}`;

test('Host, Origin and Sec-Fetch-Site are checked before anything else, /health included', async () => {
  const foreign: readonly (readonly string[])[] = [
    [],
    ['Host: evil.example'],
    [`Host: evil.example:${port}`],
    ['Host: 127.0.0.1'],
    [`Host: 127.0.0.1:${port + 1}`],
    [`Host: 127.0.0.1:${port}`, 'Host: evil.example'],
    [`Host: 0.0.0.0:${port}`],
    [`Host: [::1]:${port}`],
    [host(), 'Origin: null'],
    [host(), 'Origin: https://evil.example'],
    [host(), `Origin: https://127.0.0.1:${port}`],
    [host(), 'Origin: http://127.0.0.1:1'],
    [host(), 'Origin: '],
    [host(), 'Origin: app://obsidian.md'],
    [host(), 'Sec-Fetch-Site: cross-site'],
    [host(), 'Sec-Fetch-Site: same-site'],
    [host(), 'Sec-Fetch-Site: nonsense'],
  ];
  for (const lines of foreign) {
    for (const target of ['/modes', '/health', '/no-such-route']) {
      const answer = await rawRequest(port, head([...lines, bearer()], target));
      assert.equal(statusOf(answer), 403, `${lines.join(' | ')} ${target}: ${answer.slice(0, 80)}`);
      assert.match(answer, /FORBIDDEN_ORIGIN/);
      // A program built on a browser cannot find out by itself what to do instead.
      if (lines.some((line) => line.startsWith('Origin:'))) assert.match(answer, /requestUrl in Obsidian/);
    }
  }
  const own: readonly (readonly string[])[] = [
    [host()],
    [`Host: localhost:${port}`],
    [`Host: LOCALHOST:${port}`],
    [host(), `Origin: http://127.0.0.1:${port}`, 'Sec-Fetch-Site: same-origin'],
    [host(), 'Sec-Fetch-Site: none'],
  ];
  for (const lines of own)
    assert.equal(statusOf(await rawRequest(port, head([...lines, bearer()]))), 200, lines.join(' '));
  assert.equal(
    statusOf(await rawRequest(port, head([host(), bearer()], `http://127.0.0.1:${port}/modes`))),
    200,
  );
  assert.equal(statusOf(await rawRequest(port, head([host(), bearer()], 'http://evil.example/modes'))), 403);
});

test('the token: wrong, missing, twice, elsewhere or not ASCII is 401, before the route is looked at', async () => {
  const refused: readonly (readonly string[])[] = [
    [],
    ['Authorization: Bearer'],
    ['Authorization: Bearer '],
    [`Authorization: Bearer ${token}x`],
    [`Authorization: Bearer ${token.slice(1)}`],
    [`Authorization: Basic ${token}`],
    [`Authorization: ${token}`],
    ['Authorization: Bearer tökén-\u00ff'],
    [`Authorization: Bearer ${'x'.repeat(8_000)}`],
    [bearer(), 'Authorization: Bearer wrong'],
    [`Cookie: token=${token}`, `X-Token: ${token}`],
  ];
  for (const lines of refused) {
    for (const target of ['/modes', '/no-such-route', `/modes?token=${token}&access_token=${token}`]) {
      const answer = await rawRequest(port, head([host(), ...lines], target));
      assert.equal(statusOf(answer), 401, `${lines.join(' | ')} ${target}`);
      assert.match(answer, /WWW-Authenticate: Bearer realm="quoth"/i);
      assert(!answer.includes(token));
    }
  }
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    assert.equal(statusOf(await rawRequest(port, head([host(), `Authorization: ${scheme} ${token}`]))), 200);
  }
});

test('nothing of a body is asked for or read before the token is checked', async () => {
  const lines = [host(), 'Content-Type: audio/wav', 'Content-Length: 1000000', 'Expect: 100-continue'];
  const answer = await rawRequest(port, head(lines, '/transcribe', 'POST'));
  assert.equal(statusOf(answer), 401);
  assert.doesNotMatch(answer, /100 Continue/);
});

test('the application’s own routes are not on the public port, and nothing speaks CORS', async () => {
  for (const path of ['/application', '/settings', '/api-server/token', '/application/doctor']) {
    assert.equal((await app.json(path)).status, 404, path);
  }
  for (const method of ['OPTIONS', 'GET']) {
    const response = await app.fetch('/modes', { method });
    assert.deepEqual(
      [...response.headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  }
});

test('it listens on the loopback address only', async () => {
  const others = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address !== undefined && address.address !== '127.0.0.1');
  const addresses = [...others.map((other) => other?.address ?? ''), '::1'].filter(
    (one) => !one.includes('%'),
  );
  assert(addresses.length > 0);
  assert.equal((await fetch(`${app.baseUrl}/health`)).status, 200, 'it does listen on that port');
  for (const address of addresses) {
    const refused = await new Promise<boolean>((resolve) => {
      const outgoing = request({ host: address, port, path: '/health', timeout: 1_000 }, () =>
        resolve(false),
      );
      outgoing.on('error', () => resolve(true));
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
      outgoing.end();
    });
    assert(refused, `answers on ${address}`);
  }
});

test('GET /health needs no token, has every field, and proves that it knows the token', async () => {
  const challenge = 'c'.repeat(43);
  const response = await fetch(`${app.baseUrl}/health?challenge=${challenge}`);
  const body = health.parse(await response.json());
  assert.equal(body.pid, app.child.pid);
  assert.equal(body.port, port);
  assert.equal(
    body.proof,
    createHmac('sha256', token).update(proofText(challenge, port)).digest('base64url'),
  );
  for (const family of ['whisper', 'parakeet', 'qwen3_asr', 'apple_speech', 'local_llm'])
    assert(Array.isArray(body.local_models[family as keyof typeof body.local_models]), family);
  const models = Object.values(body.local_models).flat();
  assert(models.length > 0 && models.every(({ installed }) => installed), 'the installed models alone');
  const { length } = await (await fetch(`${app.baseUrl}/health`)).text();
  assert(length <= 4_096, `${length} bytes, which programs ask for again and again`);
  const whole = await rawRequest(port, head([host()], `http://127.0.0.1:${port}/health`));
  assert.equal(statusOf(whole), 200, 'a request line may name a whole address');
  const without = health.parse(await (await fetch(`${app.baseUrl}/health`)).json());
  assert.equal(without.proof, undefined);
  for (const bad of ['short', 'x'.repeat(87), 'with%20space%20with%20space', '%00'.repeat(30)]) {
    const answer = (await (await fetch(`${app.baseUrl}/health?challenge=${bad}`)).json()) as {
      error?: { code: string };
    };
    assert.equal(answer.error?.code, 'INVALID_REQUEST', bad);
  }
});

test('the discovery file: its fields, and modes that keep others out', () => {
  const found = discovery.parse(JSON.parse(readFileSync(app.discoveryPath, 'utf8')));
  assert.equal(found.pid, app.child.pid);
  assert.equal(found.api_version, 1);
  assert.match(found.token, /^[A-Za-z0-9_-]{43}$/);
  assert.match(found.started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(statSync(app.discoveryPath).mode & 0o777, 0o600);
  assert.equal(statSync(app.home).mode & 0o777, 0o700);
});

test('headers: too many are 431, too slow 408, not HTTP 400, CONNECT 403, all in the envelope', async () => {
  const flood = Array.from({ length: 400 }, (_, index) => `X-Flood-${index}: ${'x'.repeat(100)}`);
  const cases: readonly [request: string, status: number, code: string][] = [
    [head([host(), bearer(), ...flood]), 431, 'PAYLOAD_TOO_LARGE'],
    [head([host(), `X-Long: ${'x'.repeat(limits.headerBytes)}`]), 431, 'PAYLOAD_TOO_LARGE'],
    ['this is no HTTP at all\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['GET /modes HTTP/1.1\r\nbad header line\r\n\r\n', 400, 'INVALID_REQUEST'],
    [`CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n\r\n`, 403, 'FORBIDDEN_ORIGIN'],
  ];
  const slow = rawRequest(port, `GET /modes HTTP/1.1\r\n${host()}\r\n`);
  for (const [sent, status, code] of cases) {
    const answer = await rawRequest(port, sent);
    assert.equal(statusOf(answer), status, answer.slice(0, 200));
    assert.match(answer, new RegExp(`"code":"${code}"`));
    assert.match(answer, /X-Request-Id: /i);
    assert.match(answer, /nosniff/i);
  }
  const umlaut = await rawRequest(port, Buffer.from(head([host(), bearer()], '/recordings/search?q=Grüße')));
  assert.equal(statusOf(umlaut), 400);
  assert.match(umlaut, /must be percent-encoded.*%C3%BC/);
  const late = await slow;
  assert.equal(statusOf(late), 408);
  assert.match(late, /"code":"TIMEOUT"/);
  assert.equal((await fetch(`${app.baseUrl}/health`)).status, 200);
});

test('a new token counts at once, on an open connection too, and stands in the discovery file', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const status = (with_: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${with_}` };
      const outgoing = request({ host: '127.0.0.1', port, path: '/modes', agent, headers }, (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      });
      outgoing.once('error', reject);
      outgoing.end();
    });
  assert.equal(await status(token), 200);
  const { token: next } = await (await app.controlSocket()).regenerateToken();
  assert.notEqual(next, token);
  assert.equal(await status(token), 401);
  assert.equal(await status(next), 200);
  assert.equal(app.discovery().token, next);
  agent.destroy();
  token = next;
});
