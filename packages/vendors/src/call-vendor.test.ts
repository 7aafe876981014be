import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, setGlobalProxyFromEnv } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { VendorError } from './call-error.ts';
import {
  audioPlaceholder,
  callVendor,
  checkBaseUrl,
  type RequestBody,
  readReply,
  systemProxy,
  type VendorCall,
  type VendorIo,
} from './call-vendor.ts';

const folder = temporaryFolder();
let path: string;
const bytes = Buffer.from(Array.from({ length: 500_001 }, (_, index) => index % 251));
before(() => {
  path = join(folder, 'a.wav');
  writeFileSync(path, bytes);
});

interface Seen {
  readonly url: string;
  readonly init: RequestInit;
  readonly request: Request;
}

/** A fetch that answers from a list, and what it was asked. */
function scripted(...answers: (Response | Error)[]) {
  const seen: Seen[] = [];
  const slept: number[] = [];
  const io: VendorIo = {
    fetch: async (input, init = {}) => {
      seen.push({ url: String(input), init, request: new Request(input, init) });
      const answer = answers.shift() ?? Response.json({ fine: true });
      if (answer instanceof Error) throw answer;
      return answer;
    },
    sleep: async (milliseconds) => void slept.push(milliseconds),
    random: () => 0,
    now: () => 0,
  };
  return { io, seen, slept };
}

const call = (body?: RequestBody, changes: Partial<VendorCall> = {}): VendorCall => ({
  displayName: 'Acme',
  baseUrl: 'https://api.acme.test/v1',
  authorization: { 'x-key': 'secret' },
  request: { method: 'POST', path: '/speech?x=1', ...(body ? { body } : {}) },
  audio: { path, fileName: 'audio.wav', contentType: 'audio/wav' },
  timeoutMs: 1_000,
  signal: new AbortController().signal,
  ...changes,
});

test('goes to the given address, with the key, and never along a redirect', async () => {
  const { io, seen } = scripted();
  assert.deepEqual(await callVendor(call(), io), { status: 200, body: { fine: true } });
  assert.equal(seen[0]?.url, 'https://api.acme.test/v1/speech?x=1');
  assert.equal(seen[0]?.init.redirect, 'error');
  assert.equal(seen[0]?.request.headers.get('x-key'), 'secret');
});

test('a form holds its fields in order and the file last, streamed', async () => {
  const { io, seen } = scripted();
  const fields = [
    ['b', '1'],
    ['a', '2'],
    ['b', '3'],
  ] as const;
  await callVendor(call({ kind: 'form', fields, audioField: 'file' }), io);
  assert(seen[0]);
  const form = await seen[0].request.formData();
  assert.deepEqual([...form.keys()], ['b', 'a', 'b', 'file']);
  const file = form.get('file');
  assert(file instanceof File);
  assert.deepEqual([file.name, file.type, file.size], ['audio.wav', 'audio/wav', bytes.length]);
  assert(bytes.equals(Buffer.from(await file.arrayBuffer())));
});

test('bare audio is sent as it is', async () => {
  const { io, seen } = scripted();
  await callVendor(call({ kind: 'audio', contentType: 'application/octet-stream' }), io);
  assert(seen[0]);
  assert.equal(seen[0].request.headers.get('content-type'), 'application/octet-stream');
  assert(bytes.equals(Buffer.from(await seen[0].request.arrayBuffer())));
});

test('audio within JSON is base64 in its place, whatever surrounds it', async () => {
  const { io, seen } = scripted();
  const around = { text: 'äöü "quoted" $& $1', after: ['x'] };
  await callVendor(call({ kind: 'json-with-audio', value: { ...around, data: audioPlaceholder } }), io);
  assert(seen[0]);
  const { data, ...rest } = (await seen[0].request.json()) as { data: string };
  assert.deepEqual(rest, around);
  assert(bytes.equals(Buffer.from(data, 'base64')));
});

test('each try has its own body', async () => {
  const { io, seen, slept } = scripted(
    new Response(null, { status: 503 }),
    new Response(null, { status: 429, headers: { 'retry-after': '4' } }),
  );
  await callVendor(call({ kind: 'json-with-audio', value: audioPlaceholder }), io);
  assert.deepEqual(slept, [250, 4_000]);
  for (const { request } of seen) assert(bytes.equals(Buffer.from(String(await request.json()), 'base64')));
});

const failures: readonly [name: string, answer: Response | Error, kind: string, tries: number][] = [
  ['a refused key', new Response('{}', { status: 401 }), 'unauthorized', 1],
  [
    'a refused key, said in the vendor’s own way',
    new Response('{"bad":"key"}', { status: 400 }),
    'unauthorized',
    1,
  ],
  ['a mistake of ours', new Response('{"bad":"field"}', { status: 400 }), 'rejected', 1],
  ['an answer without JSON', new Response('<html>'), 'malformed', 1],
  ['an answer that is too large', new Response(`"${'a'.repeat(2_000)}"`), 'malformed', 1],
  ['a broken connection', new TypeError('fetch failed', { cause: coded('ECONNRESET') }), 'unreachable', 1],
  ['a redirect', new TypeError('fetch failed', { cause: new Error('unexpected redirect') }), 'rejected', 1],
  ['time', new DOMException('too slow', 'TimeoutError'), 'timeout', 1],
  ['a status that is unknown', new Response(null, { status: 302 }), 'rejected', 1],
];
for (const [name, answer, kind, tries] of failures) {
  test(`${name} is ${kind}, after ${tries} ${tries === 1 ? 'try' : 'tries'}`, async () => {
    const { io, seen } = scripted(answer);
    const refusesKey = (status: number, body: unknown) =>
      status === 400 && JSON.stringify(body).includes('"bad":"key"');
    await assert.rejects(
      callVendor(call(undefined, { refusesKey, maxReplyBytes: 1_000 }), io),
      (error: unknown) => {
        assert(error instanceof VendorError);
        assert.equal(error.kind, kind);
        return true;
      },
    );
    assert.equal(seen.length, tries);
  });
}

test('a request that changes nothing is repeated if the connection breaks', async () => {
  const broken = () => new TypeError('fetch failed', { cause: coded('ECONNRESET') });
  const { io, seen } = scripted(broken(), broken());
  await callVendor(call(undefined, { request: { method: 'GET', path: '/job' } }), io);
  assert.equal(seen.length, 3);
});

test('a request is repeated if the connection took nothing of it, and not if it may have', async () => {
  for (const [code, tries, words] of [
    ['ECONNREFUSED', 3, /refused/],
    ['ENOTFOUND', 3, /offline/],
    ['EPIPE', 3, /closed the connection/],
    ['ECONNRESET', 1, /was lost/],
    ['UND_ERR_SOCKET', 1, /was lost/],
    ['CERT_HAS_EXPIRED', 1, /certificate/],
    ['ESTRANGE', 1, /ESTRANGE/],
  ] as const) {
    const broken = () => new TypeError('fetch failed', { cause: coded(code) });
    const { io, seen } = scripted(broken(), broken(), broken());
    await assert.rejects(callVendor(call({ kind: 'audio' }), io), words);
    assert.equal(seen.length, tries, code);
  }
});

test('a wait for the next try ends when the caller has gone', async () => {
  const stop = new AbortController();
  const { io } = scripted(new Response(null, { status: 500 }));
  const sleep = async (_: number, signal: AbortSignal) => {
    stop.abort();
    signal.throwIfAborted();
  };
  await assert.rejects(
    callVendor(call(undefined, { signal: stop.signal }), { ...io, sleep }),
    (error: unknown) => error instanceof VendorError && error.kind === 'cancelled',
  );
});

test('a missing file is our own error and reported as such', async () => {
  const { io } = scripted();
  const audio = { path: join(folder, 'gone.wav'), fileName: 'a.wav', contentType: 'audio/wav' };
  await assert.rejects(
    callVendor(call({ kind: 'audio' }, { audio }), io),
    (error: unknown) =>
      error instanceof VendorError &&
      /could not be read from the disk/.test(error.message) &&
      !error.message.includes('gone'),
  );
});

function coded(code: string): Error {
  return Object.assign(new Error('it broke'), { code });
}

test('six hours of words with their times are read', async () => {
  const words = Array.from({ length: 60_000 }, (_, index) => ({
    text: 'word',
    start_ms: index * 360,
    end_ms: index * 360 + 300,
    confidence: 0.98,
    speaker: null,
    language: 'en',
  }));
  const read = (await readReply(new Response(JSON.stringify({ tokens: words })))) as { tokens: unknown[] };
  assert.equal(read.tokens.length, words.length);
});

test('a small reply that unpacks to millions of values is refused before it is parsed', async () => {
  const packed = gzipSync(`[${'{},'.repeat(10_000_000)}{}]`);
  assert(packed.length < 64_000);
  const body = new Response(packed).body?.pipeThrough(new DecompressionStream('gzip'));
  const { io } = scripted(new Response(body ?? null));
  await assert.rejects(callVendor(call(), io), { kind: 'malformed' });
});

const OWN = '127.0.0.1,localhost,::1,[::1]';
const cases: readonly [Readonly<Record<string, string>>, ReturnType<typeof systemProxy>][] = [
  [{}, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{ https_proxy: 'http://p:1' }, { https_proxy: 'http://p:1', no_proxy: OWN }],
  [
    { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:1' },
    { https_proxy: 'http://q:1', no_proxy: OWN },
  ],
  [{ HTTP_PROXY: 'http://p:1' }, { http_proxy: 'http://p:1', https_proxy: 'http://p:1', no_proxy: OWN }],
  [
    { ALL_PROXY: 'http://p:1', NO_PROXY: '.corp,10.0.0.1' },
    { http_proxy: 'http://p:1', https_proxy: 'http://p:1', no_proxy: `.corp,10.0.0.1,${OWN}` },
  ],
];
for (const [env, expected] of cases) {
  test(`the proxy of ${JSON.stringify(env)}`, () => assert.deepEqual(systemProxy(env), expected));
}

test('a vendor is asked through the proxy, this machine never is', async () => {
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.end('"through the proxy"'));
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const local = createServer((_, response) => response.end('"direct"'));
  for (const server of [proxy, local])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const portOf = (server: typeof proxy) => (server.address() as AddressInfo).port;
  const settings = systemProxy({ HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: 'example.org' });
  assert(settings);
  const restore = setGlobalProxyFromEnv(settings);
  try {
    await assert.rejects(fetch('https://api.vendor.test/v1/models'), /fetch failed/);
    assert.deepEqual(asked, ['api.vendor.test:443']);
    for (const host of ['127.0.0.1', 'localhost'])
      assert.equal(await (await fetch(`http://${host}:${portOf(local)}/v1`)).json(), 'direct', host);
    assert.equal(asked.length, 1);
  } finally {
    restore();
    proxy.close();
    local.close();
  }
});

const good: readonly [string, string][] = [
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
  ['https://api.example.com', 'https://api.example.com'],
  ['HTTPS://API.example.com:8443/a//', 'https://api.example.com:8443/a'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://127.1:8000', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000/v1', 'http://[::1]:8000/v1'],
];
for (const [written, expected] of good) {
  test(`base URL ${written} is taken`, () => assert.equal(checkBaseUrl(written, 'It'), expected));
}

const bad: readonly [string, RegExp][] = [
  ['', /no web address/],
  ['api.example.com/v1', /no web address/],
  ['http://api.example.com/v1', /https/],
  ['http://localhost.example.com/v1', /https/],
  ['http://127.0.0.1.example.com/v1', /https/],
  ['http://[::ffff:10.0.0.1]/v1', /https/],
  ['http://127.0.1.1:8000/v1', /127\.0\.0\.1/],
  ['http://0.0.0.0:8000', /https/],
  ['file:///etc/passwd', /https/],
  ['javascript:alert(1)', /https/],
  ['https://user:secret@api.example.com/v1', /user name and password/],
  ['https://api.example.com/v1?key=secret', /what follows/],
  ['https://api.example.com/v1#x', /what follows/],
];
for (const [written, words] of bad) {
  test(`base URL ${written} is refused, and nothing is asked in its stead`, () => {
    assert.throws(
      () => checkBaseUrl(written, 'My server'),
      (error: unknown) => {
        assert(error instanceof VendorError);
        assert.equal(error.kind, 'rejected');
        assert.match(error.message, words);
        assert.match(error.message, /^The base URL of My server cannot be used\. .*Nothing was sent\.$/);
        assert(!error.message.includes('secret'));
        return true;
      },
    );
  });
}
