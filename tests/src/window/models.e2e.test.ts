import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tinyModel, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

test('a model file is imported by its path, and removed after a question', async () => {
  await pages.inWindow('/models', async (page) => {
    await page.getByRole('button', { name: 'Import a file' }).click();
    await page.getByLabel('Or enter its path').fill('/nowhere/model.gguf');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('[data-invalid]').first().waitFor();
    await page.getByLabel('Or enter its path').fill(tinyModel);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/^No mode uses quoth-test-en\. Remove to free \d+ MB\.$/).waitFor();
    await page.getByRole('button', { name: 'Actions for quoth-test-en', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await until('it is gone', async () =>
      (await pages.own.getModelCatalog()).models.every(({ installed, included }) => !installed || included),
    );
  });
});

test('what is in memory stands first, then a model for each need and language', async () => {
  await pages.transcribe();
  await pages.inWindow('/models', async (page) => {
    const inUse = page.getByRole('region', { name: 'In use' });
    await inUse.getByText('In memory').waitFor();
    await inUse.getByText(/^[\d,]+ MB of memory/).waitFor();
    const choices = page.getByRole('region', { name: 'Recommended for this machine' }).getByRole('listitem');
    for (const [at, need] of ['Fast', 'Live', 'Most accurate'].entries())
      await choices.nth(at).getByText(need, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Language you speak' }).click();
    await page.getByRole('option', { name: 'Japanese' }).click();
    const known = new Set(
      (await pages.own.getModelCatalog()).models
        .filter(({ languages }) => languages.some((tag) => tag === '*' || /^ja\b/.test(tag)))
        .map(({ displayName }) => displayName),
    );
    await until('they know it', async () => {
      const names = await choices.locator('.break-words').allTextContents();
      return names.length > 0 && names.every((name) => known.has(name));
    });
    assert.deepEqual(await axeFindings(page), []);
  });
});

test('error rates have as many digits as each other, and licences are written as people do', async () => {
  await pages.inWindow('/models', async (page) => {
    const table = page.getByRole('region', { name: 'All models' });
    await table.getByText('Word errors').waitFor();
    const rates = (await table.getByRole('cell').allTextContents()).filter((text) => text.includes('%'));
    assert(rates.length > 20, `${rates.length} rates`);
    assert.deepEqual(
      rates.filter((text) => !/^\d+\.\d\d%$/.test(text)),
      [],
    );
    // Few people look for a licence: it is in the menu of its model.
    const { models } = await pages.own.getModelCatalog();
    for (const [licence, written] of [
      ['cc-by-4.0', / · CC-BY-4\.0$/],
      ['mit', / · MIT$/],
      ['apache-2.0', / · Apache-2\.0$/],
    ] as const) {
      const model = models.find((each) => each.licence === licence && each.listed && !each.installed);
      assert(model, licence);
      await table.getByRole('button', { name: `Actions for ${model.displayName}`, exact: true }).click();
      await page.getByRole('menu').getByText(written).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
  });
});

test('a model is found in each of its sizes', async () => {
  const files = (await pages.own.getModelCatalog()).models.filter(({ id }) => /^whisper-tiny-/.test(id));
  assert(files.length > 1);
  await pages.inWindow('/models', async (page) => {
    const rows = page.getByRole('row').filter({ has: page.getByText(/^Whisper Tiny( \(\w+\))?$/) });
    await page.getByRole('searchbox', { name: 'Search models' }).fill('whisper tiny');
    await until('one file of it', async () => (await rows.count()) === 1);
    await page.getByRole('combobox', { name: 'Filter models' }).click();
    await page.getByRole('option', { name: 'All files' }).click();
    await until('every file of it', async () => (await rows.count()) === files.length);
  });
});

test('a model file is chosen or dropped, sent and installed; what is not its file is refused in words', async () => {
  const file = { name: 'mine.gguf', mimeType: '', buffer: readFileSync(tinyModel) };
  await pages.inWindow('/models', async (page) => {
    const dialog = page.getByRole('dialog').filter({ has: page.locator('input[type=file]') });
    const choose = (chosen: typeof file) => dialog.locator('input[type=file]').setInputFiles(chosen);
    const begin = () => dialog.getByRole('button', { name: 'Import', exact: true }).click();
    // A model of the catalog: its checksum is shown, and another file does not pass for it.
    const other = (await pages.own.getModelCatalog()).models.find(
      ({ recommended, sha256, included }) => recommended && sha256 && !included,
    );
    assert(other?.sha256);
    const menu = page.getByRole('button', { name: `Actions for ${other.displayName}`, exact: true });
    await menu.first().click();
    await page.getByRole('menuitem', { name: 'Download manually' }).click();
    await dialog.getByText(other.sha256, { exact: true }).waitFor();
    await choose(file);
    await begin();
    await dialog
      .getByRole('alert')
      .getByText(/This is not the file of/)
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import a file' }).click();
    await choose({ ...file, name: 'talk.gguf', buffer: Buffer.from('RIFF, which is no model') });
    await begin();
    await dialog
      .getByRole('alert')
      .getByText(/not a GGUF file/)
      .waitFor();
    await choose(file);
    await dialog.getByText(/^mine\.gguf · /).waitFor();
    await begin();
    await dialog.waitFor({ state: 'detached' });
  });
  await pages.inWindow('/vocabulary', async (page) => {
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['GGUF'], 'dropped.gguf'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer }));
    })()`);
    const dialog = page.getByRole('dialog', { name: 'Import a model file' });
    await dialog.getByText(/^dropped\.gguf · /).waitFor();
  });
  const mine = (await pages.own.getModelCatalog()).models.find(({ id }) => id === 'mine');
  assert.equal(mine?.installed, true);
  await pages.own.removeModel({ params: { id: 'mine' } });
});
