import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Page } from 'playwright-core';
import { TestGateway } from '../gateway/test-gateway.ts';
import { axeFindings } from './axe.ts';
import type { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let gateway: TestGateway;
let client: Client;
let window: OpenedWindow;
let page: Page;
windowTests(
  {
    flags: [],
    cloud: true,
    settings: { firstStepsDone: true },
    prepare: async ({ simulator }) => {
      gateway = await TestGateway.start(simulator);
    },
    path: '/settings/api-keys',
  },
  (tests) => {
    ({ own: client, window, page } = tests);
  },
);
after(() => gateway?.close());

test('Quoth cloud is set up by address and token, and shows what is left and what a minute costs', async () => {
  await page.getByRole('button', { name: 'Set up Quoth cloud' }).click();
  const sheet = page.getByRole('dialog', { name: 'Quoth cloud' });
  await sheet.getByRole('button', { name: 'Set up Quoth cloud' }).click();
  await sheet.getByText('The key is empty.').waitFor();
  await sheet.getByLabel('Address').fill(gateway.address);
  await sheet.getByLabel('Token').fill(gateway.token);
  await page.keyboard.press('Enter');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Quoth cloud: Valid/ }).waitFor();
  await page.getByText('$10.00 left').waitFor();
  await page.getByRole('button', { name: 'Edit the key for Quoth cloud' }).click();
  await sheet
    .getByRole('listitem')
    .filter({ hasText: 'Highest' })
    .getByText('$0.006 a minute · 27 hours left')
    .waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
  assert.equal((await page.content()).includes(gateway.token), false);
});

test('a mode goes to a tier, with its price where one chooses it, there and on Record', async () => {
  const { mode } = await client.createMode({ body: { name: 'Team' } });
  await window.turnTo(`/modes/${mode.id}`);
  await page.getByRole('combobox', { name: 'Speech model' }).click();
  await page.getByRole('option', { name: /^Quoth cloud/ }).click();
  await page.getByRole('combobox', { name: 'Accuracy' }).click();
  await page.getByRole('option', { name: /^High \$0\.006 a minute/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Team” saved.').waitFor();
  const saved = (await client.getMode({ params: { id: mode.id } })).mode;
  assert.deepEqual(
    [saved.model, saved.cloudProvider, saved.cloudAccuracyTier],
    ['cloud', 'quoth-gateway', 'high'],
  );
  await client.updateMode({ params: { id: mode.id }, body: { isDefault: true } });
  await window.turnTo('/');
  await page
    .getByRole('combobox', { name: /^Mode: Team/ })
    .getByText('Quoth cloud · High · $0.006 a minute')
    .waitFor();
});

test('a balance for less than ten minutes is reported where one records and where the token is kept', async () => {
  const poor = await gateway.account(45_000);
  await client.setProviderKey({ params: { id: 'quoth-gateway' }, body: { key: poor.token } });
  await client.testProvider({ params: { id: 'quoth-gateway' } });
  const main = page.getByRole('main');
  await main.getByText(/^Quoth cloud: 7 minutes left\./).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await main.getByRole('link', { name: 'Show the balance' }).click();
  await page.getByRole('heading', { level: 2, name: 'API keys' }).waitFor();
  await main.getByText(/^Quoth cloud: 7 minutes left\./).waitFor();
});
