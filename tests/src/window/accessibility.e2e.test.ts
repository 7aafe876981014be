import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let browser: Browser;
windowTests({ flags: [] }, (tests) => {
  ({ application, browser } = tests);
});

const pages = [
  '/',
  '/history',
  '/modes',
  '/vocabulary',
  '/models',
  '/settings',
  '/settings/advanced',
  '/statistics',
  '/settings/shortcuts',
  '/settings/api-keys',
  '/settings/local-api',
  '/settings/programs',
  '/settings/actions',
];
test('every page is accessible, light and dark', async () => {
  // At its start, a new application would lead to the welcome.
  const window = await OpenedWindow.open(application, browser, { path: '/history' });
  const { page } = window;
  const isAccessible = async (what: string) => {
    await showTheme(page, 'light');
    assert.deepEqual(await axeFindings(page), [], `${what}, light`);
    await showTheme(page, 'dark');
    assert.deepEqual(await contrastFindings(page), [], `${what}, dark`);
  };
  for (const path of pages) {
    await window.turnTo(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await isAccessible(path);
  }
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a command').waitFor();
  await isAccessible('palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await isAccessible('keys');
  await window.close();
});
