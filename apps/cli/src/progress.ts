import { plainText } from '@quoth/contract';
import type { CliEnvironment } from './environment.ts';
import { printNote } from './print.ts';
import { ProgressBar } from './progress-bar.ts';
import { timeInWords } from './time-in-words.ts';
import { TimeLeft } from './time-left.ts';

/** Without a terminal a line is written now and then: not for what is done in a moment. */
const FIRST_LINE_MS = 10_000;
const NEXT_LINE_MS = 30_000;

/** How far one file is: a bar on a terminal, else a line on stderr now and then; with the time that it took and the time that is left. */
export class Progress implements Disposable {
  readonly #environment: CliEnvironment;
  readonly #label: string;
  readonly #bar: ProgressBar;
  readonly #begun = performance.now();
  readonly #ticking: NodeJS.Timeout;
  #left = new TimeLeft();
  #what = 'starting';
  #share = 0;
  #saidMs = FIRST_LINE_MS - NEXT_LINE_MS;

  constructor(environment: CliEnvironment, label: string) {
    this.#environment = environment;
    this.#label = plainText(label.replace(/\p{Cc}+/gu, ' '));
    this.#bar = new ProgressBar(environment, label);
    // Elapsed time goes on while there is no news of the work.
    this.#ticking = setInterval(() => this.#say(), 1_000);
    this.#ticking.unref();
  }

  /** `share` is 0 to 1. */
  show(what: 'sending' | 'transcribing', share: number): void {
    if (this.#what !== what) this.#left = new TimeLeft();
    this.#what = what;
    this.#share = share;
    this.#left.progressed(share, performance.now());
    this.#say();
  }

  /** Takes the bar away. */
  [Symbol.dispose](): void {
    clearInterval(this.#ticking);
    this.#bar.clear();
  }

  #say(): void {
    const now = performance.now();
    const elapsed = now - this.#begun;
    const left = this.#left.seconds(now);
    const times = `${timeInWords(Math.floor(elapsed / 1_000))}${left === undefined ? '' : `, about ${timeInWords(left)} left`}`;
    if (this.#bar.visible) {
      this.#bar.show(this.#what, this.#share, times);
      return;
    }
    if (elapsed - this.#saidMs < NEXT_LINE_MS) return;
    this.#saidMs = elapsed;
    const percent = this.#share > 0 ? ` ${Math.floor(this.#share * 100)} %` : '';
    printNote(this.#environment, `${this.#label}: ${this.#what}${percent}, ${times}`);
  }
}
