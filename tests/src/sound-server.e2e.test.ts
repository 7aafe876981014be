import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { RunningApplication, temporaryHome, testModels, until } from './support/running-application.ts';

const quoth = join(import.meta.dirname, '..', '..', 'quoth');
const [hello] = testSentences();
assert(hello);

const home = temporaryHome();
let microphone: VirtualMicrophone;
let app: RunningApplication;
let client: Client;
let mode: string;

before(async () => {
  microphone = await VirtualMicrophone.start();
  await open();
  await client.updateSettings({ body: { soundCues: false } });
  await client.importModel({ body: { path: join(testModels, 'quoth-test-en.gguf') } });
  mode = (await client.createMode({ body: { name: 'Test', model: 'quoth-test-en' } })).mode.id;
  await app.end();
});
after(async () => {
  await RunningApplication.endAll();
  await microphone.stop();
  rmSync(home, { recursive: true, force: true });
});

async function open(): Promise<void> {
  app = await RunningApplication.start(home, [], microphone.env);
  client = await app.controlSocket();
}

const start = () => client.startDictation({ body: { delivery: 'none', mode_id: mode } });
const finished = async (id: string) =>
  (await client.getProcessing({ params: { id }, query: { wait: true } })).processing;
const listens = async () => (await client.getDictation({})).dictation.pre_roll;

for (const microphonePreRollMs of [0, 1_000]) {
  const how = microphonePreRollMs > 0 ? 'with a pre-roll' : 'without a pre-roll';
  test(`a sound server that dies or hangs, idle or recording, ${how}: the next recording works, and so does a stop`, async () => {
    await open();
    await client.updateSettings({ body: { microphonePreRollMs } });
    const hears = async () => {
      // A pre-roll that lost its microphone waits a moment before it opens the next one.
      if (microphonePreRollMs > 0) await until('it listens', listens);
      const { id } = await start();
      await microphone.play(hello.samples);
      await client.stopDictation();
      const { text, ended_by } = await finished(id);
      assert.equal(ended_by, 'stopped');
      // A source that has just begun may still stutter.
      assert.match(text ?? '', /hello/);
    };
    await hears();
    if (microphonePreRollMs > 0) await until('it listens', listens);
    microphone.kill();
    await until('the pre-roll has ended', async () => !(await listens()));
    await assert.rejects(start(), { code: 'MICROPHONE_UNAVAILABLE', message: /does not answer/ });
    await microphone.revive();
    await hears();
    for (const harm of ['kill', 'freeze'] as const) {
      const { id } = await start();
      await microphone.play(hello.samples);
      microphone[harm]();
      const { text, ended_by } = await finished(id);
      assert.equal(ended_by, harm === 'kill' ? 'microphone-lost' : 'microphone-failed');
      assert.match(text ?? '', /hello/);
      await assert.rejects(start(), { code: 'MICROPHONE_UNAVAILABLE', message: /does not answer/ });
      if (harm === 'kill') await microphone.revive();
      else microphone.thaw();
      await hears();
    }
    await start();
    microphone.freeze();
    assert.equal(await app.end(), 0);
    microphone.thaw();
  });
}

test('a microphone that was pulled out works again when it is back; without any, that is said', async () => {
  await open();
  await client.updateSettings({ body: { microphonePreRollMs: 0 } });
  const { id } = await start();
  await microphone.unplug();
  assert.equal((await finished(id)).ended_by, 'microphone-lost');
  const { stdout } = await promisify(execFile)(quoth, ['dictate', 'status'], {
    env: { ...microphone.env, QUOTH_HOME: home },
  });
  assert.match(stdout, /^Test: \w+.*\. The microphone was disconnected/m);
  await assert.rejects(start(), { code: 'MICROPHONE_UNAVAILABLE', message: 'No microphone was found.' });
  await microphone.plugIn();
  const again = await start();
  await microphone.play(hello.samples);
  await client.stopDictation();
  assert.match((await finished(again.id)).text ?? '', /hello/);
});
