import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();
const folder = mkdtempSync(join(tmpdir(), 'quoth-backups-'));
after(() => rmSync(folder, { recursive: true }));

const vocabulary = async () =>
  (await (await pages.application.controlSocket()).listVocabulary()).entries.map(({ phrase }) => phrase);

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

  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('textbox', { name: 'File of the backup' }).fill(file);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Replace everything with this backup?' });
  await question.getByText('1 recording', { exact: false }).waitFor();
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

test('what is no backup is refused in words, and leaves nothing behind', async () => {
  const file = join(folder, 'letter.tar');
  writeFileSync(file, 'Dear Anna');
  await pages.inWindow('/settings', async (page) => {
    await page.getByRole('button', { name: 'Restore…' }).click();
    const field = page.getByRole('textbox', { name: 'File of the backup' });
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
