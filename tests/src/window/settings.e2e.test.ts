import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { RunningApplication, temporaryHome, until } from '../support/running-application.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

test('the switch in Settings starts Quoth at login, and no longer', async () => {
  await pages.inWindow('/settings', async (page) => {
    const toggle = page.getByRole('switch', { name: 'Start at login' });
    const isSaid = async () => (await pages.own.getAutostart()).autostart.state;
    for (const state of ['on', 'off'] as const) {
      await toggle.click();
      await until(`it is ${state}`, async () => (await isSaid()) === state);
      await until('it is shown', async () => (await toggle.isChecked()) === (state === 'on'));
    }
  });
});

test('on GNOME alone, programs built on Chromium are let tell where the cursor is by a switch that says its cost', async () => {
  const name = 'Insert into browsers, VS Code and Slack';
  const isOn = async () => (await pages.own.getSettings()).settings.accessibilityWhileRunning;
  for (const dialog of ['gnome', 'kde'] as const) {
    const allowed = (page: Page) =>
      new AlteredAnswers(page).alter('getKeyboardPermission', () => ({
        ok: true,
        permission: 'allowed',
        dialog,
      }));
    const look = async (page: Page) => {
      await page.getByText('Allowed by your desktop.').waitFor();
      const toggle = page.getByRole('switch', { name });
      if (dialog === 'kde') return assert.equal(await toggle.count(), 0);
      await page.getByText('more memory and processor time, and VS Code may turn on').waitFor();
      assert.equal(await toggle.isChecked(), false);
      await toggle.click();
      await until('it is on', isOn);
      await toggle.click();
      await until('it is off', async () => !(await isOn()));
    };
    await pages.inNewWindow('/settings', look, allowed);
  }
});

test('before the desktop is asked for keys, its dialog is explained: in Settings and in the first run', async () => {
  let permission: 'not-asked' | 'asking' | 'allowed' | 'refused' = 'not-asked';
  let dialog: 'gnome' | 'kde' = 'gnome';
  // The window says so before the request has come, which would overwrite what is answered next.
  const asked = () => until('the desktop is asked', () => permission === 'asking');
  const altered = async (page: Page) => {
    const answers = new AlteredAnswers(page);
    await answers.alter('getKeyboardPermission', () => ({ ok: true, permission, dialog }));
    await answers.alter('askKeyboardPermission', () => {
      permission = 'asking';
      return { ok: true, permission, dialog };
    });
  };
  const inSettings = async (page: Page) => {
    await page.getByText('Your desktop has to allow this once.').waitFor();
    await page.getByRole('button', { name: 'Allow…' }).click();
    const task = page.getByRole('dialog');
    await task.getByRole('img', { name: 'a switch “Allow Remote Interaction”, which is off' }).waitFor();
    await task.getByText('Turn on “Allow Remote Interaction”.').waitFor();
    assert.deepEqual(await axeFindings(page, '[role=dialog]'), []);
    await showTheme(page, 'dark');
    assert.deepEqual(await contrastFindings(page, '[role=dialog]'), []);
    assert.equal(permission, 'not-asked', 'nothing is asked yet');
    await task.getByRole('button', { name: 'Ask my desktop' }).click();
    await task.getByText('Asking…').waitFor();
    await asked();
    permission = 'refused';
    await task.getByRole('button', { name: 'Ask my desktop' }).waitFor();
    await page.getByText('Your desktop declined, so text is copied.').waitFor();
    await task.getByRole('button', { name: 'Ask my desktop' }).click();
    await task.getByText('Asking…').waitFor();
    await asked();
    permission = 'allowed';
    await task.waitFor({ state: 'detached' });
    await page.getByText('Allowed by your desktop.').waitFor();
  };
  await pages.inNewWindow('/settings', inSettings, altered);
  permission = 'not-asked';
  dialog = 'kde';
  const inFirstSteps = async (page: Page) => {
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('heading', { level: 2, name: 'Dictate in any program' }).waitFor();
    await page.getByRole('button', { name: 'Allow…' }).click();
    const task = page.getByRole('dialog');
    await task.getByRole('img', { name: 'The dialog “Remote control requested”' }).waitFor();
    assert.equal(await task.getByText('Allow Remote Interaction').count(), 0, 'it has no switch');
    assert.deepEqual(await axeFindings(page, '[role=dialog]'), []);
    await task.getByRole('button', { name: 'Ask my desktop' }).click();
    await task.getByText('Asking…').waitFor();
    await asked();
    permission = 'allowed';
    await task.waitFor({ state: 'detached' });
    await page.getByText('Allowed by your desktop.').waitFor();
  };
  await pages.inNewWindow('/welcome', inFirstSteps, altered);
});

test('what this desktop lacks is reported in Settings with the command that fixes it; a check tells of everything', async (context) => {
  const bare = await RunningApplication.start(temporaryHome(), [], {
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    DBUS_SESSION_BUS_ADDRESS: '',
    PULSE_SERVER: 'unix:/nonexistent',
  });
  context.after(() => bare.remove());
  const window = await OpenedWindow.open(bare, pages.browser, { path: '/settings' });
  const { page } = window;
  const missing = page.getByRole('region', { name: 'Missing on this machine' });
  await missing.getByText('no screen', { exact: false }).waitFor();
  await missing.getByRole('button', { name: 'Copy the command for Screen' }).click();
  assert.equal(
    await page.evaluate<string>('navigator.clipboard.readText()'),
    'quoth stop && quoth start --headless',
  );
  await missing.getByRole('listitem').filter({ hasText: 'Microphone' }).waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  const found = page.getByRole('list', { name: 'Check this machine' });
  await found.getByRole('listitem').filter({ hasText: 'Data folder' }).first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await window.close();
});

test('a limit on age says first what would go', async () => {
  await pages.inWindow('/settings', async (page) => {
    await page.getByRole('combobox', { name: 'Keep recordings' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await until(
      'nothing would go, so it is set',
      async () => (await pages.own.getSettings()).settings.historyRetentionDays === 30,
    );
  });
});

test('Wyoming is switched on in Settings, which say where it listens', async () => {
  const port = await freePort();
  await pages.own.updateSettings({ body: { wyomingPort: port } });
  await pages.inWindow('/settings', async (page) => {
    const toggle = page.getByRole('switch', { name: 'Wyoming', exact: true });
    await page.getByText('Off. When on', { exact: false }).waitFor();
    await toggle.click();
    await page.getByText(`On at 127.0.0.1:${port}.`, { exact: false }).waitFor();
    await until('it listens', async () => (await pages.own.getApplication()).wyoming.running);
    await toggle.click();
    await page.getByText('Off. When on', { exact: false }).waitFor();
  });
});

test('a search leaves the settings that contain it, of every section', async () => {
  await pages.inWindow('/settings', async (page) => {
    const rows = page.locator('[data-setting]');
    await page.getByLabel('Search settings').fill('queue');
    await until('one is left', async () => (await rows.count()) === 1);
    await page.getByText('Queue limit').first().waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Smart home' }).isVisible(), false);
    await page.getByLabel('Search settings').fill('PORT fixed');
    await until('the words may stand apart', async () => (await rows.count()) === 1);
    await page.getByRole('textbox', { name: 'Fixed port' }).waitFor();
    await page.getByLabel('Search settings').fill('mcp');
    await page
      .locator('[data-setting]')
      .filter({ hasText: 'MCP setup' })
      .getByRole('link', { name: 'Show' })
      .click();
    await page.getByRole('tab', { name: 'MCP setup', selected: true }).waitFor();
    assert.equal(await page.getByLabel('Search settings').inputValue(), '');
    await page.getByLabel('Search settings').fill('no such setting');
    await page.getByText('No results.').waitFor();
    await page.getByLabel('Search settings').fill('');
    await page.getByRole('heading', { name: 'Smart home' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
  });
});

test('each setting that the palette lists has an address, which brings it into sight and marks it', async () => {
  const { settingSections } = (await import(
    join(import.meta.dirname, '../../../packages/ui/src/pages/settings/setting-list.ts')
  )) as {
    readonly settingSections: readonly { readonly id: string; readonly settings: readonly string[] }[];
  };
  // Where the desktop has no portal, there is nothing to allow.
  const asked = ['inserting.title', 'inserting.chromium', 'settings.suggestWords'];
  const isThere = (id: string) => !asked.includes(id);
  const listed = settingSections.flatMap(({ settings }) => settings).filter(isThere);
  await pages.inWindow('/settings', async (page) => {
    await page.getByRole('heading', { level: 2, name: 'About' }).waitFor();
    await page.locator('[role=status].late').first().waitFor({ state: 'detached' });
    const onPage = await page
      .locator('[data-at]:not(section)')
      .evaluateAll((found) => found.map((each) => each.getAttribute('data-at') ?? ''));
    assert.deepEqual(
      onPage.filter((id) => id !== 'localApi.connection' && isThere(id)).toSorted(),
      listed.toSorted(),
    );
    const sections = await page
      .locator('section[data-at]')
      .evaluateAll((found) => found.map((each) => each.getAttribute('data-at') ?? ''));
    assert.deepEqual(
      sections,
      settingSections.map(({ id }) => id),
    );
  });
  await pages.inNewWindow('/settings/smart-home', async (page) => {
    await page.getByRole('heading', { level: 2, name: 'Smart home' }).and(page.locator(':focus')).waitFor();
    assert.equal(new URL(page.url()).search, '?at=smart-home');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages').fill('keep recordings');
    await page.keyboard.press('Enter');
    const row = page.locator('[data-at="settings.retention"][data-marked]');
    await row.waitFor();
    await page.getByRole('combobox', { name: 'Keep recordings' }).and(page.locator(':focus')).waitFor();
    const box = await row.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height < 760, JSON.stringify(box));
  });
});

test('what a system has not is neither shown in Settings nor found', async () => {
  const name = 'Other sound while recording';
  for (const [userAgent, choices] of [
    ['X11; Linux x86_64', ['Leave it', 'Pause players', 'Lower it', 'Mute it']],
    ['Macintosh; Intel Mac OS X 10_15_7', ['Leave it', 'Mute it']],
    ['Windows NT 10.0; Win64; x64', []],
  ] as const) {
    const window = await OpenedWindow.open(pages.application, pages.browser, {
      path: '/settings',
      userAgent,
    });
    const { page } = window;
    try {
      await page.getByRole('switch', { name: 'Sound effects' }).waitFor();
      const row = page.getByRole('combobox', { name });
      assert.equal(await row.count(), choices.length > 0 ? 1 : 0, userAgent);
      if (choices.length > 0) {
        await row.click();
        await page.getByRole('option', { name: 'Mute it' }).waitFor();
        assert.deepEqual(await page.getByRole('option').allInnerTexts(), choices, userAgent);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press(userAgent.startsWith('Mac') ? 'Meta+k' : 'Control+k');
      await page.getByPlaceholder('Search pages').fill(name);
      await page.getByRole('option', { name: `Search history for “${name}` }).waitFor();
      const found = page.getByRole('option', { name: `${name} Dictation` });
      assert.equal(await found.count(), choices.length > 0 ? 1 : 0, userAgent);
    } finally {
      await window.close();
    }
  }
});

test('the list beside the settings marks the section that one went to, also a short one, and then the one that one scrolls to', async () => {
  await pages.inWindow('/settings', async (page) => {
    const list = page.getByRole('navigation', { name: 'Settings' });
    const isMarked = (name: string) =>
      until(
        `${name} is marked`,
        async () => (await list.locator('[aria-current]').allTextContents()).join() === name,
      );
    await page.getByRole('heading', { level: 2, name: 'About' }).waitFor();
    await isMarked('General');
    for (const name of ['API keys', 'Actions', 'Smart home', 'Engines', 'About', 'Dictation']) {
      await list.getByRole('link', { name, exact: true }).click();
      await isMarked(name);
    }
    await page.locator('main').evaluate((main) => main.scrollTo({ top: 0 }));
    await isMarked('General');
  });
});

const folder = mkdtempSync(join(tmpdir(), 'quoth-backups-'));
after(() => rmSync(folder, { recursive: true }));

const vocabulary = async () =>
  (await (await pages.application.controlSocket()).listVocabulary()).entries.map(({ phrase }) => phrase);

test('what is no backup is refused in words, and leaves nothing behind', async () => {
  const file = join(folder, 'letter.tar');
  writeFileSync(file, 'Dear Anna');
  await pages.inWindow('/settings', async (page) => {
    await page.getByRole('button', { name: 'Restore…' }).click();
    const field = page.getByRole('textbox', { name: 'Backup file' });
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await field.fill('letter.tar');
    await check.click();
    await page.getByText('does not say in which folder', { exact: false }).waitFor();
    await field.fill(file);
    await check.click();
    await page.getByText('This file is not a backup of Quoth.', { exact: false }).waitFor();
  });
  assert(!existsSync(join(pages.application.home, 'restoring')));
});

// The last one: it starts the application again.
test('a backup is written from Settings, and brings everything back after it was confirmed', async () => {
  const file = join(folder, 'everything.tar');
  await pages.own.createVocabularyEntry({ body: { phrase: 'Zauberwort' } });
  const recording = await pages.transcribe();
  const window = await OpenedWindow.open(pages.application, pages.browser, { path: '/settings' });
  const { page } = window;
  await page.getByRole('button', { name: 'Back up…' }).click();
  await page.getByRole('textbox', { name: 'File' }).fill(file);
  await page.getByLabel('Passphrase for API keys').fill('short');
  await page.getByText('Use at least 8 characters.').waitFor();
  await page.getByLabel('Passphrase for API keys').fill('');
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Back up', exact: true }).click();
  await page.getByText('Backed up 1 recording to', { exact: false }).waitFor();
  assert(statSync(file).size > 10_000 && !existsSync(`${file}.part`));
  await page.getByRole('button', { name: 'Close' }).click();

  const [entry] = (await pages.own.listVocabulary()).entries;
  await pages.own.deleteVocabularyEntry({ params: { id: entry?.id ?? '' } });
  await pages.own.deleteRecording({ params: { id: recording } });
  const { started_at } = await pages.own.getApplication();

  const check = async () => {
    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('textbox', { name: 'Backup file' }).fill(file);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await question.getByText('1 recording', { exact: false }).waitFor();
  };
  const question = page.getByRole('dialog', { name: 'Replace everything with this backup?' });
  const unpacked = join(pages.application.home, 'restoring');
  await check();
  assert(existsSync(unpacked));
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert(!existsSync(unpacked), 'nothing of what was unpacked is left');
  assert.deepEqual(await vocabulary(), []);
  await check();
  assert.deepEqual(await vocabulary(), [], 'checking changes nothing');
  assert.deepEqual(await axeFindings(page), []);
  await question.getByRole('button', { name: 'Replace everything' }).click();
  await until('it has started again', async () => {
    const client = await pages.application.controlSocket().catch(() => undefined);
    const now = await client?.getApplication().catch(() => undefined);
    return now !== undefined && now.started_at !== started_at;
  });
  assert.deepEqual(await vocabulary(), ['Zauberwort']);
  const client = await pages.application.controlSocket();
  assert.equal((await client.getRecording({ params: { id: recording } })).recording.status, 'completed');
  assert(!existsSync(join(pages.application.home, 'restoring')));
  // The same window, without being opened again.
  await page.getByRole('button', { name: 'Back up…' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await window.close();
});
