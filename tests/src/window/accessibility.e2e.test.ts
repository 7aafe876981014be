import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { RunningApplication, temporaryHome } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

let application: RunningApplication;
let browser: Browser;
before(async () => {
  buildPage();
  application = await RunningApplication.start(temporaryHome(), []);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await application?.remove();
});

const pages = [
  '/',
  '/history',
  '/modes',
  '/vocabulary',
  '/models',
  '/settings',
  '/settings/shortcuts',
  '/settings/api-keys',
  '/settings/local-api',
];
for (const colorScheme of ['light', 'dark'] as const)
  test(`every page is accessible, ${colorScheme} [WINDOW-AXE]`, async () => {
    const window = await OpenedWindow.open(application, browser, { colorScheme });
    for (const path of pages) {
      await window.go(path);
      await window.page.waitForLoadState('networkidle', { timeout: 500 }).catch(() => undefined);
      assert.deepEqual(await axeFindings(window.page), [], path);
    }
    await window.page.keyboard.press('Control+k');
    await window.page.getByPlaceholder('Go to, switch, copy').waitFor();
    assert.deepEqual(await axeFindings(window.page), [], 'palette');
    await window.page.keyboard.press('Escape');
    await window.page.keyboard.press('?');
    await window.page.getByRole('dialog', { name: 'Keys' }).waitFor();
    assert.deepEqual(await axeFindings(window.page), [], 'keys');
    await window.close();
  });
