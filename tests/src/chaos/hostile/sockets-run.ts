import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { finalStatuses } from '@quoth/contract';
import { streamingModel } from '../../live-audio/live-api.ts';
import { RunningApplication, temporaryHome, testModels, until } from '../../support/running-application.ts';
import { assertTidy } from '../check-files.ts';
import { SeededRandom } from '../seeded-random.ts';
import { attackRealtime } from './hostile-realtime.ts';
import { attackWyoming } from './hostile-wyoming.ts';
import { LoadWatch } from './load-watch.ts';
import { descriptorsOf } from './process-tree.ts';

/** The application and its engine hosts together; the hosts are not there at the start. */
const MAX_GROWTH_MEBIBYTES = 1_000;
/** The same in descriptors: pipes of each host. A connection that is left open is one more each time. */
const MAX_DESCRIPTORS = 64;
const AT_ONCE = 6;
/** How long the text of what was sent may take when all have gone. */
const PATIENCE_SECONDS = 300;

export interface SocketsOptions {
  readonly connections: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface SocketsReport {
  readonly peakGrowthMebibytes: number;
  readonly slowestHealthMs: number;
  /** Of what was sent to be kept. */
  readonly recordings: number;
}

/**
 * Connections that stay open, realtime sessions and Wyoming's, from clients that send what no one should, several at a
 * time, to the real application with a streaming model. Throws when it ends, when memory or descriptors grow, when
 * files are left over or belong to no row, or when a recording has no outcome.
 */
export async function runSockets({ connections, seed, log }: SocketsOptions): Promise<SocketsReport> {
  const random = new SeededRandom(seed);
  const app = await RunningApplication.start(temporaryHome());
  const watch = new LoadWatch(app);
  try {
    const client = await app.controlSocket();
    await client.importModel({ body: { path: join(testModels, `${streamingModel}.gguf`) } });
    await client.createMode({ body: { name: 'Live', model: streamingModel, isDefault: true } });
    const wyoming = async () => (await client.switchWyoming({ body: { enabled: true } })).wyoming;
    // Below those that the system gives to connections by itself; somebody may have one all the same.
    do await client.updateSettings({ body: { wyomingPort: randomInt(20_000, 32_000) } });
    while (!(await wyoming()).running);
    const { port } = await wyoming();
    const descriptors = descriptorsOf(app.child.pid ?? 0);
    watch.start();
    let next = 0;
    const worker = async () => {
      while (next < connections) {
        const number = ++next;
        await (random.next() < 0.6 ? attackRealtime(app, random) : attackWyoming(port, random));
        if (app.child.exitCode !== null || app.child.signalCode !== null)
          throw new Error(`it ended at connection ${number} of seed ${seed}: ${app.stderr}`);
        if (number % 100 === 0) log(`${number} connections, ${watch.summary()}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await watch.stop();
    const page = async () => client.searchRecordings({ query: { limit: '500' } });
    await until(
      'every recording has its outcome',
      async () => (await page()).recordings.every(({ status }) => finalStatuses.includes(status)),
      PATIENCE_SECONDS,
    );
    const { total } = await page();
    await until('no one is connected', async () => (await wyoming()).connections === 0);
    for (const folder of ['incoming', 'spool'])
      await until(`nothing is left in ${folder}`, () => readdirSync(join(app.home, folder)).length === 0, 60);
    await until(
      'descriptors are closed',
      () => descriptorsOf(app.child.pid ?? 0) <= descriptors + MAX_DESCRIPTORS,
    );
    assert.equal(await app.end(), 0);
    assertTidy(app.home);
    const { peakGrowthMebibytes, slowestHealthMs } = watch;
    if (peakGrowthMebibytes > MAX_GROWTH_MEBIBYTES)
      throw new Error(`memory grew by ${peakGrowthMebibytes} MiB`);
    return { peakGrowthMebibytes, slowestHealthMs, recordings: total };
  } finally {
    await watch.stop();
    await app.remove();
  }
}
