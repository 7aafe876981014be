import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { type BrowserSearch, findAppBrowser } from './find-browser.ts';

export interface OpenBrowserOptions extends BrowserSearch {
  /** A profile for the window only: no extensions, no history, nothing shared with the user's own browsing. */
  readonly profileFolder: string;
  /** A program to use instead, called with the arguments of Chrome (`QUOTH_BROWSER`). */
  readonly program?: string | undefined;
}

/** A browser that cannot start ends within this time. */
const FAILS_WITHIN_MS = 1_500;

/**
 * Shows an address in a window; returns the browser's name, or undefined if none could be started. Every user of the machine can read the address,
 * so it holds no secret; `addressFor` is asked once for each browser that is tried.
 */
export async function openBrowser(
  addressFor: (isAppBrowser: boolean) => Promise<string>,
  options: OpenBrowserOptions,
): Promise<string | undefined> {
  const { platform, env, profileFolder, program } = options;
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY && program === undefined) return undefined;
  const browser = program === undefined ? findAppBrowser(options) : { name: program, program };
  if (browser) {
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
    if (await starts(browser.program, appArguments(await addressFor(true), profileFolder), env))
      return browser.name;
  }
  const [opener, ...args] = openerOf(platform, await addressFor(false));
  return (await starts(opener, args, env)) ? 'the default browser' : undefined;
}

function appArguments(address: string, profileFolder: string): string[] {
  return [
    `--app=${address}`,
    `--user-data-dir=${profileFolder}`,
    '--window-size=1120,760',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-extensions',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    // This machine is asked directly, whatever proxy the user has.
    '--proxy-bypass-list=127.0.0.1',
  ];
}

function openerOf(platform: NodeJS.Platform, address: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', address];
  // The empty argument is the window's title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', address];
  return ['xdg-open', address];
}

/** Starts a program that outlives us. False if it cannot be started, or ends with an error at once. */
async function starts(program: string, args: readonly string[], env: BrowserSearch['env']): Promise<boolean> {
  const child = spawn(program, args, { env, stdio: 'ignore', detached: true });
  const isStarted = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    const end = (result: boolean) => {
      clearTimeout(timer);
      resolve(result);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
  child.unref();
  return isStarted;
}
