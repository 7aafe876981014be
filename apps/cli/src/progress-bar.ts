import { plainText } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';

const WIDTH = 30;

/** A bar on stderr, only where stderr is a terminal. */
export class ProgressBar {
  readonly visible: boolean;
  readonly #environment: CliEnvironment;
  readonly #label: string;
  #shown = '';

  constructor(environment: CliEnvironment, label: string) {
    this.visible = environment.stderr.isTTY === true;
    this.#environment = environment;
    this.#label = plainText(label.replace(/\p{Cc}+/gu, ' ')).slice(0, 30);
  }

  /** Draws the bar; `progress` is 0 to 1, `note` stands behind the percent. */
  show(what: string, progress: number, note = ''): void {
    if (!this.visible) return;
    const share = Math.min(1, Math.max(0, progress));
    const filled = Math.round(share * WIDTH);
    const line = `${this.#label} [${'='.repeat(filled)}${' '.repeat(WIDTH - filled)}] ${what} ${Math.floor(share * 100)} %${note === '' ? '' : `, ${note}`}`;
    if (line === this.#shown) return;
    this.#shown = line;
    this.#environment.stderr.write(`\r${line}\u001b[K`);
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#shown !== '') this.#environment.stderr.write('\r\u001b[K');
    this.#shown = '';
  }
}
