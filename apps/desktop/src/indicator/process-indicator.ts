import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@quoth/core';
import { type Channel, type RestartPolicy, SupervisedChild } from '@quoth/processes';
import { ownFile } from '@quoth/processes/places';
import * as z from 'zod';
import { NO_DISPLAY } from '../indicator-window/surface.ts';
import type { Indicator, IndicatorAction, IndicatorOptions, IndicatorView } from './indicator-view.ts';

/** What the application and the process that shows the indicator say to each other. */
export interface IndicatorChannel extends Channel {
  readonly toChild: {
    /** Without a view it is hidden. `place` is where it was left; without it, it is where it is usually. */
    show(view: IndicatorView | undefined, place?: IndicatorPlace | undefined): void;
  };
  readonly toParent: {
    shown(): void;
    action(action: IndicatorAction): void;
    moved(place: IndicatorPlace): void;
  };
  readonly requests: Record<never, never>;
}

/**
 * Position of its centre, as a share of the screen from 0 to 1, so that it stays in place if the resolution changes.
 */
const indicatorPlace = z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) });
export type IndicatorPlace = z.output<typeof indicatorPlace>;

const MAIN = ownFile('../indicator-window/indicator-main.ts', import.meta.url);
/** With the environment below it takes 12 MB less at rest than with the usual ones (measured), and draws as soon. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64', '--max-semi-space-size=1'];
/** Of glibc, which gives back what a picture needed; other systems ignore it. */
const SMALL_HEAP = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '1' };
/** At once where it has been shown. Where there is no screen, trying again shows nothing. */
const RESTART: RestartPolicy = { waitsMs: [0, 250, 1_000], maxFailures: 3, fatalCode: NO_DISPLAY };

export interface ProcessIndicatorOptions extends IndicatorOptions {
  /** Where its position is stored. */
  readonly dataFolder: string;
  readonly logger: Logger;
}

/**
 * An indicator in a separate process: trouble with the X server or native calls stays there. Starting it takes longer
 * than anyone should wait for the sign of an open microphone, so it is ready before it is needed, and stays. It is
 * restarted if it dies, and ends by itself with the application.
 */
export class ProcessIndicator implements Indicator {
  readonly #options: ProcessIndicatorOptions;
  readonly #placeFile: string;
  readonly #process: SupervisedChild<IndicatorChannel>;
  #view: IndicatorView | undefined;
  #isClosed = false;

  constructor(options: ProcessIndicatorOptions) {
    const { env, dataFolder, logger, onAction, onUnavailable } = options;
    this.#options = options;
    this.#placeFile = join(dataFolder, 'indicator.json');
    this.#process = new SupervisedChild<IndicatorChannel>({
      main: MAIN,
      args: [env.DISPLAY ?? '', env.XAUTHORITY ?? '', env.HOME ?? ''],
      env: { ...env, ...SMALL_HEAP },
      flags: FLAGS,
      restart: RESTART,
      on: {
        shown: () => this.#process.well(),
        action: onAction,
        moved: (place) => void this.#remember(place),
      },
      onStart: () => {
        if (this.#view) this.#process.send('show', this.#view, this.#rememberedPlace());
      },
      onDied: ({ code }, isFinal) => {
        logger.info({ code, noDisplay: code === NO_DISPLAY }, 'The indicator ended.');
        // One that was only kept ready is tried once more when there is something to show.
        if (isFinal && this.#view) onUnavailable();
      },
    });
  }

  /** The process that shows it now. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  prepare(): void {
    if (!this.#isClosed && !this.#process.isWaiting) this.#process.start();
  }

  show(view: IndicatorView | undefined): void {
    if (view === undefined && this.#view === undefined) return;
    const place = this.#view === undefined ? this.#rememberedPlace() : undefined;
    this.#view = view;
    if (this.pid !== undefined) this.#process.send('show', view, place);
    else if (view) this.prepare();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#view = undefined;
    this.#process.end();
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
      this.#options.logger.warn({ error }, 'The place of the indicator is not remembered.'),
    );
  }
}
