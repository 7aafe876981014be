import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, posix, win32 } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ApplicationControl, OpenedWindow } from '@quoth/api-server';
import { AppError, say } from '@quoth/contract';
import { Mutex, writeWhole } from '@quoth/core';
import { isProgram, openerOf, startApart } from '@quoth/processes/programs';
import type { Config } from './read-config.ts';

export interface WindowOpenerOptions {
  readonly config: Pick<Config, 'pageFolder' | 'platform' | 'env' | 'browserProgram' | 'dataFolder' | 'home'>;
  /** An address that opens a window at this page once. */
  readonly newAddress: (page: string) => Promise<string>;
  /** How many windows are open. */
  readonly windowCount: () => number;
  /** Whether a window is open, or one is on its way: just opened, or about to reconnect after a restart. */
  readonly expectsWindows: () => boolean;
  /** Brings the window of a browser's process to the front; false where that cannot be. */
  readonly raise: (pid: number) => Promise<boolean>;
  /** Turns open windows to this page. */
  readonly turnTo: (page: string) => void;
}

type WantedWindow = Parameters<ApplicationControl['windows']['open']>[0];

/** As long as a window's address works. */
const PAGE_MS = 60_000;
/** A browser on a busy machine takes so long to show the page. */
const ARRIVAL_MS = 20_000;
const STEP_MS = 50;

/**
 * Opens windows of the application in a browser. Every user can read a browser's arguments, so the address with its
 * code stands in a small page that only this user can read, and the browser is given that page. A window that is open
 * already comes to the front instead, where the desktop allows it, even while it is reconnecting. One that a browser is
 * about to show serves every call until then, on every desktop: they wait for it together.
 */
export class WindowOpener {
  readonly #options: WindowOpenerOptions;
  /** Only one window is opened at a time: the next call finds the one before it. */
  readonly #mutex = new Mutex();
  /** What a browser is about to show, until it has. */
  #coming: { readonly opened: OpenedWindow; readonly arrival: Promise<boolean> } | undefined;
  /** Pages that a browser may still have to read. */
  readonly #pages = new Map<string, NodeJS.Timeout>();

  constructor(options: WindowOpenerOptions) {
    this.#options = options;
  }

  /** With `browser` false it only returns an address. Throws WINDOW_UNAVAILABLE if no window can be opened. */
  async open({ browser, page, activationToken }: WantedWindow): Promise<OpenedWindow> {
    const { config, newAddress } = this.#options;
    if (!existsSync(join(config.pageFolder, 'index.html'))) {
      throw new AppError('WINDOW_UNAVAILABLE', {
        message: say('windowNotBuilt'),
        remedy: say('buildWindow'),
      });
    }
    if (!browser) return { address: await newAddress(page), browser: null };
    const coming = this.#coming;
    if (!coming || !(await coming.arrival)) return this.#mutex.run(() => this.#show(page, activationToken));
    if (!(await this.#raised(page))) this.#turnTo(page, coming.arrival);
    return coming.opened;
  }

  async #show(page: string, token: string | undefined): Promise<OpenedWindow> {
    const { config, newAddress, windowCount } = this.#options;
    const { platform, env, browserProgram, dataFolder, home } = config;
    // Opened by who came first, or who waited for the same one before.
    if (this.#coming) {
      this.#turnTo(page, this.#coming.arrival);
      return this.#coming.opened;
    }
    if (await this.#raised(page))
      return { address: null, browser: browserProgram ?? findAppBrowser(config)?.name ?? 'the browser' };
    const count = windowCount();
    const address = await newAddress(page);
    const browser = await openBrowser(
      (isAppBrowser) =>
        this.#writePage(address, isAppBrowser ? dataFolder : readableFolder(home, dataFolder)),
      {
        platform,
        // Chromium reads either name, and hands it on to the process that has the window. The token of Quoth's own
        // start is used up. A copy of Windows' environment would no longer be the same in any case of letters.
        env: platform === 'linux' ? { ...env, XDG_ACTIVATION_TOKEN: token, DESKTOP_STARTUP_ID: token } : env,
        program: browserProgram,
        profileFolder: profileIn(dataFolder),
      },
    );
    if (browser === undefined)
      throw new AppError('WINDOW_UNAVAILABLE', {
        message: say('noBrowserOpened'),
        remedy: say('openWindowYourself'),
      });
    const opened = { address: null, browser };
    const arrival = this.#arrives(count + 1).finally(() => {
      this.#coming = undefined;
    });
    this.#coming = { opened, arrival };
    return opened;
  }

  async #raised(page: string): Promise<boolean> {
    const { config, expectsWindows, raise } = this.#options;
    const pid = expectsWindows() ? browserOf(profileIn(config.dataFolder)) : undefined;
    if (pid === undefined || !(await raise(pid))) return false;
    this.#turnTo(page, this.#arrives(1));
    return true;
  }

  #turnTo(page: string, arrival: Promise<boolean>): void {
    // Without a page of its own, what the window shows is left alone.
    if (page !== '/') void arrival.then((isThere) => isThere && this.#options.turnTo(page));
  }

  /** True once so many windows are connected; false when no more can be expected. */
  async #arrives(count: number): Promise<boolean> {
    const { config, windowCount } = this.#options;
    const profile = profileIn(config.dataFolder);
    const end = performance.now() + ARRIVAL_MS;
    for (let isRunning = false; windowCount() < count; ) {
      const wasRunning = isRunning;
      isRunning = browserOf(profile) !== undefined;
      // It was closed before it showed the page.
      if ((wasRunning && !isRunning) || performance.now() > end) return false;
      await sleep(STEP_MS);
    }
    return true;
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

function profileIn(dataFolder: string): string {
  return join(dataFolder, 'window-profile');
}

/**
 * The process that shows windows of this profile: Chromium's lock names it after the machine. Undefined where none
 * does, or another browser. One that was killed leaves its lock behind, which Linux alone lets us check.
 */
function browserOf(profileFolder: string): number | undefined {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(profileFolder, 'SingletonLock')))?.[1]);
    const isOurs = () =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profileArgument(profileFolder));
    return pid > 0 && (!existsSync('/proc/self/cmdline') || isOurs()) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Browsers from the Snap store, such as Ubuntu's Firefox, read no hidden folder of the home folder and no temporary
 * file.
 */
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

/** A browser that can show an address in its own window (`--app`). */
interface AppBrowser {
  /** The name as its makers write it. */
  readonly name: string;
  readonly program: string;
}

/** What determines which browsers are found. */
interface BrowserSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a file can be run; asks the real disk by default. */
  readonly isProgram?: (path: string) => boolean;
}

const linux = [
  ['Chrome', 'google-chrome-stable'],
  ['Chrome', 'google-chrome'],
  ['Edge', 'microsoft-edge-stable'],
  ['Edge', 'microsoft-edge'],
  ['Chromium', 'chromium'],
  ['Chromium', 'chromium-browser'],
] as const;
const macOs = [
  ['Chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['Edge', '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
  ['Chromium', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
] as const;
const windows = [
  ['Chrome', 'Google\\Chrome\\Application\\chrome.exe'],
  ['Edge', 'Microsoft\\Edge\\Application\\msedge.exe'],
  ['Chromium', 'Chromium\\Application\\chrome.exe'],
] as const;

/** The first of Chrome, Edge and Chromium that this machine has; undefined if it has none. */
function findAppBrowser({
  platform,
  env,
  isProgram: isFound = isProgram,
}: BrowserSearch): AppBrowser | undefined {
  for (const [name, program] of candidates(platform, env)) if (isFound(program)) return { name, program };
  return undefined;
}

function candidates(
  platform: NodeJS.Platform,
  env: BrowserSearch['env'],
): readonly (readonly [string, string])[] {
  if (platform === 'darwin') return macOs;
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    );
    return windows.flatMap(([name, path]) =>
      folders.map((folder) => [name, win32.join(folder, path)] as const),
    );
  }
  const folders = (env.PATH ?? '').split(':').filter((folder) => posix.isAbsolute(folder));
  return linux.flatMap(([name, file]) => folders.map((folder) => [name, posix.join(folder, file)] as const));
}

interface OpenBrowserOptions extends BrowserSearch {
  /** A profile for the window only: no extensions, no history, nothing shared with the user's own browsing. */
  readonly profileFolder: string;
  /** A program to use instead, called with the arguments of Chrome (`QUOTH_BROWSER`). */
  readonly program?: string | undefined;
}

/** A browser that cannot start ends within this time. */
const FAILS_WITHIN_MS = 1_500;

/**
 * Shows an address in a window; returns the browser's name, or undefined if none could be started. Every user of the
 * machine can read the address, so it holds no secret; `addressFor` is asked once for each browser that is tried.
 */
async function openBrowser(
  addressFor: (isAppBrowser: boolean) => Promise<string>,
  options: OpenBrowserOptions,
): Promise<string | undefined> {
  const { platform, env, profileFolder, program } = options;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY && program === undefined) return undefined;
  const browser = program === undefined ? findAppBrowser(options) : { name: program, program };
  if (browser) {
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
    const words = [browser.program, ...appArguments(await addressFor(true), profileFolder)] as const;
    if (await startApart(words, env, FAILS_WITHIN_MS)) return browser.name;
  }
  const opener = openerOf(platform, await addressFor(false));
  return (await startApart(opener, env, FAILS_WITHIN_MS)) ? 'the default browser' : undefined;
}

function profileArgument(profileFolder: string): string {
  return `--user-data-dir=${profileFolder}`;
}

function appArguments(address: string, profileFolder: string): string[] {
  return [
    `--app=${address}`,
    profileArgument(profileFolder),
    '--window-size=1120,760',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-extensions',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    // The profile holds no password. Without these, Chromium asks to create a keyring (on macOS, to open one) before it
    // shows the page.
    '--password-store=basic',
    '--use-mock-keychain',
    // Nor does it ask anything else that belongs to browsing.
    '--hide-crash-restore-bubble',
    '--disable-save-password-bubble',
    '--disable-search-engine-choice-screen',
    '--disable-features=Translate',
    // This machine is asked directly, whatever proxy the user has.
    '--proxy-bypass-list=127.0.0.1',
  ];
}
