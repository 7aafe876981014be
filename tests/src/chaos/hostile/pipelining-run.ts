import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RunningApplication, temporaryHome, until } from '../../support/running-application.ts';
import { LoadWatch } from './load-watch.ts';
import type { PipeliningAttack } from './pipelining-attack.ts';
import { descriptorsOf } from './process-tree.ts';

const PATIENCE_MS = 300_000;

export interface PipeliningOptions {
  readonly connections: number;
  /** How long they keep on sending; longer until one was cut and GET /health answered, on a machine that is busy. */
  readonly seconds: number;
  /** How often GET /health is to be answered while they send. */
  readonly answers: number;
}

export interface PipeliningReport {
  /** Times that a connection was cut, and opened again. */
  readonly cut: number;
  readonly peakGrowthMebibytes: number;
  /** Of GET /health beside all that, in milliseconds. */
  readonly slowestHealthMs: number;
  /** While they sent: asked after the first of them was connected. */
  readonly answeredHealth: number;
  readonly missedHealth: number;
  /** At the height of the attack, beyond what there was before. */
  readonly maxDescriptors: number;
}

/**
 * Connections that send `GET /health` ahead by the thousand and read no answer, opened again when they are cut. Throws
 * when the application ends, or keeps descriptors once they have gone.
 */
export async function runPipelining({
  connections,
  seconds,
  answers,
}: PipeliningOptions): Promise<PipeliningReport> {
  const app = await RunningApplication.start(temporaryHome());
  const watch = new LoadWatch(app);
  let attack: Worker | undefined;
  try {
    const pid = app.child.pid ?? 0;
    const before = descriptorsOf(pid);
    watch.start();
    const workerData: PipeliningAttack = { port: app.discovery().port, connections };
    let cut: number | undefined;
    attack = new Worker(new URL('./pipelining-attack.ts', import.meta.url), { workerData });
    attack.on('message', (count: number) => {
      cut = count;
    });
    await until('one is connected', () => cut !== undefined, PATIENCE_MS / 1_000);
    const missedBefore = watch.missedHealth;
    // One is being asked already.
    const answeredBefore = watch.answeredHealth + 1;
    const answered = () => watch.answeredHealth - answeredBefore;
    let maxDescriptors = 0;
    const isEnough = () => (cut ?? 0) > 0 && answered() >= answers;
    const startedAt = performance.now();
    const isOver = (afterMs: number) => performance.now() - startedAt > afterMs;
    while (!isOver(seconds * 1_000) || !(isEnough() || isOver(PATIENCE_MS))) {
      maxDescriptors = Math.max(maxDescriptors, descriptorsOf(pid) - before);
      await sleep(100);
    }
    const answeredHealth = answered();
    attack.postMessage('stop');
    await until('every descriptor is closed', () => descriptorsOf(pid) <= before + 8);
    await watch.stop();
    if ((await app.end()) !== 0) throw new Error(`it ended: ${app.stderr}`);
    const missedHealth = watch.missedHealth - missedBefore;
    const { peakGrowthMebibytes, slowestHealthMs } = watch;
    return {
      cut: cut ?? 0,
      peakGrowthMebibytes,
      slowestHealthMs,
      answeredHealth,
      missedHealth,
      maxDescriptors,
    };
  } finally {
    await attack?.terminate();
    await watch.stop();
    await app.remove();
  }
}
