import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Builds the page where it is not up to date. The whole check has built it. */
export function buildPage(): void {
  if (process.env.QUOTH_TEST_APPLICATION !== undefined) return;
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--page', '--if-needed'], {
    stdio: 'ignore',
  });
}

/** So long a page may take to be shown, on a busy machine. */
const SHOWN_MS = 30_000;

interface OpeningOptions extends BrowserContextOptions {
  readonly path?: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A window of the running application in a real browser. */
export class OpenedWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained about: errors of scripts, and what its policy refused. */
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  /** Opens a page of the window, and waits until it is connected. What alters its answers is put there first. */
  static async open(
    application: RunningApplication,
    browser: Browser,
    { path = '/', prepare, ...options }: OpeningOptions = {},
  ): Promise<OpenedWindow> {
    const context = await browser.newContext({
      viewport: { width: 1120, height: 760 },
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
      ...options,
    });
    const opened = new OpenedWindow(context, await context.newPage());
    await prepare?.(opened.page);
    await opened.page.goto(await addressOf(application, path));
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return opened;
  }

  /** Another page, as if its address had been opened in the same tab. */
  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.page.url()).href);
    // On narrow windows an open recording stands in front of its page's title.
    await this.page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' });
  }

  /**
   * Another page, as a link leads there, or the same one from its beginning: nothing is loaded again, which takes a
   * fifth of the time.
   */
  async turnTo(path: string): Promise<void> {
    const [from, to] = [new URL(this.page.url()), new URL(path, this.page.url())];
    // By way of another page: what was typed and opened on this one is gone then.
    const isOfSettings = ({ pathname }: URL) => pathname.startsWith('/settings');
    if (from.pathname === to.pathname || (isOfSettings(from) && isOfSettings(to)))
      await this.turnTo(to.pathname === '/statistics' ? '/vocabulary' : '/statistics');
    // Waited for in the page: each question from outside is work for four processes.
    const isShown = await this.page.evaluate<boolean>(`new Promise((resolve) => {
      const titles = () => [...document.querySelectorAll('h1')];
      for (const title of titles()) title.dataset.before = title.textContent;
      const end = (isShown) => {
        observer.disconnect();
        clearTimeout(timer);
        resolve(isShown);
      };
      const observer = new MutationObserver(() => {
        if (titles().some(({ dataset, textContent }) => dataset.before !== textContent)) end(true);
      });
      const timer = setTimeout(end, ${SHOWN_MS}, false);
      observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true });
      history.pushState({}, '', ${JSON.stringify(path)});
    })`);
    if (!isShown) throw new Error(`waited too long until ${path} is shown`);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** A new address of the window, as the command line asks for it. */
export async function addressOf(application: RunningApplication, page = '/'): Promise<string> {
  const client = await application.controlSocket();
  const { address } = await client.openWindow({ body: { browser: false, page } });
  if (address === null) throw new Error('no address came');
  return address;
}
