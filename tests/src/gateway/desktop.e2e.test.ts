import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { FixedRecognizer } from '../provider-simulator/fixed-recognizer.ts';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { applicationTests } from '../support/application-tests.ts';
import type { Answer, RunningApplication } from '../support/running-application.ts';
import { TestGateway } from './test-gateway.ts';

let simulator: ProviderSimulator;
let gateway: TestGateway;
let app: RunningApplication;
let client: Client;
applicationTests(
  {
    cloud: new FixedRecognizer('hello from the cloud', 0),
    env: { QUOTH_DEVICE_NAME: "Zoë's desk" },
  },
  async (tests) => {
    ({ simulator, application: app, own: client } = tests);
    gateway = await TestGateway.start(simulator);
  },
);
after(() => gateway?.close());
afterEach(() => simulator.heal());

const fixtures = join(import.meta.dirname, '../../../packages/audio/src/fixtures/sentences');
const email = readFileSync(join(fixtures, '02-please-send-the-email.wav'));
const transcribe = (modeId: string): Promise<Answer> =>
  app.json(`/transcribe?mode_id=${modeId}&save=false`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(email),
  });

async function tierMode(tier: 'highest' | 'high' | 'medium' | 'fast'): Promise<string> {
  const { mode } = await client.createMode({
    body: { name: `Cloud ${tier}`, model: 'cloud', cloudAccuracyTier: tier },
  });
  return mode.id;
}

test('a mode with a tier goes to the gateway, and to no one else without one', async () => {
  const mode = await tierMode('fast');
  const without = await transcribe(mode);
  assert.equal(without.body.error?.code, 'MISSING_API_KEY');
  assert.match(without.body.error?.hint ?? '', /add-gateway/);
  const { provider } = await client.addEndpoint({
    body: { preset: 'quoth-gateway', baseUrl: `${gateway.address}/v1`, key: gateway.token },
  });
  assert.equal(provider.id, 'quoth-gateway');
  const tested = await client.testProvider({ params: { id: provider.id } });
  assert.equal(tested.provider.status, 'healthy');
  simulator.fail('groq', { kind: 'status', status: 503 });
  const answer = await transcribe(mode);
  assert.equal(answer.body.ok, true, JSON.stringify(answer.body));
  assert.equal((answer.body as { text?: string }).text, 'hello from the cloud');
  const asked = simulator.arrivals
    .filter(({ method, path }) => method === 'POST' && path !== '')
    .map(({ vendor }) => vendor);
  assert.deepEqual(asked, ['groq', 'deepgram']);
  const { usage } = (await (await gateway.get('/v1/account')).json()) as { usage: { device: string }[] };
  assert.deepEqual([...new Set(usage.map(({ device }) => device))], ["Zoe's desk"]);
});

test("what is left with the gateway is reported, a refused token and an empty account are clear errors, and no one's own key stands in", async () => {
  const { providers } = await client.listProviders();
  assert.equal(providers.find(({ preset }) => preset === 'quoth-gateway')?.id, 'quoth-gateway');
  const { account } = await client.getProviderAccount({ params: { id: 'quoth-gateway' } });
  assert.equal(account.currency, 'USD');
  assert(account.available_micro > 0 && !account.low);
  assert.equal(account.tiers.find(({ id }) => id === 'high')?.per_minute_micro, 6_000);
  await client.setProviderKey({ params: { id: 'groq' }, body: { key: simulator.key('groq') } });
  const poor = await gateway.account(0);
  await client.setProviderKey({ params: { id: 'quoth-gateway' }, body: { key: poor.token } });
  assert.equal((await client.getProviderAccount({ params: { id: 'quoth-gateway' } })).account.low, true);
  const mode = await tierMode('high');
  simulator.heal();
  const refused = await transcribe(mode);
  assert.deepEqual(
    [refused.status, refused.body.ok, refused.body.error?.code],
    [200, false, 'PAYMENT_REQUIRED'],
  );
  assert.equal(simulator.arrivals.filter(({ method }) => method === 'POST').length, 0);
  await client.setProviderKey({ params: { id: 'quoth-gateway' }, body: { key: 'qg_wrong' } });
  assert.equal((await transcribe(mode)).body.error?.code, 'MISSING_API_KEY');
  assert.equal(simulator.arrivals.filter(({ method }) => method === 'POST').length, 0);
});

test('ten minutes before the credit is used up a notice tells, once', async () => {
  // Nine minutes and a little.
  const { token } = await gateway.account(6_000 * 9 + 3_000);
  await client.addEndpoint({
    body: { preset: 'quoth-gateway', id: 'nearly-empty', baseUrl: `${gateway.address}/v1`, key: token },
  });
  const answer = await app.json('/transcribe?engine=nearly-empty&save=false', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(email),
  });
  assert.equal(answer.body.ok, true, JSON.stringify(answer.body));
  const warned = async () => {
    const { notices } = await client.getApplication();
    return notices.find(({ id }) => id === 'gateway-credit-low-nearly-empty');
  };
  while (!(await warned())) await sleep(50);
  assert.match((await warned())?.message ?? '', /will last for about 9 more minutes/);
  await client.removeEndpoint({ params: { id: 'nearly-empty' } });
  assert.equal(await warned(), undefined);
});

test("a provider with the user's own key that fails is not replaced by the gateway", async () => {
  await client.setProviderKey({ params: { id: 'quoth-gateway' }, body: { key: gateway.token } });
  await client.setProviderKey({ params: { id: 'deepgram' }, body: { key: simulator.key('deepgram') } });
  await client.testProvider({ params: { id: 'deepgram' } });
  const before = await gateway.balance();
  simulator.fail('deepgram', { kind: 'status', status: 503 });
  const answer = await app.json('/transcribe?engine=deepgram&save=false', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(email),
  });
  assert.equal(answer.body.ok, false);
  assert.deepEqual(
    [...new Set(simulator.arrivals.filter(({ method }) => method === 'POST').map(({ vendor }) => vendor))],
    ['deepgram'],
  );
  assert.deepEqual(await gateway.balance(), before);
});
