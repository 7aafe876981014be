import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import { languages } from '@quoth/contract';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { longer, replaceGerman } from '../languages/pseudo-language.ts';
import type { RunningApplication } from '../support/running-application.ts';
import { brokenButtons, cutOff } from './cut-off.ts';
import { addressOf, OpenedWindow } from './opened-window.ts';
import { everyPath, windowTests } from './window-tests.ts';

const { en } = (await import(join(import.meta.dirname, '../../../packages/ui/src/text/en.ts'))) as {
  readonly en: Parameters<typeof replaceGerman>[1];
};

let application: RunningApplication;
let client: Client;
let browser: Browser;
let paths: readonly string[];
windowTests(
  {
    env: { LC_ALL: 'C.UTF-8' },
    settings: { firstStepsDone: true },
    prepare: async (started) => {
      await started.own.createVocabularyEntry({ body: { phrase: 'coup d’état', written: 'coup d’État' } });
      await started.own.createNamedToken({
        body: { name: 'claude-code', scopes: ['record'], to_file: true },
      });
      paths = await everyPath(started);
    },
  },
  (tests) => {
    ({ application, own: client, browser } = tests);
  },
);

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
  await window.go('/settings/api-keys');
  await page.getByText('Kein Schlüssel', { exact: true }).first().waitFor();
  await window.go('/settings/local-api');
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

test('a button in two lines, and one that is cut, are found', async () => {
  const page = await browser.newPage();
  const button = (style: string, name: string) =>
    `<button style="font: 16px sans-serif; ${style}">${name}</button>`;
  await page.setContent(
    button('width: 120px', 'Download it once again') +
      button('width: 80px; white-space: nowrap; overflow: hidden', 'Delete permanently') +
      button('', 'Fits') +
      button('width: 80px', '<span>Meeting notes</span> <span>A row of a list</span>'),
  );
  assert.deepEqual(await page.evaluate(brokenButtons), [
    'wrapped: Download it once again',
    'cut: Delete permanently',
    'sticks out: Delete permanently',
  ]);
  await page.close();
});

let shared: OpenedWindow | undefined;

/** Goes through all pages, at the width of a phone and of a desk. */
async function lookAtEachPage(window: OpenedWindow, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await window.turnTo(path);
    // Nothing is being read any more.
    await window.page.locator('[role=status].late').first().waitFor({ state: 'detached' });
    for (const width of [390, 1280]) {
      await window.page.setViewportSize({ width, height: 800 });
      const problems = await window.page.evaluate<string[]>(
        `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => [...${cutOff}, ...${brokenButtons}])`,
      );
      found.push(...new Set(problems.map((problem) => `${name}, ${path}, ${width} px: ${problem}`)));
    }
  }
  assert.deepEqual(window.complaints, []);
  return found;
}

test('Japanese is measured in glyphs of its own: without a font, each would be a box that is narrower', async () => {
  const page = await browser.newPage();
  const width = `(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = '100px sans-serif';
    return context.measureText('録').width;
  })()`;
  assert.equal(await page.evaluate(width), 100);
  await page.close();
});

for (const language of languages)
  test(`${language}: on no page is anything cut off, and no button is wrapped`, async () => {
    await client.updateSettings({ body: { language } });
    // The same one for all of them: a new one would load every page again.
    shared ??= await open();
    await shared.page.locator(`html[lang="${language}"]`).waitFor();
    assert.deepEqual(await lookAtEachPage(shared, language), []);
  });

test('nor with words that are 40 per cent longer', async () => {
  assert.equal(longer('Press {keys} again'), 'Pressss {keys} againîn');
  await client.updateSettings({ body: { language: 'de' } });
  const window = await open();
  await replaceGerman(window.context, en);
  await window.go('/');
  await window.page.getByRole('heading', { level: 1, name: longer('Record') }).waitFor();
  assert.deepEqual(await lookAtEachPage(window, 'longer'), []);
  await window.close();
});
