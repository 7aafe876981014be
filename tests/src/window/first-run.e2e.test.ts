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

test('a new window begins with two screens, by keyboard alone; the API stays off', async () => {
  await page.getByRole('heading', { level: 1, name: 'Welcome to Quoth' }).waitFor();
  await heading('Say something.');
  assert.equal(await page.getByRole('navigation').count(), 0, 'they have the whole window');
  // What is to be read out, one download with what it gains, a way without a network, and where the voice goes.
  await page.getByText('Please send the email to Anna tomorrow morning.').waitFor();
  await page.getByText(/instead of 4\.6 of 100 words wrong/).waitFor();
  await page.getByText('Best for English on this machine').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Download, / }).count(), 1);
  await page.getByText('Nothing you say leaves this machine.').waitFor();
  assert.deepEqual(await axeFindings(page), [], 'say');
  await page.getByRole('button', { name: 'Import a file' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await heading('Dictate in any program');
  await page.getByRole('textbox', { name: 'Your words appear here.' }).waitFor();
  assert.deepEqual(await axeFindings(page), [], 'keys');
  await page.getByRole('button', { name: 'Start dictating' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
  const settings = async () => (await client.getSettings()).settings;
  await until('it is written down', async () => (await settings()).firstStepsDone);
  assert.equal((await settings()).apiEnabled, false);
});

test('where the default mode sends what one says, nothing says that it stays', async () => {
  const { mode } = await client.createMode({
    body: { name: 'Away', model: 'cloud', cloudProvider: 'openai' },
  });
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
  const other = await OpenedWindow.open(application, browser, { path: '/welcome' });
  await other.page.getByText('Please send the email to Anna').waitFor();
  const [usual] = (await client.listModes()).modes;
  assert.equal(await other.page.getByText('Nothing you say leaves this machine.').count(), 0);
  await other.go('/');
  await other.page.getByRole('link', { name: /^Sent to OpenAI\. Model: / }).waitFor();
  await client.updateMode({ params: { id: usual?.id ?? '' }, body: { isDefault: true } });
  await other.page.getByRole('link', { name: /^On this machine\. Model: / }).waitFor();
  await client.deleteMode({ params: { id: mode.id } });
  await other.close();
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
  await page.getByPlaceholder('Search pages').waitFor();
  await page.keyboard.type('api ser');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByRole('heading', { level: 2, name: 'API Server' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search pages').fill('dark theme');
  await page.keyboard.press('Enter');
  await until('it is dark', async () => (await page.locator('html').getAttribute('data-theme')) === 'dark');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search pages').fill('single-key');
  await page.keyboard.press('Enter');
  // The setting is in sight, and its switch has the focus.
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).and(page.locator(':focus')).waitFor();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await until('it is kept', async () => !(await client.getSettings()).settings.singleKeyShortcuts);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search pages').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Settings');
});

test('an application that stops is reported, and what was typed stays', async () => {
  await page.getByLabel('Model download server').fill('https://example.org/half-typ');
  await application.end('SIGKILL');
  await page.getByText('Quoth is not running.').waitFor();
  assert.equal(await page.getByLabel('Model download server').inputValue(), 'https://example.org/half-typ');
  await page.getByRole('button', { name: 'How to start it' }).click();
  await page.getByText('quoth start').first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Record', exact: true }).first().click();
  // It asks no one to speak to what is not there.
  await page.getByRole('button', { name: 'Record', exact: true, disabled: true }).waitFor();
  await page.locator('main').getByText('Quoth is not running.', { exact: true }).waitFor();
});
