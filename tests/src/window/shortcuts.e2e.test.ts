import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { TestDisplay, until } from '@quoth/desktop/fixtures/test-display.ts';
import { TestKeyboard } from '@quoth/desktop/fixtures/test-keyboard.ts';
import type { Browser } from 'playwright-core';
import { RunningApplication, temporaryHome } from '../support/running-application.ts';
import { endBrowser, startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

/** keysymdef.h */
const keys = { d: 0x64, space: 0x20, control: 0xffe3, alt: 0xffe9 };

let display: TestDisplay;
let application: RunningApplication;
let browser: Browser;
before(async () => {
  buildPage();
  display = await TestDisplay.start({ windowManager: false });
  application = await RunningApplication.start(temporaryHome(), [], display.env);
  browser = await startBrowser();
});
after(async () => {
  await endBrowser(browser);
  await application?.remove();
  await display?.stop();
});

test('a shortcut is recorded, its conflict is shown, and it is tried on the spot', async () => {
  const client = await application.controlSocket();
  const { page, complaints, close } = await OpenedWindow.open(application, browser, {
    path: '/settings/shortcuts',
  }).then((window) => ({ page: window.page, complaints: window.complaints, close: () => window.close() }));
  const set = async () => (await client.getSettings({})).settings;
  await page.getByRole('button', { name: 'Set keys for Next mode' }).click();
  // A letter alone would take it from everybody who writes.
  await page.keyboard.press('d');
  await page.getByRole('alert').getByText('this key alone is needed to write').waitFor();
  await page.keyboard.press('Control+Alt+d');
  await until(async () => (await set()).shortcutNextMode === 'Ctrl+Alt+D');
  await page
    .getByRole('button', { name: 'Set keys for Next mode' })
    .getByText('D', { exact: true })
    .waitFor();
  // Esc leaves it as it is.
  await page.getByRole('button', { name: 'Set keys for Insert last transcript' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Set keys for Insert last transcript', pressed: false }).waitFor();
  assert.equal((await set()).shortcutPasteLast, null);
  await page.getByRole('button', { name: 'Set keys for Insert last transcript' }).click();
  await page.keyboard.press('Control+Alt+d');
  await page.getByText('“Next mode” already uses these keys.').waitFor();
  // A modifier alone, where it can be held to talk.
  await page.getByRole('button', { name: 'Set keys for Hold to talk' }).click();
  await page.keyboard.press('ControlRight');
  await until(async () => (await set()).shortcutPushToTalk === 'ControlRight');
  await page.getByRole('button', { name: 'Remove keys for Hold to talk' }).click();
  await until(async () => (await set()).shortcutPushToTalk === null);
  // There is nothing left to remove.
  await page.getByRole('button', { name: 'Remove keys for Hold to talk' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Start test' }).click();
  await page.getByText('Press one of the keys above').waitFor();
  const keyboard = await TestKeyboard.at(display.name);
  // The page says that it waits before the application does.
  await until(async () => {
    await keyboard.press(keys.control, keys.alt, keys.d);
    return page.getByText('“Next mode” works.').isVisible();
  });
  keyboard.close();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Start test' }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test('the first steps show the keys in force, and say when they were pressed in any program', async () => {
  const client = await application.controlSocket();
  const window = await OpenedWindow.open(application, browser, { path: '/welcome' });
  const { page } = window;
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  const row = page.getByText('Press now, in any program').locator('xpath=..');
  await row.getByText('Space', { exact: true }).waitFor();
  assert.equal((await client.getSettings({})).settings.shortcutToggle, 'Ctrl+Alt+Space');
  const keyboard = await TestKeyboard.at(display.name);
  await until(async () => {
    await keyboard.press(keys.control, keys.alt, keys.space);
    return row.getByText('The keys work').isVisible();
  });
  keyboard.close();
  assert.equal((await client.getDictation({})).dictation.recording, null, 'nothing was recorded');
  // Keys that are changed meanwhile show at once.
  await client.updateSettings({ body: { shortcutToggle: 'Ctrl+Alt+D' } });
  await row.getByText('D', { exact: true }).waitFor();
  assert.deepEqual(window.complaints, []);
  await window.close();
});
