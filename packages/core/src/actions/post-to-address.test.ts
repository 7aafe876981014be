import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, test } from 'node:test';
import { AppError, actionWork, limits, say } from '@quoth/contract';
import { Webhook } from 'standardwebhooks';
import { aDelivery, testPoster } from './fixtures/a-delivery.ts';
import { newWebhookSecret, type PostToAddressOptions } from './post-to-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const secret = newWebhookSecret();
const post = testPoster(secret);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

test('what is posted is signed so that another implementation of Standard Webhooks accepts it', async () => {
  let verified: unknown;
  let id: unknown;
  const port = await receiver(async (request, response) => {
    const body = await bodyOf(request);
    id = request.headers['webhook-id'];
    verified = new Webhook(secret).verify(body, request.headers as Record<string, string>);
    assert.throws(
      () => new Webhook(newWebhookSecret()).verify(body, request.headers as Record<string, string>),
      /No matching signature/,
    );
    response.writeHead(202).end('taken');
  });
  const { dateMs } = aDelivery({ kind: 'webhook', url: '' }).recording;
  assert.deepEqual(await post(`http://localhost:${port}/hook?a=1`), {
    ok: true,
    message: 'Answered 202.',
    output: 'taken',
    retry: 'no',
  });
  assert.equal(id, aDelivery({ kind: 'webhook', url: '' }).runId);
  assert.deepEqual(verified, {
    type: 'recording.transcribed',
    timestamp: new Date(dateMs + 1_000).toISOString(),
    data: {
      recording_id: '7f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c01',
      sequence: 7,
      text: 'Buy milk.',
      date: new Date(dateMs).toISOString(),
      duration: 1.5,
      mode: 'Hyper',
      language: 'en',
      source: 'dictation',
    },
  });
});

test('a redirect is not followed; only 2xx is a success; 410 ends it; Retry-After is reported on', async () => {
  let followed = 0;
  const elsewhere = await receiver((_request, response) => {
    followed++;
    response.end();
  });
  const port = await receiver((request, response) => {
    const status = Number(request.url?.slice(1));
    const headers = status === 307 ? { location: `http://127.0.0.1:${elsewhere}/` } : { 'retry-after': '90' };
    response.writeHead(status, headers).end('why');
  });
  const at = (status: number) => post(`http://127.0.0.1:${port}/${status}`);
  const redirected = await at(307);
  assert.deepEqual([redirected.ok, redirected.retry, followed], [false, 'later', 0]);
  assert.match(redirected.message, /307, a redirect, which is not followed/);
  const busy = await at(503);
  assert.deepEqual([busy.ok, busy.retryAfterMs, busy.output], [false, 90_000, 'why']);
  assert.equal((await at(410)).isGone, true);
});

test('of an answer without end 64 kB are read; one that does not come times out', async () => {
  let isCut: (() => void) | undefined;
  const cut = new Promise<void>((resolve) => {
    isCut = resolve;
  });
  const endless = await receiver((_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('a'.repeat(65_536)));
    };
    response.on('drain', more).on('close', () => isCut?.());
    more();
  });
  const { ok, output } = await post(`http://127.0.0.1:${endless}/`);
  await cut;
  assert.deepEqual([ok, output.length], [true, limits.actionOutputBytes + '\n[…]'.length]);
  const silent = await receiver(() => undefined);
  const slow = await post(`http://127.0.0.1:${silent}/`, { answerTimeoutMs: 50 });
  assert.match(slow.message, /No complete answer within/);
  const dripping = await receiver((_request, response) => {
    response.writeHead(200);
    response.write('a');
  });
  assert.match((await post(`http://127.0.0.1:${dripping}/`, { answerTimeoutMs: 50 })).message, /No complete/);
});

test('an answer that switches to another protocol, or none, ends the attempt', async () => {
  for (const answer of [
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    '',
  ]) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { ok, message, retry } = await post(`http://127.0.0.1:${port}/`);
    assert.deepEqual([ok, retry], [false, 'later']);
    assert.match(message, /could not be reached/);
    server.close();
  }
});

test('http goes to this machine alone, whatever a name is said to mean', async () => {
  const allowed = (url: string) => actionWork.safeParse({ kind: 'webhook', url }).success;
  for (const url of [
    'http://example.com/',
    'http://10.0.0.1/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'http://169.254.169.254/',
    'https://user:pass@example.com/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'javascript:1',
    'example.com',
  ])
    assert(!allowed(url), url);
  for (const url of ['http://127.0.0.1:1/', 'http://localhost/', 'http://[::1]:8/x', 'https://10.0.0.1/'])
    assert(allowed(url), url);
  const elsewhere = ((_name: string, _options: object, done: (e: null, found: object[]) => void) =>
    done(null, [{ address: '10.0.0.1', family: 4 }])) as unknown as PostToAddressOptions['resolve'];
  const outcome = await post('http://localhost:9/', elsewhere && { resolve: elsewhere });
  assert.match(outcome.message, /does not lead to this machine/);
});

test('what cannot be reached or signed is explained', async () => {
  const port = await receiver(() => undefined);
  for (const server of servers.splice(0)) server.close();
  assert.match((await post(`http://127.0.0.1:${port}/`)).message, /Nothing listens/);
  const locked = async () => {
    throw new AppError('MISSING_API_KEY', {
      message: say('asWritten', { text: 'It is locked.' }),
      hint: say('asWritten', { text: 'Unlock it.' }),
    });
  };
  assert.equal((await post('http://127.0.0.1:9/', { secretOf: locked })).message, 'It is locked. Unlock it.');
  assert.match(
    (await post('http://127.0.0.1:9/', { secretOf: async () => undefined })).message,
    /signing secret is missing/,
  );
});
