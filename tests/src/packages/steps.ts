import { execFileSync } from 'node:child_process';

/** A row of bench/results.md. */
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

  /** Gives what was measured to the program that keeps figures; `isBusy` marks those of a machine that others use. */
  record(program: string, isBusy: boolean): void {
    execFileSync(process.execPath, [program, '--record', 'packages', ...(isBusy ? ['--busy'] : [])], {
      input: JSON.stringify(this.#measured),
      stdio: ['pipe', 'inherit', 'inherit'],
    });
  }

  /** Prints the count, and sets the exit code. */
  finish(): void {
    console.log(`${Math.round((performance.now() - this.#begun) / 1000)} s`);
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    process.exitCode = this.#failed === 0 ? 0 : 1;
  }
}
