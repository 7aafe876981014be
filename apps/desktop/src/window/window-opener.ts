import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenedWindow } from '@quoth/api-server';
import { AppError } from '@quoth/contract';
import { writeWhole } from '@quoth/core';
import type { Config } from '../read-config.ts';
import { openBrowser } from './open-browser.ts';

export interface WindowOpenerOptions {
  readonly config: Pick<Config, 'pageFolder' | 'platform' | 'env' | 'browserProgram' | 'dataFolder' | 'home'>;
  /** An address that opens a window at this page once. */
  readonly newAddress: (page: string) => Promise<string>;
}

/** As long as a window's address works. */
const PAGE_MS = 60_000;

/**
 * Opens windows of the application in a browser. Every user can read a browser's arguments, so the address with its code stands in a small page
 * that only this user can read, and the browser is given that page.
 */
export class WindowOpener {
  readonly #with: WindowOpenerOptions;
  /** Pages that a browser may still have to read. */
  readonly #pages = new Map<string, NodeJS.Timeout>();

  constructor(options: WindowOpenerOptions) {
    this.#with = options;
  }

  /** With `browser` false it only returns an address. Throws INVALID_REQUEST if no window can be opened. */
  async open({ browser, page }: { readonly browser: boolean; readonly page: string }): Promise<OpenedWindow> {
    const { config, newAddress } = this.#with;
    const { pageFolder, platform, env, browserProgram, dataFolder, home } = config;
    if (!existsSync(join(pageFolder, 'index.html'))) {
      throw new AppError('INVALID_REQUEST', {
        message: 'The window has not been built yet.',
        hint: 'Run "quoth start": it builds the window, then opens it.',
      });
    }
    const address = await newAddress(page);
    if (!browser) return { address, browser: null };
    const opened = await openBrowser(
      (isAppBrowser) =>
        this.#writePage(address, isAppBrowser ? dataFolder : readableFolder(home, dataFolder)),
      {
        platform,
        env,
        program: browserProgram,
        profileFolder: join(dataFolder, 'window-profile'),
      },
    );
    if (opened !== undefined) return { address: null, browser: opened };
    throw new AppError('INVALID_REQUEST', {
      message: 'No browser could be opened: there is none, or no screen to show it on.',
      hint: 'Run "quoth start --no-browser": it prints an address to open in a browser yourself.',
    });
  }

  /** Deletes the pages that are left. */
  close(): void {
    for (const page of [...this.#pages.keys()]) this.#remove(page);
  }

  /** The page's URL. Its name is the same for each window, since Chrome keeps a window's place by it. */
  async #writePage(address: string, folder: string): Promise<string> {
    let path = join(folder, 'quoth-window.html');
    for (let number = 2; this.#pages.has(path); number++) path = join(folder, `quoth-window-${number}.html`);
    this.#pages.set(path, setTimeout(() => this.#remove(path), PAGE_MS).unref());
    await writeWhole(path, redirectTo(address));
    return pathToFileURL(path).href;
  }

  #remove(path: string): void {
    clearTimeout(this.#pages.get(path));
    this.#pages.delete(path);
    rmSync(path, { force: true });
  }
}

/** Browsers from the Snap store, such as Ubuntu's Firefox, read no hidden folder of the home folder and no temporary file. */
function readableFolder(home: string, dataFolder: string): string {
  return existsSync(join(home, 'snap')) ? home : dataFolder;
}

function redirectTo(address: string): string {
  return `<!doctype html>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Quoth</title>
`;
}
