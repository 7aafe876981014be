import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { AppError, type QuothEvent, say } from '@quoth/contract';
import { bearer, vendorList } from '@quoth/vendors';
import { EventBus, silentLogger, systemClock } from '../base/index.ts';
import { testDatabase } from '../fixtures/test-core.ts';
import { SecretStoreError } from '../secrets/index.ts';
import type { HealthCheck } from './health-machine.ts';
import { healthRefusal, ProviderHealth } from './provider-health.ts';
import { ProviderKeys } from './provider-keys.ts';
import { type KnownProvider, ProviderList } from './provider-list.ts';

const calm = () => new AbortController().signal;

/** OpenAI with a store and a network moved by hand. */
async function machine(context: TestContext) {
  const database = await testDatabase(context);
  const secrets = new Map<string, string>();
  const state = { locked: false, status: 200, onRead: async () => {} };
  const store = (name: string) => ({
    read: async () => {
      await state.onRead();
      if (state.locked) throw new SecretStoreError('locked', undefined);
      return secrets.get(name);
    },
    write: async (secret: string) => void secrets.set(name, secret),
    remove: async () => void secrets.delete(name),
  });
  const seen: QuothEvent[] = [];
  const events = new EventBus((error) => assert.fail(String(error)));
  events.subscribe((event) => seen.push(event));
  const list = await ProviderList.open({ database, vendors: vendorList, taken: [], standIn: undefined });
  const keys = await ProviderKeys.open({
    database,
    stores: (name) => ({ secure: store(name), file: store(`file-${name}`) }),
    storeName: 'the Keychain',
    storage: () => 'secure-store',
    logger: silentLogger,
  });
  const asked: string[] = [];
  const health = new ProviderHealth({
    list,
    keys,
    events,
    clock: systemClock,
    timers: { start: () => () => {} },
    fetch: async (_url, init) => {
      asked.push(new Headers(init?.headers).get('authorization') ?? 'none');
      return new Response('', { status: state.status });
    },
    logger: silentLogger,
  });
  health.watch(() => 'openai');
  const openai = list.get('openai');
  const setKey = async (key: string) => {
    await keys.write(openai.secretName, key);
    health.keyChanged(openai);
  };
  return { secrets, state, list, health, openai, setKey, asked, seen };
}

const refused = (code: string, words: RegExp) => (error: unknown) =>
  error instanceof AppError && error.code === code && words.test(error.message);

test('permission to send comes with the key that was checked, and a key that changes meanwhile is checked first', async (context) => {
  const { state, health, openai, setKey, asked } = await machine(context);
  await setKey('one');
  assert.equal((await health.ready(openai, calm())).key, 'one');
  assert.deepEqual(asked, [bearer('one').authorization]);
  // The key is fetched once more after the check; there it changes.
  let changed = false;
  state.onRead = async () => {
    if (changed) return;
    changed = true;
    await setKey('two');
  };
  assert.equal((await health.ready(openai, calm())).key, 'two');
  assert.deepEqual(asked, [bearer('one').authorization, bearer('two').authorization]);
});

test('a key that was removed from the store is no key', async (context) => {
  const { secrets, health, openai, setKey } = await machine(context);
  await setKey('one');
  await health.ready(openai, calm());
  secrets.clear();
  await assert.rejects(health.ready(openai, calm()), refused('MISSING_API_KEY', /no API key for OpenAI/));
  assert.equal(health.view(openai).label, 'No key');
});

test('a store that does not open is reported as such, and no provider is asked', async (context) => {
  const { state, health, openai, setKey, asked } = await machine(context);
  await setKey('one');
  state.locked = true;
  await assert.rejects(health.ready(openai, calm()), refused('MISSING_API_KEY', /Keychain, which is locked/));
  assert.deepEqual(asked, []);
});

test('every change is an event, without the key; frequent questions are answered from memory', async (context) => {
  const { state, health, openai, setKey, seen, asked } = await machine(context);
  const before = health.snapshot();
  assert.equal(health.snapshot(), before);
  await setKey('sk-marker');
  state.status = 401;
  await health.test(openai);
  const labels = seen.flatMap((event) =>
    event.type === 'provider-health-changed' ? [event.provider.label] : [],
  );
  assert.deepEqual(labels, ['Untested', 'Checking…', 'Invalid']);
  assert(!JSON.stringify(seen).includes('sk-marker'));
  const entry = health.snapshot().providers.find(({ id }) => id === 'openai');
  assert.deepEqual([entry?.key_present, entry?.reachable, entry?.status], [true, false, 'unauthorized']);
  assert.equal(asked.length, 1);
});

test('a server that was removed while work went on gets no more audio, and neither does its successor', async (context) => {
  const { list, health, asked } = await machine(context);
  const first = await list.add({ id: 'office', baseUrl: 'https://one.example/v1' });
  await health.ready(first, calm());
  await list.remove('office');
  health.listChanged();
  const gone = refused('ENGINE_UNAVAILABLE', /removed/);
  await assert.rejects(health.ready(first, calm()), gone);
  await list.add({ id: 'office', baseUrl: 'https://two.example/v1' });
  await assert.rejects(health.ready(first, calm()), gone);
  assert.equal(asked.length, 1);
});

test('what a removed server met does not judge its successor of the same id: that is probed itself', async (context) => {
  const { list, health, asked } = await machine(context);
  const first = await list.add({ id: 'office', baseUrl: 'https://one.example/v1' });
  const admission = await health.ready(first, calm());
  await list.remove('office');
  health.listChanged();
  // The last answer of the first comes when it has gone already.
  health.report(admission, { status: 'healthy', reason: null });
  health.view(first);
  const second = await list.add({ id: 'office', baseUrl: 'https://two.example/v1' });
  health.report(admission, { status: 'healthy', reason: null });
  assert.equal(health.view(second).label, 'Untested');
  await health.ready(second, calm());
  assert.equal(asked.length, 2);
});

const provider: KnownProvider = {
  id: 'ear',
  kind: 'vendor',
  preset: null,
  displayName: 'Ear',
  jobs: ['transcription'],
  needsKey: true,
  secretName: 'x',
  vendor: {
    id: 'ear',
    displayName: 'Ear',
    baseUrl: 'https://ear.example/v1',
    authorization: bearer,
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: 'https://ear.example/keys',
  },
};
const NOW = 1_800_000_000_000;
const check = (fields: Partial<HealthCheck>): HealthCheck => ({
  status: 'unreachable',
  reason: say('asWritten', { text: 'Ear cannot be reached: it answered HTTP 503.' }),
  at: NOW - 12_000,
  by: 'probe',
  ...fields,
});

const cases: readonly [string, HealthCheck | undefined, string, RegExp][] = [
  [
    'no key',
    undefined,
    'MISSING_API_KEY',
    /^There is no API key for Ear\. .*set-key ear.*ear\.example\/keys/,
  ],
  [
    'a rejected key',
    check({ status: 'unauthorized', reason: say('asWritten', { text: 'Ear rejected the key (HTTP 401).' }) }),
    'MISSING_API_KEY',
    /^Ear rejected the key \(HTTP 401\)\. Checked 12 s ago\. .*set-key ear/,
  ],
  [
    'an outage',
    check({}),
    'ENGINE_UNAVAILABLE',
    /^Ear cannot be reached: it answered HTTP 503\. Tried GET https:\/\/ear\.example\/v1\/models 12 s ago; no audio was sent\. .*providers test ear/,
  ],
  ['a check of long ago', check({ at: NOW - 600_000 }), 'ENGINE_UNAVAILABLE', /10 min ago/],
  ['a check of this moment', check({ at: NOW }), 'ENGINE_UNAVAILABLE', /just now/],
  [
    'a store that does not open',
    check({
      reason: say('asWritten', {
        text: 'The key is kept by the Keychain, which is locked or did not answer.',
      }),
      unasked: true,
    }),
    'MISSING_API_KEY',
    /^The key is kept by the Keychain.*Unlock/,
  ],
];
test('a refusal that is shown for longer leaves out how old it is', () => {
  for (const last of [check({}), check({ status: 'unauthorized', reason: null })])
    assert.doesNotMatch(healthRefusal(provider, last, undefined).message, /ago|Checked|just now|undefined/);
});

for (const [name, last, code, words] of cases) {
  test(`refused for ${name}: which provider, what was tried, how old it is, what to do`, () => {
    const error = healthRefusal(provider, last, NOW);
    assert.equal(error.code, code);
    assert.match(`${error.message} ${error.hint}`, words);
  });
}

test('a server of one’s own that does not answer is to be started; the network is not what is looked at first', () => {
  const { hint } = healthRefusal({ ...provider, kind: 'endpoint' }, check({}), NOW);
  assert.match(String(hint), /^Start the server/);
});
