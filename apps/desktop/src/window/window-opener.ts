import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenedWindow } from '@quoth/api-server';
import { AppError } from '@quoth/contract';
import type { Config } from '../read-config.ts';
import { openBrowser } from './open-browser.ts';

export interface WindowOpenerOptions {
  readonly config: Pick<Config, 'pageFolder' | 'platform' | 'env' | 'browserProgram' | 'dataFolder'>;
  /** An address that opens a window at this page once. */
  readonly newAddress: (page: string) => Promise<string>;
}

/** Opens windows of the application in a browser. */
export class WindowOpener {
  readonly #with: WindowOpenerOptions;

  constructor(options: WindowOpenerOptions) {
    this.#with = options;
  }

  /** With `browser` false it only returns an address. Throws INVALID_REQUEST if no window can be opened. */
  async open({ browser, page }: { readonly browser: boolean; readonly page: string }): Promise<OpenedWindow> {
    const { config, newAddress } = this.#with;
    const { pageFolder, platform, env, browserProgram, dataFolder } = config;
    if (!existsSync(join(pageFolder, 'index.html'))) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The window has not been built yet.',
        hint: 'Run "quoth start": it builds the window, then opens it.',
      });
    }
    const address = await newAddress(page);
    if (!browser) return { address, browser: null };
    const opened = await openBrowser(address, {
      platform,
      env,
      program: browserProgram,
      profileFolder: join(dataFolder, 'window-profile'),
    });
    if (opened !== undefined) return { address: null, browser: opened };
    throw new AppError('INVALID_REQUEST', {
      message: 'No browser could be opened: there is none, or no screen to show it on.',
      hint: 'Run "quoth start --no-browser": it prints an address to open in a browser yourself.',
    });
  }
}
