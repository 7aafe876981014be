import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { Webhook } from 'standardwebhooks';
import { testPoster } from './fixtures/a-delivery.ts';
import { newWebhookSecret } from './post-to-address.ts';

interface Identity {
  readonly cert: string;
  readonly key: string;
}

const secret = newWebhookSecret();
const trustedBefore = getCACertificates('default');
const servers: Server[] = [];
const folder = temporaryFolder();
/** Signed by an authority that this process trusts. */
let trusted: Identity;

const files = (name: string) => [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)] as const;
const openssl = (args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

before(() => {
  const { cert } = authority('known');
  trusted = signed('trusted', 'known');
  setDefaultCACertificates([...trustedBefore, cert]);
});
after(() => {
  setDefaultCACertificates(trustedBefore);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

function identity(name: string): Identity {
  const [cert, key] = files(name);
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

/** A certificate that signs itself. */
function authority(name: string, subject = 'DNS:authority.invalid'): Identity {
  const [cert, key] = files(name);
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`];
  openssl(['req', '-x509', ...newKey, '-days', '2', ...named, '-keyout', key, '-out', cert]);
  return identity(name);
}

function signed(
  name: string,
  by: string,
  { subject = 'IP:127.0.0.1,DNS:localhost', days = '2' } = {},
): Identity {
  const [cert, key] = files(name);
  const [byCert, byKey] = files(by);
  const [request, extensions] = [join(folder, `${name}.csr`), join(folder, `${name}.cnf`)];
  writeFileSync(extensions, `subjectAltName=${subject}\n`);
  openssl(['req', '-new', ...newKey, '-subj', `/CN=${name}`, '-keyout', key, '-out', request]);
  const by509 = ['-CA', byCert, '-CAkey', byKey, '-CAcreateserial', '-days', days, '-extfile', extensions];
  openssl(['x509', '-req', '-in', request, ...by509, '-out', cert]);
  return identity(name);
}

/** A server behind TLS, and what it was sent. */
async function receiver(by: Identity, answer: RequestListener) {
  const posted: { body: string; headers: Record<string, string> }[] = [];
  let connections = 0;
  const server = createServer(by, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    posted.push({ body, headers: request.headers as Record<string, string> });
    answer(request, response);
  });
  server.on('secureConnection', () => connections++).on('tlsClientError', () => undefined);
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, posted, connections: () => connections };
}

const post = testPoster(secret);

test('by https a text arrives signed, each on a connection of its own that no one closes meanwhile', async () => {
  const { port, posted, connections } = await receiver(trusted, (_request, response) =>
    response.end('taken'),
  );
  for (let times = 0; times < 2; times++)
    assert.deepEqual(await post(`https://localhost:${port}/hook`), {
      ok: true,
      message: 'Answered 200.',
      output: 'taken',
      retry: 'no',
    });
  for (const { body, headers } of posted)
    assert.equal(
      (new Webhook(secret).verify(body, headers) as { type: string }).type,
      'recording.transcribed',
    );
  assert.deepEqual([posted.length, connections()], [2, 2]);
});

test('nothing is sent to who cannot show that they are meant, whatever the environment says of certificates', async (t) => {
  authority('unknown');
  const cases: readonly (readonly [string, Identity, RegExp])[] = [
    ['signed by itself', authority('self', 'IP:127.0.0.1'), /SELF_SIGNED/],
    ['an authority that is unknown', signed('stranger', 'unknown'), /VERIFY|ISSUER/],
    ['another name', signed('elsewhere', 'known', { subject: 'DNS:elsewhere.example' }), /ALTNAME/],
    ['expired', signed('expired', 'known', { days: '-1' }), /CERT_HAS_EXPIRED/],
  ];
  const unchecked = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const warn = t.mock.method(process, 'emitWarning', () => undefined);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  try {
    for (const [what, by, code] of cases) {
      const { port, posted } = await receiver(by, (_request, response) => response.end());
      const { ok, message, retry } = await post(`https://127.0.0.1:${port}/`);
      assert.deepEqual([ok, retry, posted.length], [false, 'later', 0], what);
      assert.match(message, /^Its certificate is not accepted \([A-Z_]+\), so nothing was sent\.$/, what);
      assert.match(message, code, what);
    }
  } finally {
    if (unchecked === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = unchecked;
    warn.mock.restore();
  }
});

test('what does not speak https is reported as such, and gets nothing', async () => {
  const got: string[] = [];
  const plain = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      got.push(bytes.toString('latin1'));
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const { message } = await post(`https://127.0.0.1:${(plain.address() as AddressInfo).port}/`);
  plain.close();
  assert.match(message, /does not speak https as it should \([A-Z_]+\), so nothing was sent/);
  assert(!got.join().includes('Buy milk'));
});

test('a redirect by https is not followed, neither on nor back to http, and an answer that drips is cut off', async () => {
  const elsewhere = await receiver(trusted, (_request, response) => response.end());
  for (const location of [`https://localhost:${elsewhere.port}/`, `http://localhost:${elsewhere.port}/`]) {
    const from = await receiver(trusted, (_request, response) => response.writeHead(308, { location }).end());
    const { ok, message, retry } = await post(`https://localhost:${from.port}/`);
    assert.deepEqual([ok, retry], [false, 'later']);
    assert.match(message, /308, a redirect, which is not followed/);
  }
  assert.equal(elsewhere.connections(), 0);
  const dripping = await receiver(trusted, (_request, response) => void response.writeHead(200).write('a'));
  // Long enough for the handshake on a busy machine: it is the answer that never ends.
  const slow = await post(`https://localhost:${dripping.port}/`, { answerTimeoutMs: 2_000 });
  assert.match(slow.message, /No complete answer within 2 s/);
  const silent = createTcpServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mute = await post(`https://localhost:${port}/`, { answerTimeoutMs: 50 });
  assert.match(mute.message, /No complete answer within/, 'not even a handshake');
  silent.close();
});
