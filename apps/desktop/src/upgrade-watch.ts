import { createHash } from 'node:crypto';
import { type FSWatcher, lstatSync, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Logger } from '@quoth/core';

export interface UpgradeWatchOptions {
  /** The file that this process was started from. */
  readonly main: string;
  /** True while something is recorded, transcribed or downloaded. */
  readonly isBusy: () => boolean;
  /** Called once, when the program's files were replaced and nothing is in progress. */
  readonly onReady: () => void;
  readonly logger: Logger;
  /** A package manager replaces many files, one after the other: how long the file must have been left alone. */
  readonly settledMs?: number;
  /** How often to look whether the work is done. */
  readonly lookMs?: number;
}

/**
 * Notices that an upgrade has replaced the program while it runs, so that the new version takes over as soon as nothing
 * is in progress. Only a file with other contents counts: one that was written again as it was is no upgrade. It costs
 * nothing while nothing happens, and must not keep the process alive.
 */
export class UpgradeWatch {
  readonly #options: Required<UpgradeWatchOptions>;
  #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #hash: string | undefined;

  constructor(options: UpgradeWatchOptions) {
    this.#options = { settledMs: 10_000, lookMs: 2_000, ...options };
  }

  async start(): Promise<void> {
    const { main, logger } = this.#options;
    this.#hash = await hashOf(main);
    try {
      // Of the folder: a file that is replaced by another is watched no more.
      this.#watch(main);
      // A package has a folder a version, and a link that an upgrade leads to the new one.
      if (lstatSync(dirname(main)).isSymbolicLink()) this.#watch(dirname(main));
    } catch (error) {
      // As where the system has no more watches: the next start runs the new version anyway.
      logger.warn({ error }, 'An upgrade while Quoth runs will not be noticed.');
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  #watch(path: string): void {
    const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path)) this.#lookIn(this.#options.settledMs);
    });
    watcher.on('error', () => this.close());
    this.#watchers.push(watcher);
  }

  #lookIn(milliseconds: number): void {
    if (this.#watchers.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), milliseconds).unref();
  }

  async #look(): Promise<void> {
    const { main, isBusy, onReady, logger, lookMs } = this.#options;
    const hash = await hashOf(main);
    // Gone: it is being replaced, or was removed; then there is nothing to start.
    if (hash === undefined || hash === this.#hash) return;
    if (isBusy()) {
      this.#lookIn(lookMs);
      return;
    }
    if (this.#watchers.length === 0) return;
    this.close();
    logger.info('The program was upgraded: the new version takes over.');
    onReady();
  }
}

async function hashOf(path: string): Promise<string | undefined> {
  try {
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  } catch {
    return undefined;
  }
}
