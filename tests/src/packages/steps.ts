import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** A line of bench/README.md. */
interface Measured {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly met: boolean;
}

/** The steps of a trial, counted and timed; after one that fails, the next ones run all the same. */
export class Steps {
  #passed = 0;
  #failed = 0;
  readonly #measured: Measured[] = [];
  readonly #begun = performance.now();

  async step(name: string, work: () => void | Promise<void>): Promise<boolean> {
    const begun = performance.now();
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
    try {
      await work();
      this.#passed++;
      console.log(`ok   ${name} (${seconds()} s)`);
      return true;
    } catch (error) {
      const { message, stdout, stderr } = error as Error & { stdout?: Buffer; stderr?: Buffer };
      this.#failed++;
      console.log(`FAIL ${name} (${seconds()} s)`);
      console.log([message, stdout, stderr].filter(Boolean).join('\n').replaceAll(/^/gm, '     '));
      return false;
    }
  }

  /** Prints what was measured; one that misses its target is a failure. */
  measure(one: Measured): void {
    this.#measured.push(one);
    console.log(`     ${one.what}: ${one.measured} (${one.target})`);
    if (!one.met) this.#failed++;
  }

  /** Writes what was measured, as bench/src/main.ts does; `isBusy` marks numbers of a machine that others use. */
  record(path: string, isBusy: boolean): void {
    const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
    const date = new Date().toISOString().slice(0, 10);
    const mark = isBusy ? ' (busy machine)' : '';
    const results = this.#measured.map((one) => ({ ...one, measured: `${one.measured}${mark}` }));
    const record = { date, system: 'Debian 12 and 13 trees', machine, results };
    writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
  }

  /** Prints the count, and sets the exit code. */
  finish(): void {
    console.log(`${Math.round((performance.now() - this.#begun) / 1000)} s`);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}
