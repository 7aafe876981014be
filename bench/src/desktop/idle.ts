import { setTimeout as sleep } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TrayWatcher } from '@quoth/desktop/fixtures/tray-watcher.ts';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { type Application, withApplication } from '../application.ts';
import { cpuSeconds, familyOf, nameOf, pssMb } from '../processes.ts';
import { atMost, type BenchOptions, figure, mb, median, type Result } from '../result.ts';
import { streamingModel } from '../speech-files.ts';
import { useModel, withDesk } from './desk.ts';

/**
 * What a dictation needed is given back within this: engine hosts after their idle time, the owner of the clipboard
 * after a minute.
 */
const REST_MS = 80_000;

/** What was seen over a while. */
interface Watched {
  /** Of all processes together, in MB, in the order of time. */
  readonly pss: readonly number[];
  /** Percent of one core. */
  readonly cpu: number;
}

/** At rest on a desktop with hotkeys, tray and sound server, after one dictation. */
export async function benchIdle({ minutes = 10 }: BenchOptions): Promise<Result[]> {
  const { pss, cpu } = await atRest(minutes, dictateOnce);
  const most = Math.max(...pss);
  return [
    figure(
      `idle with hotkeys and tray, after a dictation, ${minutes} minutes: proportional set size of all processes`,
      `p50 ${mb(median(pss))}, most ${mb(most)}`,
      atMost(most, 130, 'MB'),
    ),
    figure(
      `idle with hotkeys and tray, ${minutes} minutes: processor time`,
      `${cpu.toFixed(2)} % of a core`,
      atMost(cpu, 1, '%'),
    ),
  ];
}

/** The microphone open for a pre-roll, and no one records. */
export async function benchPreRoll({ minutes = 60 }: BenchOptions): Promise<Result[]> {
  const { pss, cpu } = await atRest(minutes, async (client) => {
    await client.updateSettings({ body: { microphonePreRollMs: 2_000 } });
    await until(async () => (await client.getDictation({})).dictation.pre_roll);
  });
  const part = Math.ceil(pss.length / 6);
  const [first, last] = [median(pss.slice(0, part)), median(pss.slice(-part))];
  return [
    figure(
      `open pre-roll, ${minutes} minutes: growth of the proportional set size, last sixth against first`,
      `${(last - first).toFixed(1)} MB (${mb(first)}, ${mb(last)}; ${cpu.toFixed(1)} % of a core)`,
      atMost(last - first, 5, 'MB'),
    ),
  ];
}

/** What all processes take on a desktop after something has happened and rested. */
function atRest(
  minutes: number,
  happen: (client: Client, microphone: VirtualMicrophone) => Promise<void>,
): Promise<Watched> {
  return withDesk(async ({ microphone, env }) => {
    const bus = await PrivateBus.start();
    const tray = await TrayWatcher.on(bus.address);
    const measure = async (application: Application) => {
      const { client } = application;
      await client.updateSettings({ body: { soundCues: false, engineIdleSeconds: 5 } });
      await client.importModel({ body: { path: streamingModel.path } });
      await useModel(client, streamingModel.id);
      await until(() => tray.registered.length > 0);
      await happen(client, microphone);
      await sleep(REST_MS);
      return watch(application, minutes);
    };
    try {
      return await withApplication(measure, { env: { ...env, ...bus.env } });
    } finally {
      await tray.close();
      await bus.stop();
    }
  });
}

async function dictateOnce(client: Client, microphone: VirtualMicrophone): Promise<void> {
  const { id } = await client.startDictation({ body: { delivery: 'copy' } });
  await microphone.play(testSentences()[11]?.samples ?? new Int16Array());
  await client.stopDictation();
  await client.getProcessing({ params: { id }, query: { wait: true } });
}

async function watch({ pid }: Application, minutes: number): Promise<Watched> {
  const pss: number[] = [];
  const [startedAt, cpu] = [performance.now(), cpuSeconds(pid)];
  while (pss.length === 0 || performance.now() - startedAt < minutes * 60_000) {
    await sleep(5_000);
    const members = familyOf(pid).map((one) => ({ name: nameOf(one), mb: pssMb(one) }));
    if (pss.length === 0)
      for (const { name, mb } of members) process.stderr.write(`  ${mb.toFixed(1)} MB ${name}\n`);
    pss.push(members.reduce((sum, one) => sum + one.mb, 0));
  }
  const milliseconds = performance.now() - startedAt;
  return { pss, cpu: (100_000 * (cpuSeconds(pid) - cpu)) / milliseconds };
}
