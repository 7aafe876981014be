import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Mode, PostProcessBody } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { systemIo, vendorList } from '@quoth/vendors';
import { EventBus, silentLogger, systemClock } from '../base/index.ts';
import { Engines } from '../engines/index.ts';
import { testDatabase } from '../fixtures/test-core.ts';
import { ModeStore } from '../modes.ts';
import { ProviderHealth, ProviderKeys, ProviderList } from '../providers/index.ts';
import { createPostProcessing } from '../rewriting/index.ts';
import { CloudTranscriber } from './cloud-files.ts';
import { receiversOf } from './destinations.ts';
import { planWith } from './plan-transcription.ts';

const fixture = join(import.meta.dirname, '../../../audio/src/fixtures/best-of-times.wav');

/**
 * Every vendor, with one server in their place that notes who is asked and refuses all of it, and a server of the
 * user's on this computer.
 */
async function everybody(context: TestContext) {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    asked.add(request.url?.split('/')[1] ?? '');
    request.resume().on('end', () => response.writeHead(400).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const database = await testDatabase(context);
  const secrets = new Map<string, string>();
  const store = (name: string) => ({
    read: async () => secrets.get(name),
    write: async (secret: string) => void secrets.set(name, secret),
    remove: async () => void secrets.delete(name),
  });
  const events = new EventBus((error) => assert.fail(String(error)));
  const list = await ProviderList.open({ database, vendors: vendorList, taken: [], standIn });
  const own = await list.add({ displayName: 'Own', baseUrl: `${standIn}/own/v1` });
  const keys = await ProviderKeys.open({
    database,
    stores: (name) => ({ secure: store(name), file: store(`${name} in a file`) }),
    storeName: 'the Keychain',
    storage: () => 'secure-store',
    logger: silentLogger,
  });
  const health = new ProviderHealth({
    ...{ list, keys, events, clock: systemClock, logger: silentLogger },
    timers: { start: () => () => {} },
    // What is checked is no part of a recording.
    fetch: async () => new Response('{}'),
  });
  context.after(() => health.close());
  const modes = await ModeStore.open({ database, events, clock: systemClock });
  const rewriting = createPostProcessing({
    ...{ list, health, modes, clock: systemClock, logger: silentLogger },
    listModels: async () => ['own-model'],
  });
  const cloud = new CloudTranscriber({ list, health, io: systemIo(), clock: systemClock });
  const engines = new Engines({
    ...{ logger: silentLogger, env: {}, engines: [] },
    idleSeconds: () => 1,
    memoryMb: () => 100,
  });
  const planning = {
    modes,
    engines,
    cloud,
    rewriting,
    webhooks: () => [],
    machine: { cores: 2, memory: 8e9, accelerated: false },
  };
  return { asked, list, keys, health, modes, rewriting, cloud, planning, own };
}

const signal = new AbortController().signal;

test('nothing of a recording goes to anybody who was not to receive it when it began', async (context) => {
  const { asked, list, keys, health, modes, rewriting, cloud, planning, own } = await everybody(context);
  const setKey = async (id: string) => {
    await keys.write(list.get(id).secretName, 'a key');
    health.keyChanged(list.get(id));
  };
  const speech = {
    path: join(temporaryFolder(), 'speech.wav'),
    spoolPath: join(temporaryFolder(), 'speech.pcm'),
  };
  copyFileSync(fixture, speech.path);
  writeFileSync(speech.spoolPath, readFileSync(fixture).subarray(44));
  const presets: readonly PostProcessBody['preset'][] = [undefined, 'hyper'];
  const places = new Set<string>();
  for (const [cloudProvider = null, cloudTranscriptionModel = null] of [
    [null, null],
    ['groq', null],
    [null, 'nova-3'],
  ])
    for (const postProcessingMode of cloudProvider === null ? ([0, 1, 2] as const) : ([0] as const))
      for (const postProcessingProvider of [null, 'groq', 'local', 'gone', own.id])
        for (const languageModel of [null, 'openai/gpt-6-luna'])
          for (const preset of presets)
            for (const falling of [['openai'], ['openai', 'groq', 'deepgram', own.id]]) {
              for (const id of ['openai', 'groq', 'deepgram']) await setKey(id);
              const mode: Mode = {
                ...modes.default(),
                ...{ model: 'cloud', cloudProvider, cloudTranscriptionModel },
                ...{ postProcessingMode, postProcessingProvider, languageModel },
              };
              const named = JSON.stringify({ ...mode, preset, falling });
              const { plan, destinations } = planWith(planning, mode, {
                post_process: true,
                ...(preset && { preset }),
              });
              // Meanwhile one provider fails, or all, and another one gets a key.
              for (const id of falling)
                health.report(await health.admitUnchecked(list.get(id)), {
                  status: 'unreachable',
                  reason: null,
                });
              await setKey('anthropic');
              const receivers = receiversOf(destinations);
              asked.clear();
              const spoken = { text: 'So many words.', language: 'en', preset, receivers };
              await rewriting.transcript(spoken, mode, signal);
              for (const id of asked) assert(receivers.includes(id), `${id} got a text: ${named}`);
              for (const id of asked) places.add(`${id} text`);
              if (postProcessingMode === 0 && preset === undefined) assert.deepEqual(receivers, [], named);
              if (postProcessingMode === 2 && preset === undefined)
                assert(
                  destinations.every((one) => one.receives === 'audio' || one.on_this_computer),
                  named,
                );
              await keys.remove(list.get('anthropic').secretName);
              if (plan.kind !== 'cloud' || postProcessingMode > 0) continue;
              asked.clear();
              const audio = { path: speech.path, format: 'wav' as const };
              const wants = { words: false, segments: false };
              await cloud
                .transcribe({
                  ...{ plan, audio, wants, signal, spoolPath: speech.spoolPath, durationSeconds: 3 },
                  ...{ vocabulary: [], translate: false, instructions: undefined },
                })
                .catch(() => undefined);
              const ears = destinations.filter(({ receives }) => receives === 'audio').map(({ id }) => id);
              for (const id of asked) assert(ears.includes(id), `${id} got audio: ${named}`);
              for (const id of asked) places.add(`${id} audio`);
            }
  // An edit by voice asks those who could be asked when it began.
  const editors = rewriting.editReceivers();
  for (const id of editors)
    health.report(await health.admitUnchecked(list.get(id)), { status: 'unreachable', reason: null });
  await setKey('anthropic');
  asked.clear();
  await rewriting.run({ text: 'So many words.', prompt: 'Shorter.' }, { signal, receivers: editors });
  assert(asked.size > 0 && [...asked].every((id) => editors.includes(id)), `${[...asked]}`);
  // It would prove nothing without anybody who was asked.
  for (const place of ['openai text', 'groq text', `${own.id} text`, 'groq audio', 'deepgram audio'])
    assert(places.has(place), `${place}: ${[...places]}`);
});
