import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type RunningApplication, until } from '../support/running-application.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import type { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let window: OpenedWindow;
let page: Page;
windowTests({ path: '/settings/programs' }, (tests) => {
  ({ application, window, page } = tests);
});

const sheet = () => page.getByRole('dialog', { name: 'Create a token' });
const shown = () => page.locator('[data-field="shown-once"]');
const status = async (token: string, path: string) =>
  (await application.fetch(path, { headers: { authorization: `Bearer ${token}` } })).status;
let token: string;

test('a token is made with a few scopes, shown once, copied, and gone when that is done', async () => {
  await page.getByText('No tokens yet.').waitFor();
  await page
    .getByRole('region', { name: 'Templates' })
    .getByRole('button', { name: /^Backup/ })
    .click();
  assert.equal(await sheet().getByLabel('Name', { exact: true }).inputValue(), 'Backup');
  assert.equal(await sheet().getByRole('switch', { name: 'Read history' }).isChecked(), true);
  assert.equal(await sheet().getByRole('switch', { name: 'transcribe' }).isChecked(), false);
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Create a token' }).click();
  await sheet().waitFor();
  assert.deepEqual(await axeFindings(page), [], 'the sheet');
  await sheet().getByRole('button', { name: 'Create', exact: true }).click();
  await sheet().getByText('Required.').waitFor();
  await sheet().getByLabel('Name', { exact: true }).fill('Notes');
  await sheet().getByRole('switch', { name: 'transcribe' }).click();
  await until('nothing is allowed', () =>
    sheet().getByRole('button', { name: 'Create', exact: true }).isDisabled(),
  );
  await sheet().getByRole('switch', { name: 'Read modes' }).click();
  await sheet().getByRole('button', { name: 'Create', exact: true }).click();
  await sheet().waitFor({ state: 'detached' });
  token = (await shown().textContent()) ?? '';
  assert.match(token, /^quoth_[A-Za-z0-9_-]{43}$/);
  await page.getByRole('button', { name: 'Copy the new token' }).click();
  await page.getByText('Copied').first().waitFor({ state: 'attached' });
  assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), token);
  assert.deepEqual(await axeFindings(page), [], 'the token');
  await showTheme(page, 'dark');
  assert.deepEqual(await contrastFindings(page), [], 'dark');
  await page.getByRole('button', { name: 'Done' }).click();
  await shown().waitFor({ state: 'detached' });
  assert(!(await page.content()).includes(token));
  assert.deepEqual([await status(token, '/modes'), await status(token, '/events')], [200, 403]);
});

test('a name that is taken is refused in the sheet, with what was typed', async () => {
  await page.getByRole('button', { name: 'Create a token' }).click();
  await sheet().getByLabel('Name', { exact: true }).fill('NOTES');
  await sheet().getByRole('button', { name: 'Create', exact: true }).click();
  await sheet()
    .getByText(/already a token named "Notes"/)
    .waitFor();
  assert.equal(await sheet().getByLabel('Name', { exact: true }).inputValue(), 'NOTES');
  await page.keyboard.press('Escape');
  await sheet().waitFor({ state: 'detached' });
});

test('use shows by itself; revoking asks once and ends it at once', async () => {
  const row = page.getByRole('listitem').filter({ hasText: 'Notes' });
  await row.getByText(/^Last used/).waitFor();
  await row.getByText('2 calls in 30 days').waitFor();
  await row.getByText('1 refused').waitFor();
  await row.getByText('By day').click();
  const cells = row.getByRole('table').getByRole('row').nth(1).getByRole('cell');
  await cells.first().waitFor();
  assert.deepEqual(await cells.allTextContents(), ['1', '0', '1']);
  assert.deepEqual(await axeFindings(page), [], 'by day');
  await row.getByRole('button', { name: 'Revoke the token of Notes' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('loses access immediately').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await status(token, '/modes'), 200);
  await row.getByRole('button', { name: 'Revoke the token of Notes' }).click();
  await question.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('No tokens yet.').waitFor();
  assert.equal(await status(token, '/modes'), 401);
  assert.deepEqual(window.complaints, []);
});
