import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningApplication } from '../../support/running-application.ts';
import { treeBytes } from './process-tree.ts';

const MEBIBYTE = 1024 * 1024;

/** Looks at the memory of all of an application's processes, and at how fast GET /health is, while it is attacked. */
export class LoadWatch {
  readonly #app: RunningApplication;
  #running = false;
  #before = 0;
  #looking = Promise.resolve();
  /** Mebibytes beyond what there was at the start. */
  peakGrowthMebibytes = 0;
  slowestHealthMs = 0;
  /** Times that GET /health was answered, and got no answer at all. */
  answeredHealth = 0;
  missedHealth = 0;

  constructor(app: RunningApplication) {
    this.#app = app;
  }

  start(): void {
    this.#running = true;
    this.#before = treeBytes(this.#app.child.pid ?? 0);
    this.#looking = this.#look();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#looking;
  }

  summary(): string {
    return `at most ${this.peakGrowthMebibytes} MiB more, /health within ${this.slowestHealthMs} ms`;
  }

  async #look(): Promise<void> {
    while (this.#running) {
      const grown = Math.round((treeBytes(this.#app.child.pid ?? 0) - this.#before) / MEBIBYTE);
      this.peakGrowthMebibytes = Math.max(this.peakGrowthMebibytes, grown);
      const asked = performance.now();
      if (await this.#answers().catch(() => false)) this.answeredHealth++;
      else this.missedHealth++;
      this.slowestHealthMs = Math.max(this.slowestHealthMs, Math.round(performance.now() - asked));
      await sleep(100);
    }
  }

  /** Throws where the application has gone, which takes the file with its address with it. */
  async #answers(): Promise<boolean> {
    const response = await fetch(`${this.#app.baseUrl}/health`);
    return (await response.text()) !== '';
  }
}
