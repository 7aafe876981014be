import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

const installed = async () =>
  (await pages.own.getModelCatalog()).models.filter((model) => model.installed).map(({ id }) => id);

test('a model that is part of Quoth says what it is good for and what comes next; it is removed and restored', async () => {
  await pages.inWindow('/models', async (page) => {
    const inUse = page.getByRole('region', { name: 'In use' });
    await inUse.getByText('English only; quick on any machine').waitFor();
    await inUse.getByText('About 5 in 100 words wrong').waitFor();
    await inUse.getByText(/instead of 4\.6 of 100 words wrong/).waitFor();
    assert.equal(await inUse.getByRole('button', { name: /^Download, / }).count(), 1);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByText('Moonshine Tiny', { exact: true }) })
      .first();
    await row.getByText('Included').waitFor();
    await row.getByRole('button', { name: 'Actions for Moonshine Tiny' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/Its file \(31 MB\) stays/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await until('the other one is left', async () => String(await installed()) === 'whisper-base-included');
    await inUse.getByText('Whisper Base', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore Moonshine Tiny' }).click();
    await inUse.getByText('Moonshine Tiny', { exact: true }).waitFor();
    assert.deepEqual(await installed(), ['moonshine-tiny-included', 'whisper-base-included']);
    assert.deepEqual(await axeFindings(page), []);
  });
});

test('a recording is transcribed by it at once, and names it', async () => {
  const id = await pages.transcribe();
  const { recording } = await pages.own.getRecording({ params: { id } });
  assert.match(recording.text ?? '', /^Go forward/);
  assert.equal(recording.transcriptionModel, 'moonshine-tiny-included');
});
