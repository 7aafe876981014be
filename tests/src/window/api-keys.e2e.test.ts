import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { type RunningApplication, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let simulator: ProviderSimulator;
let application: RunningApplication;
let browser: Browser;
let window: OpenedWindow;
let page: Page;
windowTests({ flags: [], cloud: true, path: '/settings/api-keys' }, (tests) => {
  ({ simulator, application, browser, window, page } = tests);
});
beforeEach(async () => {
  await window.turnTo('/settings/api-keys');
  await page.getByText('Soniox', { exact: true }).or(addProvider()).first().waitFor();
  if (await addProvider().isVisible()) await addProvider().click();
});
afterEach(() => simulator.heal());

/** Shows those without a key; not there as long as no provider has one, because all are shown then. */
const addProvider = () => page.getByRole('button', { name: 'Add a provider' });
const pill = (provider: string): Locator => page.getByRole('button', { name: new RegExp(`^${provider}: `) });
const openSheet = (provider: string) =>
  page.getByRole('button', { name: new RegExp(`^(Add|Edit) (a|the) key for ${provider}$`) }).click();
const keyField = () => page.getByLabel('API key', { exact: true });
const testButton = () => page.getByRole('button', { name: 'Test connection' });

test('a key is kept and checked half a second after typing stops, and the pill follows', async () => {
  await pill('OpenAI').getByText('No key').waitFor();
  await openSheet('OpenAI');
  assert.equal(await testButton().isDisabled(), true, 'there is nothing to test');
  assert.equal(await keyField().getAttribute('type'), 'password');
  simulator.arrivals.length = 0;
  await keyField().pressSequentially(simulator.key('openai'), { delay: 5 });
  await page.getByText('The key works.').waitFor();
  assert.equal(simulator.arrivals.length, 1, 'one probe for all that was typed');
  await page.getByRole('button', { name: 'Done' }).click();
  await pill('OpenAI').getByText('Valid').waitFor();
  await pill('OpenAI').click();
  await page.getByText(/^Answered in \d+ ms\.$/).waitFor();
});

test('each outcome has its banner, in the words of the design', async () => {
  await openSheet('Mistral');
  await keyField().fill('sk-wrong');
  const rejected = 'The key was rejected: it is invalid, expired or lacks a permission.';
  await page.getByRole('dialog').getByText(rejected).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  simulator.fail('mistral', { kind: 'status', status: 503 });
  await testButton().click();
  await page.getByText('Mistral can’t be reached. Check the network; the key is kept.').waitFor();
  simulator.heal();
  await keyField().fill(simulator.key('mistral'));
  await testButton().click();
  await page.getByText('The key works.').waitFor();
  await page.getByRole('button', { name: 'Remove the key' }).click();
  await until('the key is gone', async () => {
    const { providers } = await (await application.controlSocket()).listProviders();
    return providers.find(({ id }) => id === 'mistral')?.label === 'No key';
  });
  await page.getByRole('button', { name: 'Done' }).click();
  await pill('Mistral').getByText('No key').waitFor();
});

test('a key that is typed and left at once is kept, and another window shows it', async () => {
  const other = await OpenedWindow.open(application, browser, { path: '/settings/api-keys' });
  await openSheet('Groq');
  await keyField().fill(simulator.key('groq'));
  await page.keyboard.press('Escape');
  await pill('Groq').getByText('Valid').waitFor();
  await other.page.getByRole('button', { name: /^Groq: Valid/ }).waitFor();
  await other.close();
});

test('the key typed last is kept, also while an earlier one is checked; a verdict is shown for its own key', async () => {
  const works = page.getByText('The key works.');
  const arrived = () => simulator.arrivals.some(({ vendor }) => vendor === 'mistral');
  simulator.fail('mistral', { kind: 'hang' });
  await openSheet('Mistral');
  await keyField().fill('sk-wrong');
  await until('the wrong key is checked', arrived);
  simulator.heal();
  await keyField().fill(simulator.key('mistral'));
  await page.keyboard.press('Escape');
  await pill('Mistral').getByText('Valid', { exact: true }).waitFor();
  await openSheet('Mistral');
  await works.waitFor();
  await keyField().fill('with a space');
  await page.getByText('A key must be ASCII without spaces').waitFor();
  assert.equal(await works.count(), 0, 'what is typed is no key');
  await keyField().fill('');
  await works.waitFor();
  simulator.fail('mistral', { kind: 'hang' });
  await keyField().fill('sk-another');
  assert.equal(await works.count(), 0, 'nothing is known of another key');
  await page.getByRole('dialog').getByText('Checking…').waitFor();
});

test('the key itself never comes back to the page', async () => {
  await openSheet('Groq');
  assert.equal(await keyField().inputValue(), '');
  assert.equal((await page.content()).includes(simulator.key('groq')), false);
});

test('the whole flow by keyboard alone: add, type, test, close; focus goes back to where it came from', async () => {
  const add = page.getByRole('button', { name: 'Add a key for Deepgram' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(simulator.key('deepgram'));
  await page.keyboard.press('Enter');
  await page.getByText('The key works.').waitFor();
  await page.keyboard.press('Escape');
  const back = page.getByRole('button', { name: 'Edit the key for Deepgram' });
  await back.waitFor();
  await until('the focus is back', async () => {
    const name = await page.locator(':focus').getAttribute('aria-label');
    return name === 'Edit the key for Deepgram';
  });
});

test('a server of the user is added, refused when its address cannot be one, and removed', async () => {
  await page.getByRole('button', { name: 'Add a server' }).first().click();
  await page.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: 'Another server' }).click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Add a server' });
  await submit.click();
  await page.getByText('Enter the server’s address.').waitFor();
  await page.getByLabel('Address').fill('http://example.org/v1');
  await page.getByText(/^Give an https address; http is for this machine/).waitFor();
  await page.getByLabel('Address').fill(`${simulator.origin}/compatible/v1`);
  await page.getByLabel('Name', { exact: true }).fill('Office');
  await page.getByLabel('API key', { exact: true }).fill(simulator.key('compatible'));
  await submit.click();
  await pill('Office').getByText('Valid').waitFor();
  await openSheet('Office');
  await page.getByRole('button', { name: 'Remove the server' }).click();
  await page.getByText('No servers yet.').waitFor();
});

test('a mode sends speech while one speaks only where its provider can', async () => {
  const client = await application.controlSocket();
  await client.setProviderKey({ params: { id: 'deepgram' }, body: { key: simulator.key('deepgram') } });
  const body = { name: 'Streams', model: 'cloud', cloudProvider: 'deepgram' };
  const { mode } = await client.createMode({ body });
  await window.turnTo(`/modes/${mode.id}`);
  const sends = page.getByRole('switch', { name: 'Stream while I speak' });
  await page.locator('summary').filter({ hasText: 'Its model, subject and streaming' }).click();
  await sends.click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('“Streams” saved.').waitFor();
  assert.equal((await client.getMode({ params: { id: mode.id } })).mode.useStreamingTranscription, true);
  await page.getByRole('combobox', { name: 'Provider’s model' }).click();
  await page.getByRole('option', { name: /Nova-2$/ }).click();
  await sends.waitFor({ state: 'detached' });
});

test('without a keyring the sheet says so in one line, and one button keeps the key in a file', async () => {
  const client = await application.controlSocket();
  await client.updateSettings({ body: { keyStorage: 'secure-store' } });
  await openSheet('Groq');
  await keyField().fill(simulator.key('groq'));
  await page.getByText('The key is not saved: this machine has no keyring.').waitFor();
  assert.equal(await page.getByText(/no keyring/).count(), 1, 'and no message lies over the sheet');
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Save in a file' }).click();
  await page.getByText('The key works.').waitFor();
  assert.equal((await client.getSettings()).settings.keyStorage, 'file');
});
