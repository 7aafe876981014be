import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const program = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** Chromium for tests, on a screen if its environment is given. Root has no sandbox there, which is why the application itself never asks for that. */
export async function startBrowser(
  args: readonly string[] = [],
  screen?: NodeJS.ProcessEnv,
): Promise<Browser> {
  if (program === undefined)
    throw new Error('Chromium is missing: sh scripts/set-up.sh --for-tests installs it.');
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
      ...args,
    ],
  });
}
