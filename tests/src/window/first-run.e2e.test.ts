import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let client: Client;
let browser: Browser;
let page: Page;
windowTests({ flags: [], path: '/' }, (tests) => {
  ({ application, own: client, browser, page } = tests);
});

const heading = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();

test('a new window begins with three screens, by keyboard alone; the API stays off', async () => {
  await page.getByRole('heading', { level: 1, name: 'Welcome to Quoth' }).waitFor();
  for (const [index, name] of [
    'Your speech model',
    'Test your microphone',
    'Dictate in any program',
  ].entries()) {
    await heading(name);
    assert.deepEqual(await axeFindings(page), [], name);
    if (name === 'Your speech model') {
      // What works now and how well, one download with what it gains, and a way without a network.
      await page.getByText('Moonshine Tiny', { exact: true }).first().waitFor();
      await page.getByText('English only; quick on any machine').waitFor();
      await page.getByText('About 5 in 100 words wrong').waitFor();
      await page.getByText(/instead of 4\.6 of 100 words wrong/).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Download, / }).count(), 1);
      await page.getByText('Fits this computer and its language.').waitFor();
      await page.getByRole('button', { name: 'Import a file' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    if (name === 'Dictate in any program') {
      await page.keyboard.press('Space');
      await page.getByText('It works').waitFor();
    }
    const next = page.getByRole('button', { name: index < 2 ? 'Next' : 'Start dictating' });
    await next.focus();
    await page.keyboard.press('Enter');
  }
  await page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
  const settings = async () => (await client.getSettings()).settings;
  await until('it is written down', async () => (await settings()).firstStepsDone);
  assert.equal((await settings()).apiEnabled, false);
});

test('it is not shown again, and can be found again', async () => {
  const again = await OpenedWindow.open(application, browser);
  await again.page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
  await again.go('/settings');
  await again.page.getByRole('link', { name: 'Start the tour' }).click();
  await again.page.getByRole('heading', { level: 1, name: 'Welcome to Quoth' }).waitFor();
  await again.page.getByRole('button', { name: 'Skip' }).click();
  await again.page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
});

test('the palette and the keys: search, go, switch the theme; single keys can be switched off', async () => {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a command').waitFor();
  await page.keyboard.type('api ser');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'API Server' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a command').fill('dark theme');
  await page.keyboard.press('Enter');
  await until('it is dark', async () => (await page.locator('html').getAttribute('data-theme')) === 'dark');
  await page.getByRole('link', { name: 'Shortcuts' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await until('it is kept', async () => !(await client.getSettings()).settings.singleKeyShortcuts);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a command').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Shortcuts');
});

test('an application that stops is reported, and what was typed stays', async () => {
  await page.getByRole('link', { name: 'Advanced' }).click();
  await page.getByLabel('Model download server').fill('https://example.org/half-typ');
  await application.end('SIGKILL');
  await page.getByText('Quoth is not running.').waitFor();
  assert.equal(await page.getByLabel('Model download server').inputValue(), 'https://example.org/half-typ');
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByText('quoth start').first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
});
