import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import type { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let window: OpenedWindow;
let page: Page;
const home = temporaryHome();
const notes = `${home}-notes`;
windowTests(
  {
    home,
    settings: { keyStorage: 'file' },
    path: '/settings/actions',
  },
  (tests) => {
    ({ application, window, page } = tests);
  },
);
after(() => rmSync(notes, { recursive: true, force: true }));

const sheet = () => page.getByRole('dialog', { name: 'Add an action' });
// By its whole name: a notice names it too, and "assistant" before "Asks" holds "tasks".
const row = (name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });

test('an action is added, tried, and shown with the recording that it was for', async () => {
  await page.getByText('No actions yet.').waitFor();
  const templates = page.getByRole('region', { name: 'Templates' });
  assert.deepEqual(await axeFindings(page), [], 'the templates');
  await templates.getByRole('button', { name: /^Obsidian/ }).click();
  assert.equal(await sheet().getByLabel('Name', { exact: true }).inputValue(), 'Obsidian');
  assert.match(await sheet().getByLabel('File', { exact: true }).inputValue(), /\{\{date\}\}\.md$/);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add an action' }).click();
  await sheet().waitFor();
  await sheet().getByRole('button', { name: 'Add', exact: true }).click();
  await sheet().getByText('Required.').first().waitFor();
  await sheet().getByLabel('Name', { exact: true }).fill('Daily note');
  await sheet().getByLabel('File', { exact: true }).fill(`${notes}/{{text}}.md`);
  await sheet().getByText('There is no {{text}} here.').waitFor();
  await sheet().getByLabel('File', { exact: true }).fill(`${notes}/note.md`);
  await sheet().getByRole('switch', { name: 'Audio files you transcribe' }).click();
  assert.deepEqual(await axeFindings(page), [], 'the sheet');
  await sheet().getByRole('button', { name: 'Add', exact: true }).click();
  await sheet().waitFor({ state: 'detached' });
  await row('Daily note').getByText('Dictations · Audio files you transcribe').waitFor();
  await page.getByRole('button', { name: 'Actions for Daily note' }).click();
  await page.getByRole('menuitem', { name: 'Try it' }).click();
  await page.getByText('Daily note worked with a sample text.').waitFor();
  assert.match(readFileSync(`${notes}/note.md`, 'utf8'), /^- \d\d:\d\d This is a test of an action\.\n$/);
  assert.deepEqual(await axeFindings(page), [], 'the page');
  await showTheme(page, 'dark');
  assert.deepEqual(await contrastFindings(page), [], 'dark');
  const client = await application.controlSocket();
  await client.transcribe({
    bytes: readFileSync(sample('go-forward')),
    contentType: 'audio/wav',
    query: { engine: 'moonshine', save: true },
  });
  await window.turnTo('/history');
  await page.getByRole('button', { name: /forward/ }).click();
  const detail = page.getByRole('region', { name: 'Actions' });
  await detail.getByText(`Added to ${notes}/note.md.`).waitFor();
  await detail.getByRole('button', { name: 'Try Daily note again' }).click();
  await detail.getByText('2 attempts').waitFor();
  await until(
    'it was added again',
    () => (readFileSync(`${notes}/note.md`, 'utf8').match(/forward/g) ?? []).length === 2,
  );
});

test('a secret is shown once; an action that pauses by itself says so, and is switched on again, or deleted', async () => {
  await window.turnTo('/settings/actions');
  await page.getByRole('button', { name: 'Add an action' }).click();
  await sheet().getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /Post to an address/ }).click();
  await sheet().getByLabel('Name', { exact: true }).fill('Tasks');
  await sheet().getByLabel('Address').fill('http://example.com/');
  await sheet().getByRole('button', { name: 'Add', exact: true }).click();
  await sheet().getByText('Use https: without it').waitFor();
  await sheet().getByLabel('Address').fill('http://127.0.0.1:9/');
  await sheet().getByRole('button', { name: 'Add', exact: true }).click();
  await sheet().waitFor({ state: 'detached' });
  const secret = page.locator('[data-field="shown-once"]');
  assert.match((await secret.textContent()) ?? '', /^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await secret.waitFor({ state: 'detached' });
  const client = await application.controlSocket();
  const [recording] = (await client.searchRecordings({})).recordings;
  const tasks = (await client.listActions()).actions.find(({ name }) => name === 'Tasks');
  assert(recording && tasks);
  const { run } = await client.runAction({ params: { id: tasks.id }, body: { recording_id: recording.id } });
  // Waited for from here on: on a busy machine the notice may have gone by the time the last attempt is seen.
  const isNoticed = page
    .getByText('The action "Tasks" has paused after 10 failed attempts')
    .waitFor({ timeout: 90_000 });
  for (let attempts = 1; attempts <= 10; attempts++) {
    await until('the attempt has failed', async () => {
      const { runs } = await client.listActionRuns({ query: { action_id: tasks.id } });
      return runs[0]?.attempts.filter(({ outcome }) => outcome === 'failed').length === attempts;
    });
    if (attempts < 10) await client.repeatActionRun({ params: { id: run.id } });
  }
  await isNoticed;
  await row('Tasks').getByText('It failed 10 times in a row.').waitFor();
  await row('Tasks').getByRole('switch', { name: 'Tasks is on' }).click();
  await row('Tasks').getByText('Paused after failures').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for Tasks' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await row('Tasks').waitFor({ state: 'detached' });
  assert(existsSync(`${notes}/note.md`));
  assert.deepEqual(window.complaints, []);
});
