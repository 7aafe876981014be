import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser, Page } from 'playwright-core';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

const models = join(import.meta.dirname, '..', '..', '..', 'packages', 'core', 'src', 'models', 'fixtures');
const [hello, , open] = testSentences();
assert(hello && open);
const spoken = concatenated([hello.samples, pause(0.8), open.samples, pause(1)]);

let microphone: VirtualMicrophone;
let simulator: ProviderSimulator;
let application: RunningApplication;
let client: Client;
let browser: Browser;
let window: OpenedWindow;
let page: Page;
before(async () => {
  buildPage();
  microphone = await VirtualMicrophone.start();
  simulator = await ProviderSimulator.start();
  application = await RunningApplication.start(temporaryHome(), [], {
    ...microphone.env,
    QUOTH_SIMULATED_CLOUD: simulator.origin,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  });
  client = await application.controlSocket();
  await client.updateSettings({ body: { soundCues: false, keyStorage: 'file', firstStepsDone: true } });
  await client.importModel({ body: { path: join(models, 'quoth-test-en-streaming.gguf') } });
  await client.createMode({ body: { name: 'Test', model: 'quoth-test-en-streaming', isDefault: true } });
  await client.createMode({
    body: { name: 'In the cloud', model: 'cloud', cloudProvider: 'openai' },
  });
  browser = await startBrowser();
  window = await OpenedWindow.open(application, browser);
  page = window.page;
});
after(async () => {
  await browser?.close();
  await application?.remove();
  await simulator?.close();
  await microphone?.stop();
});

const start = () => page.getByRole('button', { name: 'Record', exact: true });
const stop = () => page.getByRole('button', { name: 'Stop recording' });
const state = (text: string) => page.locator('#record-state').getByText(text, { exact: true });

test('speak into the window: level, time, live text, and the text at the end [WINDOW-RECORD]', async () => {
  await start().click();
  await stop().waitFor();
  await microphone.play(spoken);
  await page.getByRole('log', { name: 'What was heard' }).getByText(/\w/).first().waitFor();
  await page
    .getByRole('timer')
    .getByText(/0:0[1-9]/)
    .waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await stop().click();
  const result = page.getByRole('article', { name: 'Transcript' });
  await result.getByText(/\w/).first().waitFor();
  const { recordings } = await client.searchRecordings({ query: { source: 'dictation' } });
  const text = recordings[0]?.text ?? '';
  await result.getByText(text).waitFor();
  await result.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied').first().waitFor({ state: 'attached' });
  assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text);
});

test('the space bar begins and ends; a recording can be discarded [WINDOW-RECORD]', async () => {
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Space');
  await state('Recording').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await start().waitFor();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Space');
  await state('Recording').waitFor();
  await microphone.play(hello.samples);
  await page.keyboard.press('Space');
  await start().waitFor();
});

test('a mode whose provider has no key cannot record: the button says why, the settings stay usable [WINDOW-RECORD-REFUSED]', async () => {
  await page.getByRole('combobox', { name: /^Mode: Test/ }).click();
  await page.getByRole('option', { name: /^In the cloud/ }).click();
  await page.getByRole('link', { name: 'Open API keys' }).waitFor();
  assert.equal(await start().isDisabled(), true);
  const { dictation } = await client.getDictation({});
  assert.equal(dictation.refusal?.code, 'MISSING_API_KEY');
  assert.deepEqual(await axeFindings(page), []);
  await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
  await page.getByText('Press the button or the space bar, and speak.').waitFor();
  await page.getByRole('combobox', { name: /^Mode: In the cloud/ }).click();
  await page.getByRole('option', { name: /^Test/ }).click();
  await page.getByRole('combobox', { name: /^Mode: Test/ }).waitFor();
});

test('files dropped on the window are transcribed, several at once; one can be cancelled [WINDOW-FILES]', async () => {
  const buffer = readFileSync(sample('go-forward'));
  const files = ['one.wav', 'two.wav', 'notes.txt'].map((name) => ({
    name,
    mimeType: name.endsWith('wav') ? 'audio/wav' : 'text/plain',
    buffer: name.endsWith('wav') ? buffer : Buffer.from('no audio'),
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  const sheet = page.getByRole('dialog', { name: 'Files' });
  await sheet.getByRole('button', { name: 'Copy the transcript of one.wav' }).waitFor();
  await sheet.getByRole('button', { name: 'Copy the transcript of two.wav' }).waitFor();
  await sheet
    .getByRole('listitem')
    .filter({ hasText: 'notes.txt' })
    .getByRole('status')
    .filter({ hasText: /audio/i })
    .waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await until('the sheet is gone', () => sheet.isHidden());
});
