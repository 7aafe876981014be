import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunningApplication, temporaryHome, until } from '../../support/running-application.ts';
import { assertTidy } from '../check-files.ts';
import { SeededRandom } from '../seeded-random.ts';
import { hostileRequest } from './hostile-requests.ts';
import { HostileVendor } from './hostile-vendor.ts';
import { LoadWatch } from './load-watch.ts';
import { descriptorsOf } from './process-tree.ts';
import { sendRaw } from './send-raw.ts';

/** What all processes together may take beyond what they had with the model loaded. */
const MAX_GROWTH_MEBIBYTES = 600;
const AT_ONCE = 6;
const model = join(
  import.meta.dirname,
  ...Array(4).fill('..'),
  'packages/core/src/models/fixtures/quoth-test-en.gguf',
);

export interface HostileOptions {
  readonly requests: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Sends no more after so many minutes. */
  readonly minutes?: number;
}

export interface HostileReport {
  readonly requests: number;
  readonly answers: ReadonlyMap<number, number>;
  readonly peakGrowthMebibytes: number;
  /** Of GET /health beside all that, in milliseconds. */
  readonly slowestHealthMs: number;
}

/**
 * Sends requests that no one should send, several at a time, to the real application, whose vendors answer as badly.
 * Throws when one is answered with 5xx, by half or not at all, when memory or descriptors grow, when files are left
 * over or belong to no row, or when the application ends.
 */
export async function runHostile({
  requests,
  seed,
  log,
  minutes = Infinity,
}: HostileOptions): Promise<HostileReport> {
  const random = new SeededRandom(seed);
  const vendor = await HostileVendor.start(new SeededRandom(seed + 1));
  const app = await RunningApplication.start(temporaryHome(), ['--api'], {
    QUOTH_SIMULATED_CLOUD: vendor.origin,
  });
  const answers = new Map<number, number>();
  const watch = new LoadWatch(app);
  try {
    const client = await app.controlSocket();
    await client.importModel({ body: { path: model } });
    await client.updateSettings({ body: { keyStorage: 'file' } });
    for (const id of ['groq', 'openai', 'deepgram', 'mistral']) {
      await client.setProviderKey({ params: { id }, body: { key: 'a-key-of-nobody' } });
    }
    await sendRaw(app, { what: 'warm-up', head: 'GET /models HTTP/1.1\r\n', body: Buffer.alloc(0), sent: 1 });
    const descriptors = descriptorsOf(app.child.pid ?? 0);
    watch.start();
    let next = 0;
    const deadline = performance.now() + minutes * 60_000;
    const worker = async () => {
      while (next < requests && performance.now() < deadline) {
        next++;
        const request = hostileRequest(random);
        const status = await sendRaw(app, request).catch((error: unknown) => {
          throw new Error(`request ${next} of seed ${seed}`, { cause: error });
        });
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status >= 500) throw new Error(`${status} for request ${next} of seed ${seed}: ${request.what}`);
        if (app.child.exitCode !== null) throw new Error(`it ended: ${app.stderr}`);
        if (next % 1_000 === 0) log(`${next} requests, ${watch.summary()}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await watch.stop();
    await until('no work is left', async () => {
      const { queue } = await client.getApplication();
      return queue.running + queue.waiting === 0;
    });
    for (const folder of ['incoming', 'spool']) {
      await until(`nothing is left in ${folder}`, () => readdirSync(join(app.home, folder)).length === 0);
    }
    await until('descriptors are closed', () => descriptorsOf(app.child.pid ?? 0) <= descriptors + 24);
    assert.equal(await app.end(), 0);
    assertTidy(app.home);
    if (watch.peakGrowthMebibytes > MAX_GROWTH_MEBIBYTES)
      throw new Error(`memory grew by ${watch.peakGrowthMebibytes} MiB`);
    return {
      requests: next,
      answers,
      peakGrowthMebibytes: watch.peakGrowthMebibytes,
      slowestHealthMs: watch.slowestHealthMs,
    };
  } finally {
    await watch.stop();
    vendor.close();
    await app.remove();
  }
}
