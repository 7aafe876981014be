import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Provider, QuothEvent } from '@quoth/contract';
import { vendorList } from '@quoth/vendors';
import { ProviderSimulator } from './provider-simulator/simulator.ts';
import { CommandLine } from './support/command-line.ts';
import { type Answer, RunningApplication, temporaryHome, until } from './support/running-application.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'packages', 'audio', 'src', 'fixtures', 'sentences');
const email = readFileSync(join(fixtures, '02-please-send-the-email.wav'));
const EMAIL = 'please send the email to anna tomorrow morning';
const transcribers = vendorList.filter(({ speech }) => speech);

let simulator: ProviderSimulator;
let app: RunningApplication;
let controlSocket: Client;
const events: QuothEvent[] = [];

before(async () => {
  simulator = await ProviderSimulator.start();
  app = await RunningApplication.start(temporaryHome(), ['--api'], {
    QUOTH_SIMULATED_CLOUD: simulator.origin,
    QUOTH_LOG: 'trace',
    // No secure store: the tests leave the user's own alone.
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  controlSocket = await app.controlSocket();
  void (async () => {
    for await (const event of controlSocket.streamEvents()) events.push(event);
  })().catch(() => undefined);
});
afterEach(() => simulator.heal());
after(async () => {
  await app.remove();
  await simulator.close();
});

const provider = async (id: string): Promise<Provider> => {
  const { providers } = await controlSocket.listProviders();
  const found = providers.find((candidate) => candidate.id === id);
  assert(found, id);
  return found;
};

async function setKey(id: string, key = simulator.key(id)): Promise<Provider> {
  await controlSocket.setProviderKey({ params: { id }, body: { key } });
  return (await controlSocket.testProvider({ params: { id } })).provider;
}

function transcribe(query: string, body: Buffer = email): Promise<Answer> {
  return app.json(`/transcribe?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
}

/** Requests that carried audio. */
const uploads = () => simulator.arrivals.filter(({ body }) => body.length > 1_000);
const spoken = (answer: Answer) =>
  String(answer.body.text)
    .toLowerCase()
    .replace(/[^a-z ]/g, '');

const quoth = (args: readonly string[], input?: string) => {
  const line = new CommandLine({ QUOTH_HOME: app.home });
  return input === undefined ? line.run(...args) : line.begin(args, input).ended;
};

test('a key is refused where there is no secure store, until the user chose the file', async () => {
  const set = () =>
    controlSocket.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
  await assert.rejects(set(), /no secure store/);
  assert.equal((await provider('openai')).label, 'No key');
  await controlSocket.updateSettings({ body: { keyStorage: 'file' } });
  assert.equal((await set()).provider.label, 'Untested');
  await until('half a second has passed and the check with it', async () => {
    return (await provider('openai')).label === 'Valid';
  });
  const folder = join(app.home, 'provider-keys');
  const keyFiles = readdirSync(folder);
  assert(keyFiles.length > 0);
  for (const name of keyFiles) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
  const moves = events.flatMap((event) =>
    event.type === 'provider-health-changed' && event.provider.id === 'openai' ? [event.provider.label] : [],
  );
  assert.deepEqual(moves, ['Untested', 'Checking…', 'Valid']);
});

test('every vendor: a good key is Valid, its models are listed, and it transcribes with them', async () => {
  for (const { id, displayName, speech } of transcribers) {
    assert.equal((await setKey(id)).label, 'Valid', displayName);
    simulator.heal();
    const answer = await transcribe(`engine=${id}&language=en&timestamp_granularities=word`);
    assert.equal(spoken(answer), EMAIL, `${displayName}: ${JSON.stringify(answer.body)}`);
    assert.equal(answer.body.engine, id);
    assert.equal(answer.body.model, `${id}/${speech?.defaultModel}`);
    const { recording } = (await app.json(`/recordings/${answer.body.recording_id}`)).body as {
      recording?: { transcriptionProvider: string; status: string };
    };
    assert.deepEqual([recording?.transcriptionProvider, recording?.status], [id, 'completed']);
  }
  const { models } = (await app.json('/models?kind=voice&installed_only=true')).body as {
    models?: { id: string; provider: string; installed: boolean }[];
  };
  for (const { id, speech } of transcribers) {
    const listed = models?.filter(({ provider: owner }) => owner === id).map((model) => model.id);
    assert.deepEqual(
      listed,
      speech?.models.map((model) => `${id}/${model.id}`),
    );
  }
  const health = (await app.json('/health')).body as unknown as { providers: Provider[] };
  for (const { id } of transcribers) {
    const entry = health.providers.find((candidate) => candidate.id === id);
    assert.deepEqual([entry?.key_present, entry?.status], [true, 'healthy'], id);
  }
});

test('a mode drives it: provider, model, vocabulary and text rules', async () => {
  await setKey('groq');
  const { mode } = await controlSocket.createMode({
    body: {
      name: 'Cloud',
      model: 'cloud',
      cloudProvider: 'groq',
      cloudTranscriptionModel: 'whisper-large-v3',
      language: 'en',
      customVocabulary: ['Anna => Hannah'],
    },
  });
  simulator.heal();
  const answer = await transcribe(`mode_id=${mode.id}`);
  assert.match(String(answer.body.text), /Hannah/);
  assert.equal(answer.body.model, 'groq/whisper-large-v3');
  const [upload] = uploads();
  assert.match(upload?.body.toString('latin1') ?? '', /name="model"\r\n\r\nwhisper-large-v3\r\n/);
  const local = await transcribe(`mode_id=${mode.id}&engine=moonshine`);
  assert.equal(local.body.engine, 'moonshine');
  assert.equal(uploads().length, 1, 'an engine of this machine stands above the mode');
});

test('a server of the user: its own key, its own models, and no one else is asked', async () => {
  const { provider: added } = await controlSocket.addEndpoint({
    body: { id: 'office', displayName: 'Office', baseUrl: `${simulator.origin}/compatible/v1` },
  });
  assert.deepEqual([added.kind, added.key_present, added.label], ['endpoint', true, 'Untested']);
  const { models } = await controlSocket.listEndpointModels({ params: { id: 'office' } });
  assert(models.includes('local-model'));
  simulator.heal();
  const answer = await transcribe('engine=office&model=local-model');
  assert.equal(spoken(answer), EMAIL, JSON.stringify(answer.body));
  assert.deepEqual([...new Set(simulator.arrivals.map(({ vendor }) => vendor))], ['compatible']);
  await assert.rejects(
    controlSocket.addEndpoint({ body: { baseUrl: 'http://speech.example/v1' } }),
    /baseUrl|is invalid|400/i,
  );
  await controlSocket.removeEndpoint({ params: { id: 'office' } });
  const gone = await transcribe('engine=office&model=local-model');
  assert.equal(gone.body.error?.code, 'INVALID_REQUEST');
});

test('a built-in vendor is no server of the user: neither removed, nor asked for its models', async () => {
  await assert.rejects(controlSocket.removeEndpoint({ params: { id: 'openai' } }), {
    code: 'INVALID_REQUEST',
    message: 'OpenAI is built into Quoth and cannot be removed.',
    hint: 'To stop using it, remove its key.',
  });
  await assert.rejects(controlSocket.listEndpointModels({ params: { id: 'openai' } }), {
    code: 'INVALID_REQUEST',
    message: 'OpenAI is not one of your own servers.',
    hint: '"quoth models list" lists the models.',
  });
});

const outages: readonly [string, Parameters<ProviderSimulator['fail']>[1], string, RegExp][] = [
  ['an outage', { kind: 'status', status: 503 }, 'Unreachable', /HTTP 503.*Tried GET .* no audio was sent/],
  ['a rejected key', { kind: 'status', status: 401 }, 'Invalid', /Mistral rejected the key \(HTTP 401\)/],
  [
    'a redirect',
    { kind: 'redirect', to: 'https://elsewhere.example/' },
    'Unreachable',
    /redirects elsewhere/,
  ],
];
for (const [name, fault, label, message] of outages) {
  test(`no audio goes to a provider that fails its check: ${name}`, async () => {
    await controlSocket.setProviderKey({
      params: { id: 'mistral' },
      body: { key: simulator.key('mistral') },
    });
    simulator.heal();
    simulator.fail('mistral', fault);
    // Before the half second is over: the transcription asks for the check itself.
    const answer = await transcribe('engine=mistral');
    assert.equal(answer.status, 200);
    assert.equal(
      answer.body.error?.code,
      label === 'Invalid' ? 'MISSING_API_KEY' : 'ENGINE_UNAVAILABLE',
      JSON.stringify(answer.body),
    );
    assert.match(answer.body.error?.message ?? '', message);
    assert.equal((await provider('mistral')).label, label);
    await transcribe('engine=mistral');
    assert.equal(simulator.arrivals.length, 1, 'a result holds for a minute');
    assert.deepEqual(uploads(), []);
  });
}

test('no key: the refusal names the provider and where to set it, before any audio is taken', async () => {
  await controlSocket.removeProviderKey({ params: { id: 'soniox' } });
  const answer = await transcribe('engine=soniox');
  assert.equal(answer.body.error?.code, 'MISSING_API_KEY');
  assert.match(answer.body.error?.message ?? '', /no API key for Soniox/);
  assert.match(answer.body.error?.hint ?? '', /quoth providers set-key soniox/);
  await assert.rejects(controlSocket.testProvider({ params: { id: 'soniox' } }), /no API key/);
});

test("what a request meets informs health, and a user's own key never fails over", async () => {
  await setKey('deepgram');
  simulator.heal();
  simulator.fail('deepgram', { kind: 'status', status: 401 }, { path: /^\/listen/ });
  const rejected = await transcribe('engine=deepgram');
  assert.equal(rejected.body.error?.code, 'MISSING_API_KEY', JSON.stringify(rejected.body));
  assert.equal((await provider('deepgram')).label, 'Invalid');
  assert.deepEqual([...new Set(simulator.arrivals.map(({ vendor }) => vendor))], ['deepgram']);
  simulator.heal();
  // A failed request is no check: the next one asks first, and goes through.
  const next = await transcribe('engine=deepgram');
  assert.equal(spoken(next), EMAIL);
  assert.equal((await provider('deepgram')).label, 'Valid');
  simulator.fail('deepgram', { kind: 'status', status: 429, retryAfter: '3600' }, { path: /^\/listen/ });
  const limited = await transcribe('engine=deepgram');
  assert.equal(limited.body.error?.code, 'ENGINE_UNAVAILABLE');
  assert.match(limited.body.error?.message ?? '', /limit.*3600 s/);
  assert.equal((await provider('deepgram')).label, 'Valid', 'too many requests prove the key');
});

test('/health asks no one', async () => {
  for (let time = 0; time < 20; time++) await app.json('/health');
  assert.deepEqual(simulator.arrivals, []);
});

test('a mode in use that is out of reach is not asked again within the minute, and Test connection always', async () => {
  await setKey('groq');
  const { modes } = await controlSocket.listModes();
  const before = modes.find(({ isDefault }) => isDefault);
  await controlSocket.createMode({
    body: { name: 'In use', model: 'cloud', cloudProvider: 'groq', isDefault: true },
  });
  simulator.heal();
  simulator.fail('groq', { kind: 'status', status: 500 });
  assert.equal((await controlSocket.testProvider({ params: { id: 'groq' } })).provider.label, 'Unreachable');
  await controlSocket.refreshProviders();
  assert.equal(simulator.arrivals.length, 1);
  simulator.heal();
  assert.equal((await controlSocket.testProvider({ params: { id: 'groq' } })).provider.label, 'Valid');
  await controlSocket.updateMode({ params: { id: before?.id ?? '' }, body: { isDefault: true } });
});

test('noise that is no audio never leaves this machine', async () => {
  await setKey('openai');
  simulator.heal();
  const answer = await transcribe('engine=openai', Buffer.from('RIFF....WAVEno such thing'.repeat(99)));
  assert.equal(answer.body.error?.code, 'AUDIO_DECODE_FAILED');
  assert.deepEqual(uploads(), []);
});

test('silence and noise are told before anything is sent, even the last check', async () => {
  await setKey('groq');
  const arrivals = simulator.arrivals.length;
  for (const file of ['silence-5s.wav', 'noise-5s.wav']) {
    const answer = await transcribe('engine=groq&language=en', readFileSync(join(fixtures, file)));
    assert.equal(answer.body.error?.code, 'NO_SPEECH', file);
  }
  assert.equal(simulator.arrivals.length, arrivals);
});

test('no key and no transcript lies where it does not belong', async () => {
  const marker = 'sk-Marker-Key-0815';
  simulator.heal();
  const rejected = await setKey('groq', marker);
  assert.equal(rejected.label, 'Invalid');
  const answers = [
    rejected,
    (await transcribe('engine=groq')).body,
    await controlSocket.getApplication(),
    await controlSocket.getSettings(),
    (await app.json('/health')).body,
  ];
  await setKey('groq');
  simulator.fail('groq', { kind: 'status', status: 500 }, { path: /audio/ });
  answers.push((await transcribe('engine=groq')).body);
  simulator.heal();
  const answer = await transcribe('engine=groq&save=false');
  assert.equal(spoken(answer), EMAIL);
  const outside = [
    ...answers.map((answer) => JSON.stringify(answer)),
    ...events.map((event) => JSON.stringify(event)),
    app.stderr,
  ];
  const logs = readdirSync(join(app.home, 'logs')).map((name) => readFileSync(join(app.home, 'logs', name)));
  const database = ['quoth.db', 'quoth.db-wal'].map((name) => readFileSync(join(app.home, name)));
  for (const secret of [marker, simulator.key('groq'), simulator.key('openai')]) {
    for (const text of outside) assert(!text.includes(secret), text.slice(0, 300));
    for (const bytes of [...logs, ...database]) assert(!bytes.includes(secret));
  }
  for (const bytes of logs) {
    assert(!bytes.toString('utf8').toLowerCase().includes('anna'), 'a transcript in the log');
    assert(!bytes.includes(email.subarray(1_000, 1_040)), 'audio in the log');
  }
});

test('the command line sets keys from standard input alone, checks, and names what is wrong', async () => {
  const marker = 'sk-marker-cli';
  const wrong = await quoth(['providers', 'set-key', 'elevenlabs'], `${marker}\n`);
  assert.equal(wrong.code, 0, wrong.errors);
  assert.match(wrong.out, /ElevenLabs: Invalid\. .*HTTP 401/);
  assert(!`${wrong.out}${wrong.errors}`.includes(marker));
  assert.deepEqual((await quoth(['providers', 'test', 'ElevenLabs'])).code, 1);
  assert.equal((await quoth(['providers', 'set-key', 'elevenlabs', marker])).code, 2, 'a key as an argument');
  const right = await quoth(['providers', 'set-key', 'elevenlabs', '--json'], simulator.key('elevenlabs'));
  assert.equal((JSON.parse(right.out) as { provider: Provider }).provider.label, 'Valid');
  const list = await quoth(['providers', 'list']);
  assert.match(list.out, /elevenlabs +ElevenLabs +transcription +Valid +checked \d+ s ago/);
  assert.equal((await quoth(['providers', 'test', 'nobody'])).code, 1);
  const added = await quoth([
    'providers',
    'add-endpoint',
    `${simulator.origin}/compatible/v1`,
    '--id',
    'lab',
  ]);
  assert.match(added.out, /Added .*\(lab\)/, added.errors);
  assert.match((await quoth(['providers', 'models', 'lab'])).out, /^local-model$/m);
  assert.equal((await quoth(['providers', 'remove-endpoint', 'lab'])).code, 0);
  assert.match((await quoth(['providers', 'remove-key', 'elevenlabs'])).out, /No key/);
});

test('keys and servers survive a restart; results do not', async () => {
  await setKey('xai');
  await controlSocket.addEndpoint({ body: { preset: 'ollama' } });
  await app.end();
  app = await RunningApplication.start(app.home, ['--api'], {
    QUOTH_SIMULATED_CLOUD: simulator.origin,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  controlSocket = await app.controlSocket();
  assert.equal((await provider('xai')).label, 'Untested');
  assert.equal((await provider('ollama')).base_url, 'http://127.0.0.1:11434/v1');
  const answer = await transcribe('engine=xai');
  assert.equal(spoken(answer), EMAIL, JSON.stringify(answer.body));
});
