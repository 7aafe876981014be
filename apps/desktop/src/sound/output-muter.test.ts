import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, linkSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { silentLogger } from '@quoth/core';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { VIRTUAL_MICROPHONE, VirtualMicrophone } from '../fixtures/virtual-microphone.ts';
import { OutputMuter, soundOutputs } from './output-muter.ts';

async function machine(t: TestContext) {
  const microphone = await VirtualMicrophone.start();
  t.after(() => microphone.stop());
  const dataFolder = temporaryFolder();
  const env = { ...process.env, ...microphone.env };
  const outputs = soundOutputs({ platform: 'linux', env });
  const isMuted = async () => {
    const all = await outputs.list();
    assert(all.length > 0, VIRTUAL_MICROPHONE);
    return all.map((output) => output.isMuted);
  };
  return { microphone, dataFolder, env, outputs, isMuted, file: join(dataFolder, 'muted-outputs.json') };
}

test('other sound is muted and unmuted again, and what was muted before stays muted', async (t) => {
  const { dataFolder, env, outputs, isMuted, file } = await machine(t);
  execFileSync('pactl', ['load-module', 'module-null-sink', 'sink_name=quiet'], { env });
  await outputs.setMuted('quiet', true);
  const other = new OutputMuter(outputs, dataFolder, silentLogger);
  other.mute();
  await until(async () => (await isMuted()).every(Boolean));
  assert(existsSync(file));
  await other.close();
  assert.deepEqual(
    (await outputs.list()).filter((output) => output.isMuted).map(({ name }) => name),
    ['quiet'],
  );
  assert(!existsSync(file));
});

test('other sound is lowered by channels and put back, but not where its user has changed it meanwhile', async (t) => {
  const { dataFolder, env, outputs, file } = await machine(t);
  execFileSync('pactl', ['load-module', 'module-null-sink', 'sink_name=music', 'channels=2'], { env });
  const volumes = async () => Object.fromEntries((await outputs.list()).map((one) => [one.name, one.volume]));
  await outputs.setVolume('music', [60_000, 30_000]);
  const before = await volumes();
  const lowered = { studio: [26_214], music: [24_000, 12_000] };
  const other = new OutputMuter(outputs, dataFolder, silentLogger);
  t.after(() => other.close());
  other.lower();
  await until(async () => isDeepStrictEqual(await volumes(), lowered));
  other.leave();
  await until(async () => isDeepStrictEqual(await volumes(), before));
  other.lower();
  await until(async () => isDeepStrictEqual(await volumes(), lowered));
  await outputs.setVolume('music', [50_000, 50_000]);
  // As after a kill: the next start finds what is left.
  const next = new OutputMuter(outputs, dataFolder, silentLogger);
  await next.close();
  assert.deepEqual(await volumes(), { ...before, music: [50_000, 50_000] });
  assert(!existsSync(file));
  // The other choice, while one still records.
  other.mute();
  await until(async () => (await outputs.list()).every(({ isMuted }) => isMuted));
  assert.deepEqual(await volumes(), { ...before, music: [50_000, 50_000] });
});

test('after a kill the next start undoes it', async (t) => {
  const { dataFolder, env, outputs, isMuted, file } = await machine(t);
  const script = `
    import { OutputMuter, soundOutputs } from ${JSON.stringify(join(import.meta.dirname, 'output-muter.ts'))};
    const outputs = soundOutputs({ platform: 'linux', env: process.env });
    new OutputMuter(outputs, ${JSON.stringify(dataFolder)}, { warn() {} }).mute();
    setInterval(() => {}, 1000);`;
  const application = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env,
    stdio: 'ignore',
  });
  t.after(() => application.kill('SIGKILL'));
  await until(async () => existsSync(file) && (await isMuted()).every(Boolean));
  application.kill('SIGKILL');
  const next = new OutputMuter(outputs, dataFolder, silentLogger);
  await next.close();
  assert((await isMuted()).every((muted) => !muted));
  assert(!existsSync(file));
});

test('what could not be unmuted, because the server died or the output was unplugged, is unmuted when it is back', async (t) => {
  const { microphone, dataFolder, outputs, isMuted, file } = await machine(t);
  let failures = 0;
  const counting = {
    ...outputs,
    setMuted: (name: string, muted: boolean) =>
      outputs.setMuted(name, muted).catch((error: unknown) => {
        failures++;
        throw error;
      }),
  };
  const other = new OutputMuter(counting, dataFolder, silentLogger);
  t.after(() => other.close());
  for (const [goes, comes] of [
    ['kill', 'revive'],
    ['unplug', 'plugIn'],
  ] as const) {
    other.mute();
    await until(async () => (await isMuted()).every(Boolean));
    await microphone[goes]();
    failures = 0;
    other.leave();
    await until(() => failures > 0);
    assert(existsSync(file), goes);
    await microphone[comes]();
    await until(() => !existsSync(file));
  }
  other.mute();
  await until(async () => (await isMuted()).every(Boolean));
  microphone.kill();
  await other.close();
  assert(existsSync(file));
  await microphone.revive();
  // As a sound server remembers it.
  await outputs.setMuted('studio', true);
  const next = new OutputMuter(outputs, dataFolder, silentLogger);
  t.after(() => next.close());
  await until(async () => !existsSync(file) && (await isMuted()).every((muted) => !muted));
});

test('the list of muted outputs is replaced whole: whatever ends the writing of the next one, the last one is there', async () => {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, 'muted-outputs.json');
  writeFileSync(file, '{"outputs":["unplugged"]}');
  linkSync(file, join(dataFolder, 'before'));
  const outputs = {
    list: async () => [{ name: 'speakers', isMuted: false, volume: [] }],
    setMuted: async (name: string) => assert.notEqual(name, 'unplugged'),
    setVolume: async () => undefined,
  };
  const other = new OutputMuter(outputs, dataFolder, silentLogger);
  other.mute();
  await until(() => readFileSync(file, 'utf8').includes('speakers'));
  assert.equal(readFileSync(join(dataFolder, 'before'), 'utf8'), '{"outputs":["unplugged"]}');
  await other.close();
  assert.equal(readFileSync(file, 'utf8'), '{"outputs":["unplugged"]}');
});

test('however many outputs there are, and however long their names, each that was muted is unmuted', async () => {
  const muted = new Map(Array.from({ length: 150 }, (_, at) => [`${at}`.padStart(600, 'x'), false]));
  const outputs = {
    list: async () => [...muted].map(([name, isMuted]) => ({ name, isMuted, volume: [] })),
    setMuted: async (name: string, isMuted: boolean) => {
      muted.set(name, isMuted);
    },
    setVolume: async () => undefined,
  };
  const other = new OutputMuter(outputs, temporaryFolder(), silentLogger);
  other.mute();
  await until(() => [...muted.values()].every((isMuted) => isMuted));
  await other.close();
  assert([...muted.values()].every((isMuted) => !isMuted));
});

test('without a sound server nothing happens and nothing fails', async () => {
  const dataFolder = temporaryFolder();
  for (const platform of ['linux', 'win32'] as const) {
    const other = new OutputMuter(
      soundOutputs({ platform, env: { PATH: '/nowhere' } }),
      dataFolder,
      silentLogger,
    );
    other.mute();
    await other.close();
  }
  assert(!existsSync(join(dataFolder, 'muted-outputs.json')));
});
