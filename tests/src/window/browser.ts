import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

// Without the parts that a screen needs, which take a sixth of the processor's time.
const program = ['chromium-headless-shell', 'chromium', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

let shared: Promise<Browser> | undefined;

/** Chromium for tests, one for all files of this process that ask for nothing else. */
export function startBrowser(args: readonly string[] = []): Promise<Browser> {
  if (args.length > 0) return launch(args);
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
async function launch(args: readonly string[]): Promise<Browser> {
  if (program === undefined)
    throw new Error('Chromium is missing: sh scripts/set-up.sh --for-tests installs it.');
  return chromium.launch({
    executablePath: program,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--password-store=basic',
      ...args,
    ],
  });
}
