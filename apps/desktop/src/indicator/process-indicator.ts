import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@quoth/core';
import type { Indicator, IndicatorOptions } from './indicator.ts';
import type { IndicatorView } from './indicator-view.ts';
import { NO_DISPLAY } from './process/exit-codes.ts';
import { type IndicatorPlace, indicatorMessage, indicatorPlace } from './process/messages.ts';

const MODULE = join(import.meta.dirname, 'process', 'main.ts');
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64'];
/** How long to wait before it is restarted; sooner would not help. */
const AGAIN_MS = [0, 250, 1_000, 5_000] as const;
/** After this many starts without showing anything, it is given up. */
const MOST_FAILURES = 3;

export interface ProcessIndicatorOptions extends IndicatorOptions {
  /** Where its position is stored. */
  readonly dataFolder: string;
  readonly logger: Logger;
}

/**
 * An indicator in a separate process that exists only while something is shown: drawing costs memory that the application need not
 * keep, and trouble with the X server or native calls stays there. It is restarted if it dies, and ends by itself with the application.
 */
export class ProcessIndicator implements Indicator {
  readonly #with: ProcessIndicatorOptions;
  readonly #placeFile: string;
  #child: ChildProcess | undefined;
  #view: IndicatorView | undefined;
  #failures = 0;
  #again: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProcessIndicatorOptions) {
    this.#with = options;
    this.#placeFile = join(options.dataFolder, 'indicator.json');
  }

  /** The process that shows it now. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  show(view: IndicatorView | undefined): void {
    this.#view = view;
    if (view === undefined) {
      clearTimeout(this.#again);
      this.#again = undefined;
      this.#end();
      return;
    }
    if (this.#isClosed || this.#again) return;
    if (this.#child) this.#send(this.#child, { view });
    else this.#start();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.show(undefined);
  }

  #start(): void {
    const view = this.#view;
    if (!view || this.#isClosed) return;
    const { env } = this.#with;
    const place = [env.DISPLAY ?? '', env.XAUTHORITY ?? '', env.HOME ?? ''];
    const child = fork(MODULE, place, {
      env: { ...env },
      execArgv: FLAGS,
      stdio: 'ignore',
      windowsHide: true,
    });
    this.#child = child;
    let hasShown = false;
    child.on('error', (error) => this.#with.logger.warn({ error }, 'The indicator could not be started.'));
    child.on('message', (message) => {
      const read = indicatorMessage.safeParse(message);
      if (!read.success) return;
      if (read.data.type === 'shown') {
        hasShown = true;
        this.#failures = 0;
      }
      if (read.data.type === 'action') this.#with.onAction(read.data.action);
      if (read.data.type === 'moved') void this.#remember(read.data.place);
    });
    child.on('exit', (code) => this.#ended(child, code, hasShown));
    child.unref();
    child.channel?.unref();
    this.#send(child, { view, place: this.#rememberedPlace() });
  }

  #ended(child: ChildProcess, code: number | null, hasShown: boolean): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (!this.#view || this.#isClosed) return;
    if (!hasShown) this.#failures++;
    this.#with.logger.info(
      { code, noDisplay: code === NO_DISPLAY },
      'The indicator ended while it was shown.',
    );
    // Where there is no screen, trying again shows nothing.
    if (this.#failures >= MOST_FAILURES || (code === NO_DISPLAY && !hasShown)) {
      this.#failures = 0;
      this.#with.onUnavailable();
      return;
    }
    const wait = AGAIN_MS[Math.min(this.#failures, AGAIN_MS.length - 1)];
    this.#again = setTimeout(() => {
      this.#again = undefined;
      this.#start();
    }, wait);
    this.#again.unref();
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child?.connected) child.disconnect();
  }

  #send(child: ChildProcess, message: { view: IndicatorView; place?: IndicatorPlace | undefined }): void {
    if (child.connected) child.send(message, () => undefined);
  }

  #rememberedPlace(): IndicatorPlace | undefined {
    try {
      return indicatorPlace.parse(JSON.parse(readFileSync(this.#placeFile, 'utf8')));
    } catch {
      return undefined;
    }
  }

  async #remember(place: IndicatorPlace): Promise<void> {
    await writeFile(this.#placeFile, JSON.stringify(place), { mode: 0o600 }).catch((error: unknown) =>
      this.#with.logger.warn({ error }, 'The place of the indicator is not remembered.'),
    );
  }
}
