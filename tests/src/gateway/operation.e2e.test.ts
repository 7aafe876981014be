import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '@quoth/gateway';
import { NodeProcess } from '../chaos/gateway/node-process.ts';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { toneWav } from './test-gateway.ts';

const SECRET = 'xylophone quagmire marker';
const adminKey = 'admin-key-of-the-operation-tests';
let simulator: ProviderSimulator;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer(SECRET, 0));
});
after(() => simulator.close());

interface SentSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

test('traces go to the collector that the standard variables name, without a word that was said or a secret', async () => {
  const bodies: { path: string; headers: string; body: string }[] = [];
  const collector = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const headers = JSON.stringify(incoming.headers);
    bodies.push({ path: incoming.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const node = new NodeProcess({
    simulator,
    adminKey,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=quoth',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  try {
    assert(await node.start());
    const address = node.address ?? '';
    const token = await customer(new AdminClient(address, adminKey));
    simulator.fail('deepgram', { kind: 'status', status: 503 }, { times: 1 });
    // Two requests that claim the same id must not be mixed up.
    const ask = (seconds: number) => {
      const form = new FormData();
      form.append('model', 'high');
      form.append('prompt', 'hush-hush-prompt');
      form.append('file', new File([toneWav(seconds)], 'a.wav'));
      const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'same-id' };
      return fetch(`${address}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
    };
    const answers = await Promise.all([ask(1), ask(1.1)]);
    for (const answer of answers) assert.match(await answer.text(), new RegExp(SECRET));
    const spans = () =>
      bodies.flatMap(({ body }) => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
        };
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      });
    while (spans().length < 5) await sleep(50);
    assert(bodies.every(({ path }) => path === '/v1/traces'));
    assert(bodies.every(({ headers }) => headers.includes('"x-tenant":"quoth"')));
    assert(bodies.some(({ body }) => body.includes('quoth-gateway')));
    const requests = spans().filter(({ name }) => name === 'relay speech');
    const tries = spans().filter(({ name }) => name.startsWith('vendor '));
    assert.equal(requests.length, 2);
    assert.deepEqual(tries.map(({ name }) => name).sort(), [
      'vendor deepgram',
      'vendor deepgram',
      'vendor groq',
    ]);
    for (const { parentSpanId } of tries) assert(requests.some(({ spanId }) => spanId === parentSpanId));
    const reported = (span: SentSpan | undefined, key: string) =>
      span?.attributes.find((each) => each.key === key)?.value.stringValue;
    for (const span of requests) assert.equal(reported(span, 'quoth.outcome'), 'completed');
    assert.equal(
      reported(
        tries.find(({ status }) => status.code === 2),
        'quoth.outcome',
      ),
      'unreachable',
    );
    const all = JSON.stringify(bodies);
    for (const secret of ['xylophone', 'hush-hush', token, adminKey, simulator.key('deepgram')])
      assert(!all.includes(secret), `${secret} was sent to the collector`);
  } finally {
    await node.close();
    await new Promise((resolve) => collector.close(resolve));
    simulator.heal();
  }
});

test('with certificates it speaks TLS itself, and then listens on any configured address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-tls-'));
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', keyFile, '-out', certificateFile],
  ]);
  const start = (config: object) => new NodeProcess({ simulator, adminKey, config });
  const plain = start({ host: '0.0.0.0' });
  const secure = start({ host: '0.0.0.0', tls: { certificateFile, keyFile } });
  try {
    assert.equal(await plain.start(), false, 'no one is to reach it without encryption');
    assert(await secure.start());
    assert.match(secure.address ?? '', /^https:\/\/0\.0\.0\.0:/);
    const { port } = new URL(secure.address ?? '');
    const ca = readFileSync(certificateFile);
    const answer = await new Promise<{ status: number | undefined; protocol: string | null }>(
      (resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port, path: '/health', ca, agent: false }, (response) => {
          const protocol = (response.socket as import('node:tls').TLSSocket).getProtocol();
          response.resume().on('end', () => resolve({ status: response.statusCode, protocol }));
        });
        asked.on('error', reject);
        asked.end();
      },
    );
    assert.equal(answer.status, 200);
    assert.match(answer.protocol ?? '', /^TLSv1\.[23]$/);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health`), /fetch failed/);
  } finally {
    await Promise.all([plain.close(), secure.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

async function customer(admin: AdminClient): Promise<string> {
  for (const vendor of ['deepgram', 'groq'])
    await admin.ask('POST', '/prices', { kind: 'speech', vendor, per_minute_micro: 6_000 });
  const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Traced' });
  await admin.ask('POST', `/accounts/${id}/grants`, { amount_micro: 1_000_000 }, { 'idempotency-key': 'g' });
  return (await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'traced' })).token;
}
