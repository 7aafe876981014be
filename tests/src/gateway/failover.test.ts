import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Fault } from '../provider-simulator/fault.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { gatewayTests, type TestGateway, toneWav } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
gatewayTests('hello from the cloud', { limits: { vendorSeconds: 1.5 } }, (tests) => {
  ({ simulator, gateway } = tests);
});
afterEach(async () => {
  await gateway.database.script(async (run) => void (await run('delete from vendors')));
  // What was read of the vendors is taken for true for a second.
  await gateway.admin.ask('PUT', '/vendors/openai', { kind: 'speech', switched_on: true });
  assert.deepEqual(await gateway.problems(), []);
});

const asked = () => simulator.arrivals.map(({ vendor }) => vendor);
let seconds = 1;
/** Audio that was not sent before. */
const fresh = () => {
  seconds += 0.01;
  return toneWav(seconds);
};

const chains: readonly [string, readonly string[]][] = [
  ['highest', ['elevenlabs', 'deepgram', 'groq']],
  ['high', ['deepgram', 'groq', 'elevenlabs']],
  ['medium', ['xai', 'deepgram', 'groq', 'elevenlabs']],
  ['fast', ['groq', 'deepgram', 'elevenlabs']],
  ['elevenlabs', ['elevenlabs', 'deepgram', 'groq']],
  ['groq/whisper-large-v3-turbo', ['groq', 'deepgram', 'elevenlabs']],
  ['whisper-1', ['deepgram', 'groq', 'elevenlabs']],
  ['openai', ['openai']],
  ['mistral', ['mistral']],
];
for (const [model, chain] of chains) {
  test(`${model}: ${chain.join(', then ')}`, async () => {
    for (const vendor of chain) simulator.fail(vendor, { kind: 'status', status: 400 });
    const refused = await gateway.transcribe(fresh(), { model });
    assert.equal(refused.status, 400);
    assert.deepEqual(asked(), [chain[0]]);
    simulator.heal();
    for (const vendor of chain) simulator.fail(vendor, { kind: 'status', status: 503 });
    const { balance } = await gateway.balance();
    const answer = await gateway.transcribe(fresh(), { model });
    assert.equal(answer.status, 502);
    assert.deepEqual([...new Set(asked())], chain);
    assert.deepEqual(await gateway.balance().then((now) => [now.balance, now.held]), [balance, 0]);
  });
}

const next: readonly [string, Fault][] = [
  ['408', { kind: 'status', status: 408 }],
  ['429', { kind: 'status', status: 429 }],
  ['500', { kind: 'status', status: 500 }],
  ['503', { kind: 'status', status: 503 }],
  ["our key's refusal", { kind: 'status', status: 401 }],
  ['our key’s lack of rights', { kind: 'status', status: 403 }],
  ['a reply that is cut off', { kind: 'reset' }],
  ['JSON that breaks off', { kind: 'truncated' }],
  ['a reply of another shape', { kind: 'malformed' }],
  ['an empty reply', { kind: 'empty' }],
  ['a page', { kind: 'html' }],
  ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:1/' }],
  ['no reply in time', { kind: 'hang' }],
  ['a reply that drips', { kind: 'drip' }],
  ['a reply without an end', { kind: 'huge' }],
];
for (const [name, fault] of next) {
  test(`the next vendor is asked on ${name}, and it alone is charged`, async () => {
    simulator.fail('deepgram', fault);
    const { balance } = await gateway.balance();
    const answer = await gateway.transcribe(fresh(), { model: 'high' });
    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(((await answer.json()) as { text: string }).text, 'hello from the cloud');
    assert.deepEqual(asked(), ['deepgram', 'groq']);
    assert.equal(answer.headers.get('x-quoth-vendor'), 'groq');
    assert.match(answer.headers.get('x-quoth-tries') ?? '', /^deepgram:[a-z-]+, groq:completed$/);
    const charge = Number(answer.headers.get('x-quoth-charge-micro'));
    assert(charge > 0);
    assert.deepEqual(await gateway.balance().then((now) => [now.balance, now.held]), [balance - charge, 0]);
  });
}

test('what is no audio goes to no one, and costs nothing', async () => {
  const { balance } = await gateway.balance();
  for (const bytes of [
    Buffer.from('#EXTM3U\nfile:///etc/passwd\n'),
    Buffer.alloc(0),
    Buffer.from('RIFFxxxxWAVE'),
  ]) {
    const answer = await gateway.transcribe(new Uint8Array(bytes), { model: 'high' });
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, 'audio_decode_failed');
  }
  assert.deepEqual(asked(), []);
  assert.equal((await gateway.balance()).balance, balance);
});

test('a vendor that keeps failing is left out for a while, and asked again when its pause is over', async () => {
  simulator.fail('deepgram', { kind: 'status', status: 503 });
  for (let index = 0; index < 5; index++) await gateway.transcribe(fresh(), { model: 'high' });
  simulator.heal();
  const skipped = await gateway.transcribe(fresh(), { model: 'high' });
  assert.equal(skipped.headers.get('x-quoth-tries'), 'groq:completed');
  const { data } = await gateway.admin.ask<{ data: { id: string; circuits: { state: string }[] }[] }>(
    'GET',
    '/vendors',
  );
  assert.equal(data.find(({ id }) => id === 'deepgram')?.circuits[0]?.state, 'open');
  await gateway.database.script(
    async (run) =>
      void (await run("update vendors set open_until = now() - interval '1 s' where vendor = 'deepgram'")),
  );
  await gateway.admin.ask('PUT', '/vendors/openai', { kind: 'speech', switched_on: true });
  const probed = await gateway.transcribe(fresh(), { model: 'high' });
  assert.equal(probed.headers.get('x-quoth-tries'), 'deepgram:completed');
});

test("a vendor that fails for one account alone is left out for no one else, until another account's request fails too", async () => {
  const other = await gateway.account(1_000_000);
  const tries = async (headers: Readonly<Record<string, string>> = {}) =>
    (await gateway.transcribe(fresh(), { model: 'high' }, headers)).headers.get('x-quoth-tries');
  const others = { authorization: `Bearer ${other.token}` };
  // Whatever it is that the first account sends, the vendor cannot read it.
  simulator.fail('deepgram', { kind: 'malformed' });
  for (let index = 0; index < 5; index++) assert.match((await tries()) ?? '', /^deepgram:unreadable, /);
  assert.equal(await tries(), 'groq:completed');
  assert.match((await tries(others)) ?? '', /^deepgram:unreadable, groq:completed$/);
  // Now two accounts have met it: it is left out for both.
  assert.equal(await tries(others), 'groq:completed');
  simulator.heal();
  await gateway.database.script(
    async (run) => void (await run("update vendors set open_until = now() - interval '1 s'")),
  );
  await gateway.admin.ask('PUT', '/vendors/openai', { kind: 'speech', switched_on: true });
  assert.equal(await tries(others), 'deepgram:completed');
  // Healed by one, it is tried for the other again.
  assert.equal(await tries(), 'deepgram:completed');
});

test('a request that no vendor could take leaves none of them out', async () => {
  for (const status of [400, 404, 413, 422]) {
    simulator.fail('deepgram', { kind: 'status', status });
    for (let index = 0; index < 6; index++) await gateway.transcribe(fresh(), { model: 'high' });
    simulator.heal();
    const answer = await gateway.transcribe(fresh(), { model: 'high' });
    assert.equal(answer.headers.get('x-quoth-tries'), 'deepgram:completed');
  }
});

test("a refused key of the operator's is reported, and leaves the vendor out at once", async () => {
  simulator.fail('deepgram', { kind: 'status', status: 401 });
  await gateway.transcribe(fresh(), { model: 'high' });
  assert(
    gateway.log.some((line) => line.includes("refuses the operator's key") && line.includes('deepgram')),
  );
  const second = await gateway.transcribe(fresh(), { model: 'high' });
  assert.equal(second.headers.get('x-quoth-tries'), 'groq:completed');
});

test('a vendor that was switched off is not asked, also as the last one left', async () => {
  await gateway.admin.ask('PUT', '/vendors/openai', { kind: 'speech', switched_on: false });
  const answer = await gateway.transcribe(fresh(), { model: 'openai' });
  assert.equal(answer.status, 503);
  assert.deepEqual(asked(), []);
});

test('vendors are asked to keep nothing where they have a switch for it', async () => {
  await gateway.transcribe(fresh(), { model: 'high' });
  await gateway.transcribe(fresh(), { model: 'highest' });
  assert.match(simulator.arrivals[0]?.query ?? '', /mip_opt_out=true/);
  assert.match(simulator.arrivals[1]?.query ?? '', /enable_logging=false/);
});
