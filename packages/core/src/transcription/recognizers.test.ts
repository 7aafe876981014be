import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type AppError, type Mode, modeDefaults } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { systemIo, vendorList } from '@quoth/vendors';
import { EventBus, silentLogger, systemClock } from '../base/index.ts';
import { type EngineModel, Engines } from '../engines/index.ts';
import { testDatabase } from '../fixtures/test-core.ts';
import { ModeStore } from '../modes.ts';
import { ProviderHealth, ProviderKeys, ProviderList } from '../providers/index.ts';
import { CloudTranscriber } from './cloud-files.ts';
import { providerOf } from './plan-transcription.ts';
import { previewLive, type Recognizers, recognize, recognizeLive } from './recognizers.ts';

/** Real modes, plans and health; a key of Deepgram's in memory, and a network that always answers. */
async function machine(context: TestContext) {
  const database = await testDatabase(context);
  const secrets = new Map<string, string>();
  const store = (name: string) => ({
    read: async () => secrets.get(name),
    write: async (secret: string) => void secrets.set(name, secret),
    remove: async () => void secrets.delete(name),
  });
  const events = new EventBus((error) => assert.fail(String(error)));
  const list = await ProviderList.open({ database, vendors: vendorList, taken: [], standIn: undefined });
  const keys = await ProviderKeys.open({
    database,
    stores: (name) => ({ secure: store(name), file: store(name) }),
    storeName: 'the Keychain',
    storage: () => 'secure-store',
    logger: silentLogger,
  });
  await keys.write(list.get('deepgram').secretName, 'a key');
  const engines = new Engines({
    logger: silentLogger,
    env: {},
    idleSeconds: () => 1,
    memoryMb: () => 100,
    engines: [],
  });
  const looks = context.mock.method(engines, 'refresh');
  const modes = await ModeStore.open({ database, events, clock: systemClock });
  /** The providers that are checked when the window gets focus, with nothing known of any of them. */
  const checkedFor = (inUse: Mode): string[] => {
    const health = new ProviderHealth({
      list,
      keys,
      events,
      clock: systemClock,
      timers: { start: () => () => {} },
      fetch: async () => new Response('{}'),
      logger: silentLogger,
    });
    const cloud = new CloudTranscriber({ list, health, io: systemIo(), clock: systemClock });
    const planning = {
      ...{ modes, engines, cloud, machine: { cores: 2, memory: 8e9, accelerated: false } },
      rewriting: { receivers: () => [] },
      webhooks: () => [],
    };
    health.watch(() => providerOf(planning, inUse));
    health.refresh();
    const checked = list.all().filter((provider) => health.view(provider).status === 'checking');
    health.close();
    return checked.map(({ id }) => id);
  };
  return { checkedFor, looks, mode: modes.default() };
}

const cloud = { model: 'cloud', cloudProvider: null, cloudTranscriptionModel: null } as const;
const spellings: readonly (readonly [string, Partial<Mode>, string | undefined])[] = [
  ['cloud and its provider', { ...cloud, cloudProvider: 'deepgram' }, 'deepgram'],
  [
    'cloud and its provider in another spelling',
    { ...cloud, model: 'Cloud', cloudProvider: 'Deep-Gram' },
    'deepgram',
  ],
  ['provider and model', { ...cloud, model: 'deepgram/nova-3' }, 'deepgram'],
  [
    'provider and model, above another provider',
    { ...cloud, model: 'Deepgram/nova-3', cloudProvider: 'openai' },
    'deepgram',
  ],
  ['any provider that has a key', cloud, 'deepgram'],
  ['any provider that has this model', { ...cloud, cloudTranscriptionModel: 'nova-3' }, 'deepgram'],
  ['a provider that is unknown', { ...cloud, cloudProvider: 'nobody' }, undefined],
  [
    'a model of this machine that is missing',
    { ...cloud, model: 'whisper-small', cloudProvider: 'deepgram' },
    undefined,
  ],
  ['auto', { ...cloud, model: 'auto', cloudProvider: 'deepgram' }, undefined],
];

test('the provider that is checked again is that of the current mode, however it is written', async (context) => {
  const { checkedFor, looks, mode } = await machine(context);
  for (const [name, fields, expected] of spellings)
    assert.deepEqual(checkedFor({ ...mode, ...fields }), expected === undefined ? [] : [expected], name);
  assert.equal(looks.mock.callCount(), 0, 'models are not looked for each time');
});

/**
 * An engine whose model leaves speech out in the language `left-out`, and hears it where that part alone is asked for.
 */
function leavingOut(context: TestContext) {
  const folder = temporaryFolder();
  const spoolPath = join(folder, 'speech.pcm');
  writeFileSync(spoolPath, new Uint8Array(320));
  const model = (id: string) =>
    ({
      id,
      displayName: id,
      languages: ['*'],
      installed: true,
      detectsLanguage: true,
      capabilities: { streaming: false },
      wordErrorRate: null,
    }) as unknown as EngineModel;
  const [first, second] = [model('first'), model('second')];
  const engine = {
    id: 'fake',
    displayName: 'Fake',
    look: () => undefined,
    models: () => [first, second],
    findings: () => [],
    recognizer: () => ({
      url: new URL('../engines/fixtures/fake-recognizer.ts', import.meta.url),
      config: null,
    }),
  };
  const engines = new Engines({
    ...{ logger: silentLogger, env: {}, idleSeconds: () => 0, memoryMb: () => 4_096, engines: [engine] },
  });
  context.after(() => engines.close());
  const recognizers = {
    engines,
    speeds: { record: () => undefined },
    machine: { cores: 2, memory: 8e9, accelerated: false },
  } as unknown as Recognizers;
  const { signal } = new AbortController();
  return async (isNamed: boolean, language = 'left-out') => {
    const plan = { kind: 'local', model: first, language, ...(!isNamed && { second }) } as const;
    const job = {
      ...{ plan, options: {}, mode: modeDefaults as Mode, saved: false, spoolPath, vocabulary: [] },
      audio: { path: spoolPath, format: 'wav' as const },
      durationSeconds: 1,
    };
    const callbacks = { onPartial: () => undefined, onProgress: () => undefined };
    return [
      await recognize(recognizers, job, callbacks, signal),
      await recognizeLive(recognizers, job, Promise.resolve(100), { signal }),
    ];
  };
}

test('what a named model could not have heard is left out, with a warning that gives the times, of a file and live', async (context) => {
  const heard = leavingOut(context);
  for (const { text, warning } of await heard(true)) {
    assert.equal(text, 'Good morning');
    assert.equal(warning?.code, 'TEXT_LEFT_OUT');
    assert.match(warning?.message ?? '', /The text of 62\.0–64\.3 s is left out/);
  }
});

test('where all that a model wrote is left out, another one is asked, and without one it is no silence', async (context) => {
  const heard = leavingOut(context);
  for (const { text } of await heard(false, 'all-left-out')) assert.equal(text, 'to everybody');
  await assert.rejects(heard(true, 'all-left-out'), (error: AppError) => {
    assert.match(error.message, /The text of 62\.0–64\.3 s is left out/);
    return error.code === 'NO_SPEECH';
  });
});

test('where no model was named, another one hears what the first left out, and its segments say so', async (context) => {
  const heard = leavingOut(context);
  for (const { text, segments, warning } of await heard(false)) {
    assert.equal(text, 'Good morning to everybody');
    assert.equal(warning, undefined);
    assert.deepEqual(
      segments.map(({ start, model }) => [start, model]),
      [
        [0, undefined],
        [61.85, 'second'],
      ],
    );
  }
});

test('words while one speaks take less of the processor on battery', async (context) => {
  let state = '';
  const ofSupplies = /^.sys.class.power_supply/;
  const { readdir, readFile } = files;
  context.mock.method(files, 'readdir', ((path: string, ...rest: []) =>
    ofSupplies.test(path) ? Promise.resolve(['BAT0']) : readdir(path, ...rest)) as typeof readdir);
  context.mock.method(files, 'readFile', (async (path: string, ...rest: []) => {
    if (!ofSupplies.test(path)) return readFile(path, ...rest);
    return path.endsWith('status') ? state : '';
  }) as typeof readFile);
  syncBuiltinESMExports();
  context.after(() => {
    context.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const shares: number[] = [];
  const engines = {
    uses: () => true,
    recognizeLive: async ({ live }: { live: { share: number } }) => {
      shares.push(live.share);
      return { text: '' };
    },
  } as unknown as Engines;
  const job = { plan: { language: 'en' }, spoolPath: '' } as Parameters<typeof previewLive>[2];
  for (state of ['Charging\n', 'Discharging\n'])
    await previewLive(
      { engines },
      { id: 'quick' } as Parameters<typeof previewLive>[1],
      job,
      Promise.resolve(0),
      {
        signal: new AbortController().signal,
      },
    );
  const [plugged = 0, battery = 1] = shares;
  assert(battery < plugged, shares.join(' '));
});
