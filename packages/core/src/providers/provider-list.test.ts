import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { AppError, addEndpointBody, type ErrorCode, endpointProblem } from '@quoth/contract';
import { vendorList } from '@quoth/vendors';
import { testDatabase } from '../fixtures/test-core.ts';
import { ProviderList } from './provider-list.ts';

async function machine(context: TestContext) {
  const database = await testDatabase(context);
  const open = (standIn?: string) =>
    ProviderList.open({ database, vendors: vendorList, taken: ['whisperLocal', 'cloud'], standIn });
  return { database, open };
}

const addresses: readonly [string, boolean][] = [
  ['https://speech.example/v1', true],
  ['http://127.0.0.1:8000/v1', true],
  ['http://localhost:8000', true],
  ['http://[::1]:8000/v1', true],
  ['http://speech.example/v1', false],
  ['http://127.0.0.1.example/v1', false],
  ['http://192.168.1.5:8000/v1', false],
  ['https://[fe80::1]/v1', false],
  ['ftp://speech.example', false],
  ['file:///etc/passwd', false],
  ['https://user:secret@speech.example/v1', false],
  ['https://speech.example/v1?key=1', false],
  ['https://speech.example/v1#x', false],
  ['speech.example/v1', false],
  ['', false],
];
for (const [written, isAllowed] of addresses) {
  test(`the address "${written}" is ${isAllowed ? 'taken' : 'refused'}`, () => {
    assert.equal(endpointProblem(written) === undefined, isAllowed);
    assert.equal(addEndpointBody.safeParse({ baseUrl: written }).success, isAllowed);
  });
}

const nearby: readonly [host: string, isTaken: boolean][] = [
  ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.1', '192.168.1.5', '169.254.7.7'].map(taken),
  ...['[fc00::1]', '[fd12:3456::1]', 'gpu.local', 'a.b-c.LOCAL', '10.1'].map(taken),
  ...['9.255.255.255', '11.0.0.1', '172.15.255.255', '172.32.0.1', '192.167.1.1', '192.169.1.1'].map(refused),
  ...['169.253.1.1', '100.64.0.1', '0.0.0.0', '8.8.8.8', '3232235777.example', '10.0.0.1.example'].map(
    refused,
  ),
  ...[
    '[fb00::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[2001:db8::1]',
    '[::ffff:8.8.8.8]',
    '[::ffff:10.0.0.1]',
    '[::]',
  ].map(refused),
  ...['local', 'gpu.local.example', 'gpulocal', 'gpu'].map(refused),
];
function taken(host: string): [string, boolean] {
  return [host, true];
}
function refused(host: string): [string, boolean] {
  return [host, false];
}
for (const [host, isTaken] of nearby) {
  test(`http to ${host} is ${isTaken ? 'taken if the user allows it' : 'never taken'}`, () => {
    const baseUrl = `http://${host}:8000/v1`;
    assert.equal(endpointProblem(baseUrl, true) === undefined, isTaken);
    assert.notEqual(endpointProblem(baseUrl), undefined);
    assert.equal(addEndpointBody.safeParse({ baseUrl }).success, false);
    assert.equal(addEndpointBody.safeParse({ baseUrl, allowUnencrypted: true }).success, isTaken);
  });
}

test('servers of the user: by preset or address, several, kept across restarts', async (context) => {
  const { open } = await machine(context);
  const list = await open();
  const add = (body: Parameters<typeof addEndpointBody.parse>[0]) => list.add(addEndpointBody.parse(body));
  await add({ preset: 'ollama' });
  await add({ preset: 'ollama', baseUrl: 'http://127.0.0.1:9999/v1/' });
  await add({ preset: 'openrouter' });
  await add({ baseUrl: 'https://speech.example/v1', displayName: 'Our Speech!' });
  for (const displayName of ['Our\u200b Speech', 'gp\u202ej'])
    assert.equal(addEndpointBody.safeParse({ preset: 'ollama', displayName }).success, false);
  const again = (await open()).all().filter(({ kind }) => kind === 'endpoint');
  assert.deepEqual(
    again.map(({ id, needsKey, vendor }) => [id, needsKey, vendor.baseUrl, vendor.probe.paths[0]]),
    [
      ['ollama', false, 'http://127.0.0.1:11434/v1', '/models'],
      ['ollama-2', false, 'http://127.0.0.1:9999/v1', '/models'],
      ['openrouter', true, 'https://openrouter.ai/api/v1', '/key'],
      ['our-speech', false, 'https://speech.example/v1', '/models'],
    ],
  );
  await list.remove('ollama');
  assert.equal((await open()).find('ollama'), undefined);
});

test('a key belongs to an address: the same name at another address does not get it', async (context) => {
  const { database, open } = await machine(context);
  const list = await open();
  const before = await list.add({ id: 'mine', baseUrl: 'https://one.example/v1' });
  await database
    .updateTable('provider_endpoints')
    .set({ base_url: 'https://two.example/v1' })
    .where('id', '=', 'mine')
    .execute();
  const after = (await open()).get('mine');
  assert.notEqual(after.secretName, before.secretName);
  await database
    .updateTable('provider_endpoints')
    .set({ base_url: 'http://two.example/v1' })
    .where('id', '=', 'mine')
    .execute();
  assert.equal((await open()).find('mine'), undefined, 'an address that is not allowed is not asked');
});

const refusals: readonly [string, Parameters<ProviderList['add']>[0], RegExp, ErrorCode?][] = [
  ['no address', {}, /base URL/],
  ['a vendor', { id: 'openai', baseUrl: 'https://x.example' }, /already/, 'ALREADY_EXISTS'],
  [
    'an engine, written otherwise',
    { id: 'whisper-local', baseUrl: 'https://x.example' },
    /already/,
    'ALREADY_EXISTS',
  ],
  ['an address without https', { baseUrl: 'http://x.example' }, /https/],
];
for (const [name, body, message, code = 'INVALID_REQUEST'] of refusals) {
  test(`a server is refused: ${name}`, async (context) => {
    const list = await (await machine(context)).open();
    await assert.rejects(
      list.add(body),
      (error: unknown) => error instanceof AppError && error.code === code && message.test(error.message),
    );
  });
}

test('a stand-in gets every vendor, and keys that are not the real ones', async (context) => {
  const { open } = await machine(context);
  const [real, simulated] = [(await open()).get('OpenAI'), (await open('http://127.0.0.1:4')).get('openai')];
  assert.equal(simulated.vendor.baseUrl, 'http://127.0.0.1:4/openai/v1');
  assert.notEqual(simulated.secretName, real.secretName);
  assert.equal((await open()).get('openai').vendor.baseUrl, 'https://api.openai.com/v1');
});
