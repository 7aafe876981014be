/** The steps of a trial, counted and timed; one that fails is printed in full at the end, and the next ones run all the same. */
export class Steps {
  #passed = 0;
  readonly #failures: string[] = [];
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
      this.#failures.push([name, message, stdout, stderr].filter(Boolean).join('\n'));
      console.log(`FAIL ${name} (${seconds()} s)`);
      return false;
    }
  }

  /** Prints what failed and the count, and sets the exit code. */
  finish(): void {
    for (const failure of this.#failures) console.log(`\n${failure}`);
    console.log(`${Math.round((performance.now() - this.#begun) / 1000)} s`);
    console.log(`${this.#passed} passed, ${this.#failures.length} failed`);
    process.exitCode = this.#failures.length === 0 ? 0 : 1;
  }
}
