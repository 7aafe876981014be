import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';
import { addressOf, OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let client: Client;
let browser: Browser;
windowTests({ env: { LC_ALL: 'C.UTF-8' }, settings: { firstStepsDone: true } }, async (tests) => {
  ({ application, own: client, browser } = tests);
  await client.createVocabularyEntry({ body: { phrase: 'coup d’état', written: 'coup d’État' } });
});

const open = (options: BrowserContextOptions & { readonly path?: string } = {}) =>
  OpenedWindow.open(application, browser, options);

test('the window follows the browser, and the setting at once, without being loaded again', async () => {
  const window = await open({ path: '/settings', locale: 'de-AT' });
  const { page } = window;
  const shows = async (language: string, title: string) => {
    await page.locator(`html[lang="${language}"]`).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  await shows('de', 'Einstellungen');
  await page.evaluate('globalThis.isSamePage = true');
  // As it is chosen in the window itself, by the language's own name.
  await page.getByRole('combobox', { name: 'Sprache' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await shows('en', 'Settings');
  await client.updateSettings({ body: { language: 'de' } });
  await shows('de', 'Einstellungen');
  assert.equal(await page.evaluate('globalThis.isSamePage'), true);
  assert.deepEqual(window.complaints, []);
  await window.close();
  // It is in the page that is served: no other language is shown before.
  const english = await open({ locale: 'en-US' });
  assert.equal(await english.page.locator('html').getAttribute('data-language'), 'de');
  await english.page.getByRole('link', { name: 'Verlauf' }).first().waitFor();
  await english.close();
  await client.updateSettings({ body: { language: 'system' } });
});

test('a language is fetched only where it is shown, and one that cannot be fetched is English', async () => {
  const fetched: string[] = [];
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto(await addressOf(application));
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  assert.ok(fetched.some((path) => path.endsWith('.js')));
  assert.deepEqual(
    fetched.filter((path) => /\/(?:de|fr|es|ja|pt-BR)-/.test(path)),
    [],
  );
  await context.route(/\/assets\/de-/, (route) => route.abort());
  await client.updateSettings({ body: { language: 'de' } });
  await page.waitForRequest(/\/assets\/de-/);
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  await context.close();
  await client.updateSettings({ body: { language: 'system' } });
});

test('modes that came with the application have a name in the language; the one that is stored stays', async () => {
  await client.updateSettings({ body: { language: 'de' } });
  const window = await open({ path: '/' });
  const { page } = window;
  await page.getByRole('combobox', { name: /^Modus: Wie gesprochen/ }).click();
  await page.getByRole('combobox', { name: 'Modi suchen' }).fill('bereinigt');
  await page.getByRole('option', { name: /^Bereinigt/ }).waitFor();
  await window.turnTo('/modes');
  await page.getByRole('link', { name: 'Commit-Nachricht' }).click();
  await page.getByRole('heading', { level: 1, name: 'Commit-Nachricht' }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Commit-Nachricht');
  const names = async () => (await client.listModes()).modes.map(({ name }) => name);
  const before = await names();
  await page.getByRole('textbox', { name: 'Name' }).fill('Commit-Nachrichten');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Commit-Nachrichten' }).waitFor();
  assert.deepEqual(
    await names(),
    before.map((name) => (name === 'Commit' ? 'Commit-Nachrichten' : name)),
  );
  await window.close();
  await client.updateSettings({ body: { language: 'system' } });
});

test('in a list, French writes the names of languages with a capital', async () => {
  const [mode] = (await client.listModes()).modes;
  const window = await open({ path: `/modes/${mode?.id}`, locale: 'fr-FR' });
  try {
    const { page } = window;
    await page.getByRole('combobox', { name: 'Langue' }).click();
    await page.getByRole('option', { name: 'Allemand', exact: true }).waitFor();
    const names = await page.getByRole('option').allInnerTexts();
    assert(names.length > 5, names.join());
    assert.deepEqual(
      names.filter((name) => !/^\p{Lu}/u.test(name)),
      [],
    );
  } finally {
    await window.close();
  }
});

test('keys are called as on the keyboard of the language: in a shortcut, and where a mode presses them', async () => {
  const [mode] = (await client.listModes()).modes;
  const { shortcutPushToTalk: before } = (await client.getSettings({})).settings;
  await client.updateSettings({ body: { language: 'de', shortcutPushToTalk: 'ControlRight' } });
  try {
    const window = await open({ path: '/settings/shortcuts' });
    const { page } = window;
    await page
      .locator('kbd')
      .filter({ hasText: /^Strg rechts$/ })
      .first()
      .waitFor();
    await window.turnTo(`/modes/${mode?.id}`);
    await page.getByText('Formatierung', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Nach dem Text drücken' }).click();
    await page.getByRole('option', { name: 'Strg+Eingabe', exact: true }).waitFor();
    await window.close();
  } finally {
    await client.updateSettings({ body: { language: 'system', shortcutPushToTalk: before } });
  }
});

test('errors that the application reports, and what is wrong with what was typed, are shown in the language', async () => {
  await client.updateSettings({ body: { language: 'de' } });
  const window = await open({ path: '/vocabulary' });
  const { page } = window;
  await page.getByRole('textbox', { name: 'Wort oder Wendung' }).fill('coup d’état');
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  await page.getByText('„coup d’état“ steht schon im Vokabular.').waitFor();
  // What the window finds wrong itself, in the contract's words and by the kind of the check.
  await page.getByRole('textbox', { name: 'Wort oder Wendung' }).fill('a => b');
  await page.getByText('Tragen Sie die beiden Seiten des Pfeils in getrennte Felder ein.').waitFor();
  await window.turnTo('/settings/api-keys');
  await page.getByText('Kein Schlüssel', { exact: true }).first().waitFor();
  await window.turnTo('/settings/local-api');
  const port = page.getByRole('textbox', { name: 'Fester Port' });
  for (const [typed, said] of [
    ['80', 'Geben Sie mindestens 1.024 ein.'],
    ['99999', 'Geben Sie höchstens 65.535 ein.'],
    ['neun', 'Geben Sie eine Zahl ein.'],
    ['2000,5', 'Geben Sie eine Zahl ein.'],
    ['2000.5', 'Geben Sie eine ganze Zahl ein.'],
  ] as const) {
    await port.fill(typed);
    await page.getByText(said, { exact: true }).waitFor();
  }
  await window.close();
  await client.updateSettings({ body: { language: 'system' } });
});
