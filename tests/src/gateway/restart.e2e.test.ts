import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { AdminClient } from '@quoth/gateway';
import { ScratchPostgres } from '@quoth/gateway/fixtures';
import { NodeProcess } from '../chaos/gateway/node-process.ts';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { until } from '../support/running-application.ts';
import { toneWav } from './test-gateway.ts';

const adminKey = 'admin-key-of-the-restart-tests';
const PRICE = 6_000;
const CREDIT = 1_000_000;
let simulator: ProviderSimulator;
before(async () => {
  simulator = await ProviderSimulator.start(new FixedRecognizer('said before the restart', 0));
});
after(() => simulator.close());

async function customer(address: string) {
  const admin = new AdminClient(address, adminKey);
  for (const vendor of ['deepgram', 'groq'])
    await admin.ask('POST', '/prices', { kind: 'speech', vendor, per_minute_micro: PRICE });
  const { id } = await admin.ask<{ id: string }>('POST', '/accounts', { name: 'Restarted' });
  await admin.ask('POST', `/accounts/${id}/grants`, { amount_micro: CREDIT }, { 'idempotency-key': 'g' });
  const { token } = await admin.ask<{ token: string }>('POST', `/accounts/${id}/tokens`, { name: 'laptop' });
  return { id, token };
}

const headersOf = (token: string, key: string) => ({
  authorization: `Bearer ${token}`,
  'idempotency-key': key,
});

const minute = toneWav(60);

/** Sends a minute of audio, so that it costs what a minute costs, or other audio. */
function ask(
  address: string,
  token: string,
  key: string,
  { audio = minute, signal }: { audio?: typeof minute; signal?: AbortSignal } = {},
): Promise<Response> {
  const form = new FormData();
  form.append('model', 'high');
  form.append('file', new File([audio], 'a.wav'));
  return fetch(`${address}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: headersOf(token, key),
    body: form,
    ...(signal ? { signal } : {}),
  });
}

async function booksOf(node: NodeProcess, id: string) {
  const admin = new AdminClient(node.address ?? '', adminKey);
  const { balance, held } = await admin.ask<{ balance: number; held: number }>('GET', `/accounts/${id}`);
  const { problems } = await admin.ask<{ problems: string[] }>('GET', '/books');
  return { balance, held, problems };
}

test('a node that is asked to end says so first, then takes nothing new, and finishes what is in progress, also for clients that have gone', async () => {
  // It drains until it is asked a second time.
  const node = new NodeProcess({
    simulator,
    adminKey,
    limits: { drainSeconds: 600, vendorSeconds: 60, deadlineSeconds: 60 },
  });
  const vendorMayAnswer = Promise.withResolvers<void>();
  try {
    assert(await node.start());
    const address = node.address ?? '';
    const { id, token } = await customer(address);
    // In the middle of its chain.
    simulator.fail('deepgram', { kind: 'reset' });
    simulator.fail('groq', { kind: 'late', until: vendorMayAnswer.promise }, { times: 2 });
    const waiting = ask(address, token, 'waits');
    const gone = new AbortController();
    const abandoned = ask(address, token, 'gone', { signal: gone.signal });
    abandoned.catch(() => undefined);
    await until(
      'both requests are with the vendor',
      () => simulator.arrivals.filter(({ vendor }) => vendor === 'groq').length === 2,
    );
    gone.abort();

    const ended = node.kill('SIGTERM');
    // It closes idle connections meanwhile, perhaps the one that is about to be used again.
    await until('it says that it ends', () =>
      fetch(`${address}/ready`).then(
        ({ status }) => status === 503,
        () => false,
      ),
    );
    const during = await ask(address, token, 'during');
    assert.equal(during.status, 200, await during.clone().text());
    assert.equal(during.headers.get('connection'), 'close');

    const { port } = new URL(address);
    const late = await halfRequest(Number(port), token);
    // Its first half has been read: what came later was answered.
    for (let times = 0; times < 2; times++) await (await fetch(`${address}/health`)).arrayBuffer();
    void node.kill('SIGTERM');
    await until('it answers no more', () =>
      fetch(`${address}/health`).then(
        () => false,
        () => true,
      ),
    );
    assert.match(await late.finish(), /^HTTP\/1\.1 503 [\s\S]*retry-after: 1[\s\S]*"code":"unavailable"/i);

    vendorMayAnswer.resolve();
    const answer = await waiting;
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(answer.headers.get('x-quoth-tries'), 'deepgram:unreachable, groq:completed');
    assert.equal(await ended, 0);

    assert(await node.start());
    assert.deepEqual(await booksOf(node, id), { balance: CREDIT - 3 * PRICE, held: 0, problems: [] });
    const vendorsAsked = simulator.arrivals.length;
    const repeated = await ask(node.address ?? '', token, 'gone');
    assert.equal(repeated.headers.get('x-quoth-replayed'), 'true');
    assert.equal(simulator.arrivals.length, vendorsAsked);
  } finally {
    vendorMayAnswer.resolve();
    await node.kill();
    await node.close();
    simulator.heal();
  }
});

/** A connection whose request has begun and not been asked yet. */
async function halfRequest(port: number, token: string): Promise<{ finish(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) =>
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`, () =>
      resolve(),
    ),
  );
  return {
    finish: async () => {
      socket.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}');
      await closed;
      return answer;
    },
  };
}

test('on the embedded database a charge is on the disk before its answer: a process that is killed right after it has both', async () => {
  const node = new NodeProcess({ simulator, adminKey });
  try {
    assert(await node.start());
    const { id, token } = await customer(node.address ?? '');
    const answer = await ask(node.address ?? '', token, 'first');
    assert.equal(answer.status, 200);
    await node.kill('SIGKILL');
    const text = await answer.text().catch(() => '');
    assert(await node.start());
    const books = { balance: CREDIT - PRICE, held: 0, problems: [] };
    assert.deepEqual(await booksOf(node, id), books);
    const repeated = await ask(node.address ?? '', token, 'first');
    assert.equal(repeated.headers.get('x-quoth-replayed'), 'true');
    const again = await repeated.text();
    assert(text === '' || text === again);
    assert.deepEqual(await booksOf(node, id), books);
  } finally {
    await node.kill();
    await node.close();
  }
});

test('nodes on one Postgres are replaced one by one, and clients that never retry lose no request', async () => {
  const postgres = await ScratchPostgres.start();
  const databaseUrl = postgres.url(await postgres.database());
  const limits = { drainSeconds: 600, vendorSeconds: 60, deadlineSeconds: 60 };
  const nodes = [1, 2].map(() => new NodeProcess({ simulator, adminKey, databaseUrl, limits }));
  /** Where a proxy sends new requests: what was ready when it last looked. */
  const ready = new Set<string>();
  const inProgress = new Map<string, number>();
  const statuses: number[] = [];
  let isOver = false;
  const second = toneWav(1);
  try {
    // At once: they take turns with the migrations.
    assert.deepEqual(await Promise.all(nodes.map((node) => node.start())), [true, true]);
    for (const { address } of nodes) ready.add(address ?? '');
    const { id, token } = await customer(nodes[0]?.address ?? '');
    let sent = 0;
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const addresses = [...ready];
        const address = addresses[sent++ % addresses.length] ?? '';
        inProgress.set(address, (inProgress.get(address) ?? 0) + 1);
        const answer = await ask(address, token, `request-${sent}`, { audio: second });
        await answer.text();
        statuses.push(answer.status);
        inProgress.set(address, (inProgress.get(address) ?? 0) - 1);
      }
    });
    for (const node of nodes) {
      const address = node.address ?? '';
      const ended = node.kill('SIGTERM');
      // It closes idle connections meanwhile, perhaps the one that is about to be used again.
      await until('it says that it ends', () =>
        fetch(`${address}/ready`).then(
          ({ status }) => status === 503,
          () => false,
        ),
      );
      ready.delete(address);
      // What was sent there a moment ago is on its way: it is taken until the drain is over.
      await until('its requests are answered', () => (inProgress.get(address) ?? 0) === 0);
      void node.kill('SIGTERM');
      assert.equal(await ended, 0);
      assert(await node.start());
      ready.add(node.address ?? '');
      const before = statuses.length;
      await until('more are answered', () => statuses.length >= before + 8);
    }
    isOver = true;
    await Promise.all(clients);
    assert(statuses.length > 16);
    assert.deepEqual([...new Set(statuses)], [200]);
    const books = await booksOf(nodes[0] as NodeProcess, id);
    assert.deepEqual(books, { balance: CREDIT - (statuses.length * PRICE) / 60, held: 0, problems: [] });
  } finally {
    isOver = true;
    for (const node of nodes) {
      await node.kill();
      await node.close();
    }
    await postgres.close();
  }
});
