import { plainText } from '@quoth/contract';
import type { CliEnvironment, Output } from '../environment.ts';

/**
 * Text on a terminal while somebody speaks. What was shown is never taken back, so that it is a text like any other,
 * which can be copied.
 */
export class GrowingText {
  readonly #output: Output | undefined;
  readonly #isResult: boolean;
  #shown = '';

  /**
   * `isResult`: the plain text is what standard output gets in the end, so that a terminal there gets it piece by
   * piece.
   */
  constructor({ stdout, stderr }: Pick<CliEnvironment, 'stdout' | 'stderr'>, isResult: boolean) {
    this.#isResult = isResult && stdout.isTTY === true;
    this.#output = this.#isResult ? stdout : stderr.isTTY === true ? stderr : undefined;
  }

  /** True where somebody can see it grow. */
  get isSeen(): boolean {
    return this.#output !== undefined;
  }

  add(delta: string): void {
    this.#shown += delta;
    this.#output?.write(plainText(delta));
  }

  /** Ends the line, where there is one. */
  end(): void {
    if (this.#output && this.#shown !== '') this.#output.write('\n');
    this.#shown = '';
  }

  /** True if standard output has the whole text now. False: it is still to be written. */
  complete(text: string): boolean {
    const isGrown = this.#isResult && text.startsWith(this.#shown);
    if (isGrown) this.#output?.write(plainText(text.slice(this.#shown.length)));
    this.#shown = text;
    this.end();
    return isGrown;
  }
}
