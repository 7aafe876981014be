import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunningApplication, temporaryHome, until } from '../../support/running-application.ts';
import { SeededRandom } from '../seeded-random.ts';
import { type HostileRequest, hostileRequest } from './hostile-requests.ts';
import { HostileVendor } from './hostile-vendor.ts';
import { descriptorsOf, treeBytes } from './process-tree.ts';

const MEBIBYTE = 1024 * 1024;
/** What all processes together may take beyond what they had with the model loaded. */
const MOST_GROWTH_MEBIBYTES = 600;
const AT_ONCE = 6;
/** How long anything may go without an answer; several decodings wait for one another on a busy machine. */
const LONGEST_ANSWER_MS = 120_000;
const model = join(
  import.meta.dirname,
  ...Array(4).fill('..'),
  'packages/core/src/models/fixtures/quoth-test-en.gguf',
);

export interface HostileOptions {
  readonly requests: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface HostileReport {
  readonly requests: number;
  readonly answers: ReadonlyMap<number, number>;
  readonly peakGrowthMebibytes: number;
  /** Of GET /health beside all that, in milliseconds. */
  readonly slowestHealthMs: number;
}

/**
 * Sends requests that nobody should send, several at a time, to the real application, whose vendors answer as badly. Throws when
 * one is answered with 5xx or not at all, when memory or descriptors grow, when files are left over, or when the application ends.
 */
export async function runHostile({ requests, seed, log }: HostileOptions): Promise<HostileReport> {
  const random = new SeededRandom(seed);
  const vendor = await HostileVendor.start(new SeededRandom(seed + 1));
  const app = await RunningApplication.start(temporaryHome(), ['--api'], {
    QUOTH_SIMULATED_CLOUD: vendor.origin,
  });
  const answers = new Map<number, number>();
  const watch = new Watch(app);
  try {
    const client = await app.controlSocket();
    await client.importModel({ body: { path: model } });
    await client.updateSettings({ body: { keyStorage: 'file' } });
    for (const id of ['groq', 'openai', 'deepgram', 'mistral']) {
      await client.setProviderKey({ params: { id }, body: { key: 'a-key-of-nobody' } });
    }
    await send(app, { what: 'warm-up', head: 'GET /models HTTP/1.1\r\n', body: Buffer.alloc(0), sent: 1 });
    const descriptors = descriptorsOf(app.child.pid ?? 0);
    watch.start();
    let next = 0;
    const worker = async () => {
      while (next < requests) {
        next++;
        const request = hostileRequest(random);
        const status = await send(app, request);
        answers.set(status, (answers.get(status) ?? 0) + 1);
        if (status >= 500) throw new Error(`${status} for request ${next} of seed ${seed}: ${request.what}`);
        if (app.child.exitCode !== null) throw new Error(`it ended: ${app.stderr}`);
        if (next % 1_000 === 0) log(`${next} requests, ${watch.summary()}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    watch.stop();
    await until('no work is left', async () => {
      const { queue } = await client.getApplication();
      return queue.running + queue.waiting === 0;
    });
    for (const folder of ['incoming', 'spool']) {
      await until(`nothing is left in ${folder}`, () => readdirSync(join(app.home, folder)).length === 0);
    }
    await until('descriptors are closed', () => descriptorsOf(app.child.pid ?? 0) <= descriptors + 24);
    if (watch.peakGrowthMebibytes > MOST_GROWTH_MEBIBYTES)
      throw new Error(`memory grew by ${watch.peakGrowthMebibytes} MiB`);
    return {
      requests,
      answers,
      peakGrowthMebibytes: watch.peakGrowthMebibytes,
      slowestHealthMs: watch.slowestHealthMs,
    };
  } finally {
    watch.stop();
    vendor.close();
    await app.remove();
  }
}

/** Looks at memory and at GET /health while the requests are sent. */
class Watch {
  readonly #app: RunningApplication;
  #running = false;
  #before = 0;
  peakGrowthMebibytes = 0;
  slowestHealthMs = 0;

  constructor(app: RunningApplication) {
    this.#app = app;
  }

  start(): void {
    this.#running = true;
    this.#before = treeBytes(this.#app.child.pid ?? 0);
    void this.#look();
  }

  stop(): void {
    this.#running = false;
  }

  summary(): string {
    return `at most ${this.peakGrowthMebibytes} MiB more, /health within ${this.slowestHealthMs} ms`;
  }

  async #look(): Promise<void> {
    while (this.#running) {
      const grown = Math.round((treeBytes(this.#app.child.pid ?? 0) - this.#before) / MEBIBYTE);
      this.peakGrowthMebibytes = Math.max(this.peakGrowthMebibytes, grown);
      const asked = performance.now();
      await fetch(`${this.#app.baseUrl}/health`).catch(() => undefined);
      this.slowestHealthMs = Math.max(this.slowestHealthMs, Math.round(performance.now() - asked));
      await sleep(100);
    }
  }
}

/** Sends a request, or a part of it, and returns the status; 0 for one that broke off by itself. */
async function send(app: RunningApplication, { what, head, body, sent }: HostileRequest): Promise<number> {
  const { port, token } = app.discovery();
  const own = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(`${head}${own}`), body]);
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer to ${what}`));
    }, LONGEST_ANSWER_MS);
    let answer = '';
    socket.on('data', (chunk) => {
      if (answer.length < 1_000) answer += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0));
    });
    if (sent === 1) socket.write(whole);
    else socket.write(whole.subarray(0, Math.floor(whole.length * sent)), () => socket.destroy());
  });
}
