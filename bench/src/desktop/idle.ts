import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { PrivateBus } from '@quoth/desktop/fixtures/private-bus.ts';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { TrayWatcher } from '@quoth/desktop/fixtures/tray-watcher.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { type MeasuredApplication, startApplication } from '../measured-process.ts';
import { type BenchOptions, median, type Result } from '../result.ts';
import { ProcessFamily } from './process-family.ts';

const models = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');
const MODEL = 'quoth-test-en-streaming';
const LOOK_MS = 5_000;
/**
 * What a dictation needed is given back within this: engine hosts after their idle time, the owner of the clipboard
 * after a minute.
 */
const REST_MS = 80_000;

/** What was seen over a while. */
interface Watched {
  /** Of all processes together, in MB, in the order of time. */
  readonly pss: readonly number[];
  /** Share of one core. */
  readonly cpu: number;
}

/** At rest on a desktop with hotkeys, tray and sound server, after one dictation. */
export async function benchIdle({ minutes = 10 }: BenchOptions): Promise<Result[]> {
  return onDesktop(async ({ application, client, microphone }) => {
    await dictateOnce(client, microphone);
    await sleep(REST_MS);
    const { pss, cpu } = await watch(application, minutes);
    const most = Math.max(...pss);
    return [
      {
        what: `idle with hotkeys and tray, after a dictation, ${minutes} minutes: proportional set size of all processes`,
        measured: `p50 ${median(pss).toFixed(0)} MB, most ${most.toFixed(0)} MB`,
        target: 'at most 130 MB',
        met: most <= 130,
      },
      {
        what: `idle with hotkeys and tray, ${minutes} minutes: processor time`,
        measured: `${(cpu * 100).toFixed(2)} % of a core`,
        target: 'at most 1 %',
        met: cpu <= 0.01,
      },
    ];
  });
}

/** The microphone open for a pre-roll, and no one records. */
export async function benchPreRoll({ minutes = 60 }: BenchOptions): Promise<Result[]> {
  return onDesktop(async ({ application, client }) => {
    await client.updateSettings({ body: { microphonePreRollMs: 2_000 } });
    while (!(await client.getDictation({})).dictation.pre_roll) await sleep(50);
    await sleep(REST_MS);
    const { pss, cpu } = await watch(application, minutes);
    const part = Math.ceil(pss.length / 6);
    const [first, last] = [median(pss.slice(0, part)), median(pss.slice(-part))];
    return [
      {
        what: `open pre-roll, ${minutes} minutes: growth of the proportional set size, last sixth against first`,
        measured: `${(last - first).toFixed(1)} MB (${first.toFixed(0)} MB, ${last.toFixed(0)} MB; ${(cpu * 100).toFixed(1)} % of a core)`,
        target: 'at most 5 MB',
        met: last - first <= 5,
      },
    ];
  });
}

interface Desktop {
  readonly application: MeasuredApplication;
  readonly client: Client;
  readonly microphone: VirtualMicrophone;
}

async function onDesktop(work: (desktop: Desktop) => Promise<Result[]>): Promise<Result[]> {
  const [display, microphone, bus] = await Promise.all([
    TestDisplay.start(),
    VirtualMicrophone.start(),
    PrivateBus.start(),
  ]);
  const tray = await TrayWatcher.on(bus.address);
  const { PULSE_SERVER = '' } = microphone.env;
  const screen = { DISPLAY: display.name, XAUTHORITY: '/dev/null', WAYLAND_DISPLAY: '', SWAYSOCK: '' };
  const application = await startApplication(undefined, { PULSE_SERVER, ...screen, ...bus.env });
  try {
    const client = await application.controlSocket();
    await client.updateSettings({ body: { soundCues: false, engineIdleSeconds: 5 } });
    await client.importModel({ body: { path: join(models, `${MODEL}.gguf`) } });
    const { mode } = await client.createMode({ body: { name: 'Idle', model: MODEL } });
    await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
    while (
      (await client.getShortcuts({})).shortcuts.keys.find(({ action }) => action === 'toggle')?.state !==
      'active'
    )
      await sleep(20);
    while (tray.registered.length === 0) await sleep(20);
    return await work({ application, client, microphone });
  } finally {
    await application.end();
    await tray.close();
    await Promise.all([bus.stop(), microphone.stop(), display.stop()]);
  }
}

async function dictateOnce(client: Client, microphone: VirtualMicrophone): Promise<void> {
  const { id } = await client.startDictation({ body: { delivery: 'copy' } });
  await microphone.play(testSentences()[11]?.samples ?? new Int16Array());
  await client.stopDictation();
  await client.getProcessing({ params: { id }, query: { wait: true } });
}

async function watch(application: MeasuredApplication, minutes: number): Promise<Watched> {
  const family = new ProcessFamily(application.pid);
  const pss: number[] = [];
  const [startedAt, cpu] = [performance.now(), family.cpuSeconds()];
  while (pss.length === 0 || performance.now() - startedAt < minutes * 60_000) {
    await sleep(LOOK_MS);
    const members = family.members();
    pss.push(members.reduce((sum, { pssMb }) => sum + pssMb, 0));
    if (pss.length === 1)
      for (const { name, pssMb } of members) process.stderr.write(`  ${pssMb.toFixed(1)} MB ${name}\n`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { pss, cpu: (family.cpuSeconds() - cpu) / seconds };
}
