import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shownModeName } from '@quoth/contract';
import { AlteredAnswers } from './altered-answers.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

test('a word is added, changed, deleted and taken back, with the keyboard alone', async () => {
  await pages.inWindow('/vocabulary', async (page) => {
    await page.getByLabel('Word or phrase').fill('cuba netties');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Kubernetes');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('listitem').filter({ hasText: 'Kubernetes' });
    await entry.waitFor();
    await page.getByLabel('Word or phrase').fill('CUBA  netties');
    await page.keyboard.press('Enter');
    await page.getByText('is already in the vocabulary').waitFor();
    await entry.getByRole('button', { name: 'Delete cuba netties' }).focus();
    await page.keyboard.press('Enter');
    await entry.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry.waitFor();
  });
  assert.deepEqual(
    (await pages.own.listVocabulary()).entries.map(({ phrase, written }) => [phrase, written]),
    [['cuba netties', 'Kubernetes']],
  );
});

test('a snippet of several lines is written in a dialog, for one language', async () => {
  await pages.inWindow('/vocabulary', async (page) => {
    await page.getByLabel('Word or phrase').fill('my sign off');
    await page.getByRole('button', { name: 'Text of several lines' }).click();
    const dialog = page.getByRole('dialog', { name: 'New snippet' });
    await dialog.getByLabel('Written as').fill('Best regards,\nAnna {{date}}');
    await dialog.getByLabel('Only in these languages').fill('de-CH en');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Only de, en' }).waitFor();
    assert.equal(await page.getByLabel('Word or phrase').inputValue(), '');
  });
  const { entries } = await pages.own.listVocabulary();
  const made = entries.find(({ phrase }) => phrase === 'my sign off');
  assert.deepEqual([made?.kind, made?.written], ['snippet', 'Best regards,\nAnna {{date}}']);
  assert.deepEqual(made?.languages, ['de', 'en']);
});

test('a CSV file goes in, what was left out is reported by its line, and all words go out again', async () => {
  await pages.inWindow('/vocabulary', async (page) => {
    const buffer = Buffer.from('phrase,written\nquoth,Quoth\na => b,\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer });
    const dialog = page.getByRole('dialog', { name: /skipped/ });
    await dialog.getByText('Entry 3').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Quoth' }).first().waitFor();
    await page.getByRole('button', { name: 'Import and export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const file = await download;
    assert.equal(file.suggestedFilename(), 'quoth-vocabulary.csv');
    assert.match(readFileSync(await file.path(), 'utf8'), /^quoth,Quoth(,,)?\r?$/m);
  });
});

test('an entry is for some modes, and a sentence shows what the rules make of it', async () => {
  const { modes } = await pages.own.listModes();
  const [first, second] = modes;
  assert(first && second);
  const nameOf = (name: string) => shownModeName(name, modes, 'en');
  await pages.own.updateMode({
    params: { id: first.id },
    body: { isDefault: true, numbersAsDigits: 'always', language: 'en' },
  });
  await pages.own.updateMode({ params: { id: second.id }, body: { numbersAsDigits: 'off', language: 'en' } });
  await pages.own.createVocabularyEntry({ body: { phrase: 'gizmo', written: 'Gizmo 9' } });
  await pages.inWindow('/vocabulary', async (page) => {
    await page.getByRole('button', { name: 'Edit gizmo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit entry' });
    await dialog.getByRole('switch', { name: nameOf(first.name) }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const named = page.getByRole('listitem').filter({ hasText: `Mode: ${nameOf(first.name)}` });
    await named.waitFor();
    // Until the modes are known, none counts as deleted.
    const release = await new AlteredAnswers(page).hold('listModes');
    await page.reload();
    await page.getByRole('button', { name: 'Edit gizmo' }).waitFor();
    assert.equal(await page.getByText('Deleted mode').count(), 0);
    release();
    await named.waitFor();
    const box = page.getByRole('region', { name: 'Try it' });
    await box.getByLabel('Sample text').fill('The gizmo costs twenty three dollars.');
    await box.getByRole('button', { name: 'Run' }).click();
    await box.getByText('The Gizmo 9 costs $23.').waitFor();
    await box.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: nameOf(second.name) }).click();
    await box.getByRole('button', { name: 'Run' }).click();
    await box.getByText('The gizmo costs twenty three dollars.').waitFor();
  });
  const { entries } = await pages.own.listVocabulary();
  assert.deepEqual(entries.find(({ phrase }) => phrase === 'gizmo')?.modes, [first.id]);
});
