import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The first of these programs that is there. */
function firstInstalled(...names: readonly string[]): string | undefined {
  return names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
}

const FEWER_PROCESSES = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];

let shared: Promise<Browser> | undefined;

/**
 * Chromium for tests, one for all files of this process that ask for nothing else; on a screen if its environment is
 * given.
 */
export function startBrowser(args: readonly string[] = [], screen?: NodeJS.ProcessEnv): Promise<Browser> {
  if (args.length > 0 || screen) return launch(args, screen);
  shared ??= launch([]);
  return shared;
}

/** Closes what a file has opened; the browser itself after the last file of this process (`scripts/run-tests.ts`). */
export async function endBrowser(browser: Browser | undefined): Promise<void> {
  const { allFiles } = globalThis as { readonly allFiles?: Promise<void> };
  if (!browser || browser !== (await shared)) return browser?.close();
  if (allFiles === undefined) {
    shared = undefined;
    return browser.close();
  }
  for (const context of browser.contexts()) await context.close();
  void allFiles.finally(() => browser.close());
}

/** Root has no sandbox there, which is why the application itself never asks for that. */
async function launch(args: readonly string[], screen?: NodeJS.ProcessEnv): Promise<Browser> {
  // One of its own without the parts that a screen needs takes a sixth less of the processor's time, and a tenth less
  // again without processes beside it to load a page.
  const program = screen
    ? firstInstalled('chromium', 'google-chrome')
    : firstInstalled('chromium-headless-shell', 'chromium', 'google-chrome');
  if (program === undefined)
    throw new Error('Chromium is missing: sh scripts/set-up.sh --for-all-tests installs it.');
  return chromium.launch({
    executablePath: program,
    headless: screen === undefined,
    ...(screen && { env: screen as Record<string, string> }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--password-store=basic',
      ...(screen ? [] : FEWER_PROCESSES),
      ...args,
    ],
  });
}
