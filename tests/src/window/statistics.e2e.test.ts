import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings } from './axe.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

test('statistics count the history: nothing at first, then each recording by where it came from', async () => {
  await pages.inWindow('/statistics', async (page) => {
    await page.getByText('Nothing to count yet.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const id = await pages.transcribe();
    await pages.own.editRecording({ params: { id }, body: { text: 'one two three four' } });
    // It follows the history by itself.
    const program = page.getByRole('region', { name: 'By program' }).getByRole('listitem');
    await program.filter({ hasText: '4 words' }).waitFor();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 26 weeks' }).click();
    await page.getByRole('heading', { name: 'Words a week' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Back to History' }).click();
    await page.getByRole('button', { name: 'Statistics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
  });
});
