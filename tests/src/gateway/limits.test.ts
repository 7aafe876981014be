import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { gatewayTests, TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
gatewayTests(
  'hello',
  {
    // Refilled so slowly that a slow machine changes nothing.
    limits: {
      audioMinutes: 1,
      tokenReadsPerMinute: 5,
      addressRefusalsPerMinute: 6,
      addressPagesPerMinute: 4,
    },
    file: { behindProxy: true },
  },
  (tests) => {
    ({ simulator, gateway } = tests);
  },
);

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;
/** As a proxy that passes on whose request it is. */
const ask = (path: string, from: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${gateway.address}${path}`, {
    headers: { 'x-forwarded-for': `10.9.9.9, ${from}`, ...headers },
    redirect: 'manual',
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function statuses(count: number, one: () => Promise<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await one();
    all.push(answer.status);
    if (answer.status === 429) assert(Number(answer.headers.get('retry-after')) >= 1);
  }
  return all;
}

test('a token asks for its account and for models so often a minute, and what it pays for is counted by itself', async () => {
  const { token } = await gateway.account(1_000_000);
  const read = await statuses(6, () => ask('/v1/account', '192.0.2.1', bearer(token)));
  assert.deepEqual(read, [200, 200, 200, 200, 200, 429]);
  assert.equal((await ask('/v1/models', '192.0.2.1', bearer(token))).status, 429);
  assert.equal((await gateway.transcribe(toneWav(1), { model: 'high' }, bearer(token))).status, 200);
  const other = await gateway.account(0);
  assert.equal((await ask('/v1/account', '192.0.2.1', bearer(other.token))).status, 200);
});

test('anyone who sends wrong tokens is asked to wait, before the database is asked; tokens that are known to be good are still served', async () => {
  const known = await gateway.account(0);
  const fromThere = '192.0.2.2';
  assert.equal((await ask('/v1/account', fromThere, bearer(known.token))).status, 200);
  const wrong = await statuses(8, () => ask('/v1/models', fromThere, bearer('qg_wrong')));
  assert.deepEqual(wrong, [401, 401, 401, 401, 401, 401, 429, 429]);
  const posted = await gateway.transcribe(
    toneWav(1),
    {},
    { ...bearer('qg_other'), 'x-forwarded-for': fromThere },
  );
  assert.deepEqual([posted.status, (await errorOf(posted)).code], [429, 'rate_limit_exceeded']);
  // Neither a good token that was seen before, nor another address, nor the administrator is kept out.
  assert.equal((await ask('/v1/account', fromThere, bearer(known.token))).status, 200);
  assert.equal((await ask('/v1/models', '192.0.2.3', bearer('qg_wrong'))).status, 401);
  assert.equal((await ask('/admin/books', fromThere, bearer(gateway.adminKey))).status, 200);
  // A token that is revoked is worthless at once, also where it was known.
  const { tokens } = await gateway.admin.ask<{ tokens: { id: string }[] }>(
    'GET',
    `/accounts/${known.accountId}`,
  );
  await gateway.admin.ask('DELETE', `/accounts/${known.accountId}/tokens/${tokens[0]?.id}`);
  assert.equal((await ask('/v1/account', '192.0.2.3', bearer(known.token))).status, 401);
});

test('wrong admin keys and metrics tokens are counted, each kind by itself, and a network of IPv6 is one address', async () => {
  let last = 0;
  const from = () => `2001:db8:0:7::${(++last).toString(16)}`;
  const admin = await statuses(8, () => ask('/admin/accounts', from(), bearer('wrong')));
  assert.deepEqual(admin, [401, 401, 401, 401, 401, 401, 429, 429]);
  const metrics = await statuses(7, () => ask('/metrics', from(), bearer('wrong')));
  assert.deepEqual(metrics, [401, 401, 401, 401, 401, 401, 429]);
  assert.equal((await ask('/admin/accounts', '2001:db8:0:8::1', bearer('wrong'))).status, 401);
  // The right ones are let in, also from there.
  assert.equal((await ask('/admin/accounts', from(), bearer(gateway.adminKey))).status, 200);
  assert.equal((await ask('/metrics', from(), bearer(gateway.metricsToken))).status, 200);
  assert.equal((await ask('/admin/accounts', from(), bearer('wrong'))).status, 429);
});

test('pages are given so often a minute to an address', async () => {
  const pages = await statuses(6, () => ask('/', '192.0.2.4'));
  assert.deepEqual(pages, [200, 200, 200, 200, 429, 429]);
  assert.equal((await ask('/', '192.0.2.5')).status, 200);
});

test('a node has so many connections open, and closes further ones at once', async () => {
  const small = await TestGateway.start(simulator, { limits: { connections: 12 } });
  try {
    const { port } = new URL(small.address);
    const open = () =>
      new Promise<{ isOpen: () => boolean; end: () => void }>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined).resume();
        let isClosed = false;
        socket.once('close', () => {
          isClosed = true;
        });
        socket.once('connect', () => resolve({ isOpen: () => !isClosed, end: () => socket.destroy() }));
      });
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    const left = () => sockets.filter(({ isOpen }) => isOpen()).length;
    while (left() > 12) await sleep(5);
    // The test's own connections count, too.
    assert(left() >= 6, 'no more are closed than have to be');
    for (const { end } of sockets) end();
    // There is room again.
    while (
      !(await small.get('/health').then(
        ({ ok }) => ok,
        () => false,
      ))
    )
      await sleep(5);
  } finally {
    await small.close();
  }
});

test('audio has its length in minutes at most, however it is packed; no one is asked and nothing is charged', async () => {
  const before = await gateway.balance();
  const long = toneWav(61);
  const packed = execFileSync(
    'ffmpeg',
    ['-loglevel', 'error', '-f', 'wav', '-i', 'pipe:0', '-ac', '1', '-b:a', '8k', '-f', 'mp3', 'pipe:1'],
    { input: long },
  );
  for (const audio of [long, new Uint8Array(packed)]) {
    const answer = await gateway.transcribe(audio, { model: 'high' });
    const { code, message } = await errorOf(answer);
    assert.deepEqual([answer.status, code], [413, 'payload_too_large']);
    assert.match(message, /longer than 1 minutes/);
  }
  assert.equal(simulator.arrivals.length, 0);
  assert.deepEqual(await gateway.balance().then(({ balance, held }) => [balance, held]), [
    before.balance,
    before.held,
  ]);
  assert.equal((await gateway.transcribe(toneWav(60), { model: 'high' })).status, 200);
});

test('an answer is kept for a day under the client’s own key, for ten minutes where it could not be delivered, and no longer than its delivery otherwise', async () => {
  const { accountId, token } = await gateway.account(1_000_000);
  const seconds = async () => {
    let rows: readonly Record<string, unknown>[] = [];
    await gateway.database.script(async (run) => {
      rows = await run(`select extract(epoch from a.until - r.finished_at)::int as seconds from answers a
        join requests r on r.id = a.request_id where r.account_id = '${accountId}' order by 1`);
    });
    return rows.map((row) => Number(row.seconds));
  };
  const key = { ...bearer(token), 'idempotency-key': 'a-key-of-its-own' };
  await (await gateway.transcribe(toneWav(1), { model: 'high' }, key)).text();
  assert.deepEqual(await seconds(), [86_400]);
  await (await gateway.transcribe(toneWav(1.1), { model: 'high' }, bearer(token))).text();
  while ((await seconds()).length > 1) await sleep(10);
  const gone = new AbortController();
  const vendorMayAnswer = Promise.withResolvers<void>();
  simulator.heal();
  simulator.fail('deepgram', { kind: 'late', until: vendorMayAnswer.promise });
  const lost = gateway.transcribe(toneWav(1.2), { model: 'high' }, bearer(token), gone.signal);
  lost.catch(() => undefined);
  while (simulator.arrivals.length === 0) await sleep(5);
  gone.abort();
  await assert.rejects(lost, { name: 'AbortError' });
  // Only when the node has learnt of it may the vendor answer; what it is asked afterwards it learns later.
  for (let index = 0; index < 3; index++) await fetch(`${gateway.address}/ready`);
  vendorMayAnswer.resolve();
  while ((await seconds()).length < 2) await sleep(10);
  assert.deepEqual(await seconds(), [600, 86_400]);
});
