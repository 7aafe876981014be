import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownModeName } from '@quoth/contract';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { windowTests } from './window-tests.ts';

/** keysymdef.h */
const keys = { d: 0x64, h: 0x68, space: 0x20, control: 0xffe3, alt: 0xffe9 };

const tests = windowTests({ flags: [], display: true, microphone: true });

test('a shortcut is recorded, its conflict is shown, and it is tried on the spot', async () => {
  const set = async () => (await tests.own.getSettings({})).settings;
  await tests.inWindow('/settings/shortcuts', async (page) => {
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
    await page.getByText('Another action has the same shortcut.').first().waitFor();
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
    // The page says that it waits before the application does.
    await until(async () => {
      await tests.keyboard.press(keys.control, keys.alt, keys.d);
      return page.getByText('“Next mode” works.').isVisible();
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Start test' }).waitFor();
  });
});

test('a further shortcut is set for a mode, and removed; programs to send in are written in a row', async () => {
  const set = async () => (await tests.own.getSettings({})).settings;
  const { modes } = await tests.own.listModes();
  const [mode] = modes;
  assert(mode);
  const name = shownModeName(mode.name, modes, 'en');
  await tests.inWindow('/settings/shortcuts', async (page) => {
    await page.getByRole('combobox', { name: 'Action', exact: true }).click();
    await page.getByRole('option', { name: 'Dictate and send' }).click();
    await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Set keys for Another shortcut' }).click();
    await page.keyboard.press('Control+Alt+m');
    await until(async () => (await set()).moreShortcuts.length === 1);
    assert.deepEqual((await set()).moreShortcuts, [
      { shortcut: 'Ctrl+Alt+M', action: 'send', modeId: mode.id },
    ]);
    const release = await new AlteredAnswers(page).hold('listModes');
    await page.reload();
    await page.getByRole('button', { name: 'Remove keys for Dictate and send', exact: true }).waitFor();
    release();
    await page.getByRole('button', { name: `Remove keys for Dictate and send: ${name}` }).click();
    await until(async () => (await set()).moreShortcuts.length === 0);
    await page.getByLabel('Programs to send in', { exact: true }).fill('Slack,  thunderbird');
    await page.keyboard.press('Enter');
    await until(async () => (await set()).sendPrograms.join() === 'Slack,thunderbird');
  });
});

test('the first steps show the keys in force, and say when they were pressed in any program', async () => {
  await tests.inWindow('/welcome', async (page) => {
    await page.getByRole('button', { name: 'Next' }).click();
    const key = (name: string) => page.locator('kbd').getByText(name, { exact: true }).first();
    await key('Alt').waitFor();
    assert.equal((await tests.own.getSettings({})).settings.shortcutToggle, 'Ctrl+Alt+Space');
    // The key that is held records as long as it is held, however briefly: each press ends what it begins.
    await tests.own.updateSettings({ body: { shortcutPushToTalk: 'Ctrl+Alt+H' } });
    await key('H').waitFor();
    const held = [keys.control, keys.alt, keys.h] as const;
    const works = page.getByText('The keys work');
    await until(async () => {
      await tests.keyboard.press(...held);
      return works.isVisible();
    });
    const ofHold = page.locator('p > span').filter({ hasText: 'Hold to talk' }).getByText('The keys work');
    assert.equal(await ofHold.count(), 1, 'it is said of the key that was held, and of no other');
    const button = (name: string) => page.getByRole('button', { name, exact: true }).waitFor();
    await button('Start');
    await tests.keyboard.down(...held);
    await button('Stop');
    await tests.keyboard.up(...held);
    await button('Start');
    await tests.keyboard.press(keys.control, keys.alt, keys.space);
    await button('Stop');
    const { recording } = (await tests.own.getDictation({})).dictation;
    assert.equal(recording?.private, true, 'nothing of it is kept');
    assert.equal(await works.count(), 2, 'of the other key, too');
    await tests.keyboard.press(keys.control, keys.alt, keys.space);
    await button('Start');
    // Keys that are changed meanwhile show at once.
    await tests.own.updateSettings({ body: { shortcutToggle: 'Ctrl+Alt+E' } });
    await key('E').waitFor();
  });
});
