import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Page } from 'playwright-core';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { sample, tinyModel, until } from '../support/running-application.ts';
import { tabTo, waitForFocus } from './by-keyboard.ts';
import type { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

// Each flow with the keyboard alone: nothing here clicks, and nothing sets the focus but keys.
const [hello] = testSentences();
assert(hello);

let microphone: VirtualMicrophone;
let simulator: ProviderSimulator;
let client: Client;
let window: OpenedWindow;
let page: Page;
windowTests(
  {
    flags: [],
    microphone: true,
    cloud: true,
    settings: { firstStepsDone: true },
    model: 'quoth-test-en-streaming',
    path: '/',
  },
  async (tests) => {
    ({ microphone, simulator, own: client, window, page } = tests);
    await isAtStart();
  },
);
/** The page of the button has the focus only once it is there. */
const isAtStart = () => page.getByRole('button', { name: 'Record', exact: true }).waitFor();
afterEach(async () => {
  assert.deepEqual(window.complaints, []);
  // Every flow begins here, in the same window: to open another takes as long as a flow.
  if (new URL(page.url()).pathname === '/') await window.go('/');
  else await window.turnTo('/');
  await isAtStart();
});

const press = (...keys: readonly string[]) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
const type = (text: string) => page.keyboard.type(text);
/** To a page by its two keys. */
const goTo = async (key: string, title: string) => {
  await press('g', key);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

test('record: begin, end, edit, copy', async () => {
  await tabTo(page, 'Record');
  await press('Enter');
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  await microphone.play(hello.samples);
  await waitForFocus(page, 'Stop recording');
  await press('Enter');
  const result = page.getByRole('article', { name: 'Transcript' });
  await result.getByRole('button', { name: 'Edit' }).waitFor();
  await tabTo(page, 'Edit');
  await press('Enter');
  await waitForFocus(page, 'Text of the recording');
  await press('Control+A');
  await type('Written by hand');
  await press('Control+Enter');
  await result.getByText('Written by hand').waitFor();
  await tabTo(page, 'Copy');
  await press('Enter');
  await result.getByText('Copied', { exact: true }).waitFor({ state: 'attached' });
  await until('it is on the clipboard', async () => {
    return (await page.evaluate<string>('navigator.clipboard.readText()')) === 'Written by hand';
  });
});

test('history: search, open, export', async () => {
  const recorded = await client.transcribe({
    bytes: readFileSync(sample('go-forward')),
    contentType: 'audio/wav',
  });
  const id = 'recording_id' in recorded ? String(recorded.recording_id) : '';
  await client.editRecording({ params: { id }, body: { text: 'A zebra by the road' } });
  await goTo('h', 'History');
  await press('/');
  await type('zebra');
  await page.locator('[data-row] mark').first().waitFor();
  await tabTo(page, /^A zebra by the road/);
  await press('Enter');
  await page
    .getByRole('region', { name: 'Recording', exact: true })
    .getByRole('button', { name: 'Export' })
    .waitFor();
  await tabTo(page, 'Export');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Text (.txt)' }).waitFor();
  const download = page.waitForEvent('download');
  await press('Enter');
  assert.match(readFileSync(await (await download).path(), 'utf8'), /zebra/);
});

test('history: transcribe again with a mode that rewrites, undo the rewriting', async () => {
  await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
  const written = {
    model: 'quoth-test-en-streaming',
    postProcessingMode: 1,
    postProcessingProvider: 'openai',
  } as const;
  const { mode } = await client.createMode({ body: { name: 'Written', ...written } });
  const answer = await client.transcribe({
    bytes: readFileSync(sample('go-forward')),
    contentType: 'audio/wav',
  });
  const id = 'recording_id' in answer ? String(answer.recording_id) : '';
  const read = async () => (await client.getRecording({ params: { id } })).recording;
  await goTo('h', 'History');
  await page.locator('[data-row]').first().waitFor();
  await until('the first row has the focus', async () => {
    await press('Tab');
    return (await page.locator(':focus').getAttribute('data-row')) !== null;
  });
  await press('Enter');
  await page.getByRole('button', { name: 'More actions' }).waitFor();
  await tabTo(page, 'More actions');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Transcribe again with Written' }).waitFor();
  await type('Transcribe again with Written');
  await press('Enter');
  await until('it is rewritten', async () => (await read()).postProcessedText !== null);
  await page.getByRole('button', { name: 'As said' }).waitFor();
  await tabTo(page, 'As said');
  await press('Enter');
  await page.getByRole('button', { name: 'Use this text' }).waitFor();
  await tabTo(page, 'Use this text');
  await press('Enter');
  await page.getByRole('button', { name: 'As said' }).waitFor({ state: 'detached' });
  await client.deleteMode({ params: { id: mode.id } });
});

test('record: choose another mode by its first letters', async () => {
  await client.createMode({ body: { name: 'Zettel', model: 'quoth-test-en-streaming' } });
  const chosen = async () => (await client.listModes()).modes.find(({ isDefault }) => isDefault)?.name;
  const before = (await client.listModes()).modes.find(({ isDefault }) => isDefault);
  await tabTo(page, /^Mode: /);
  // The list is loaded now; its button is another one then, and has the focus again.
  await press('ArrowDown');
  await waitForFocus(page, 'Search modes');
  await press('Escape');
  await waitForFocus(page, `Mode: ${before?.name}. Change mode`);
  await press('Enter');
  await waitForFocus(page, 'Search modes');
  await type('zett');
  await page.getByRole('option', { name: /^Zettel/ }).waitFor();
  await press('Enter');
  await until('it is the default', async () => (await chosen()) === 'Zettel');
  await client.updateMode({ params: { id: before?.id ?? '' }, body: { isDefault: true } });
});

test('the palette opens the documentation; Esc closes what floats at once', async () => {
  await press('Control+k');
  await waitForFocus(page, 'Search everything');
  await type('documentation');
  await press('Enter');
  await page.getByText(/^This could not be opened\. It is at .*docs.README\.md$/).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(sample('go-forward'));
  const sheet = page.getByRole('dialog', { name: 'Files' });
  await sheet.getByRole('button', { name: /^Copy/ }).waitFor();
  await press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

test('modes: make one, name it, save it, move it', async () => {
  await goTo('m', 'Modes');
  await page.getByRole('button', { name: 'New mode' }).waitFor();
  await tabTo(page, 'New mode');
  await press('Enter');
  await waitForFocus(page, 'Blank');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New mode' }).waitFor();
  await tabTo(page, 'Name');
  await press('Control+A');
  await type('Quiet');
  await tabTo(page, /^Formatting/);
  await press('Enter');
  await tabTo(page, 'Capitalization');
  await press('Space');
  // Backwards: the buttons stand before the fields.
  await until('Save has the focus', async () => {
    await press('Shift+Tab');
    return (await page.locator(':focus').textContent()) === 'Save';
  });
  await press('Enter');
  await page.getByText('“Quiet” saved.').waitFor();
  await goTo('m', 'Modes');
  await tabTo(page, 'Move Quiet');
  const place = (await client.listModes()).modes.findIndex(({ name }) => name === 'Quiet') + 1;
  await press('Space');
  await page.getByText(`Quiet at position ${place}.`).waitFor({ state: 'attached' });
  await press('ArrowUp');
  await page.getByText(`Quiet at position ${place - 1}.`).waitFor({ state: 'attached' });
  await press('Space');
  await until('it has moved', async () => (await client.listModes()).modes[place - 2]?.name === 'Quiet');
});

test('vocabulary: add, change, delete, undo', async () => {
  await goTo('v', 'Vocabulary');
  const entry = page.getByRole('listitem').filter({ hasText: 'Kubernetes' });
  await tabTo(page, 'Word or phrase');
  await type('cuba netties');
  await press('Tab');
  await type('Kubernetes');
  await press('Enter');
  await entry.waitFor();
  await tabTo(page, 'Edit cuba netties');
  await press('Enter');
  await waitForFocus(page, 'Word or phrase');
  await press('Control+A');
  await type('kuba netties');
  await press('Enter');
  await entry.getByText('kuba netties').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo(page, 'Delete kuba netties');
  await press('Enter');
  await entry.waitFor({ state: 'detached' });
  await press('F6');
  await tabTo(page, 'Undo');
  await press('Enter');
  await entry.waitFor();
});

test('models: import a file, remove it', async () => {
  await goTo('o', 'Models');
  await page.getByText('Recommended for this machine').waitFor();
  await tabTo(page, 'Import a file');
  await press('Enter');
  await waitForFocus(page, 'Choose a file');
  await tabTo(page, 'Or enter its path');
  await type(tinyModel);
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for quoth-test-en', exact: true }).waitFor();
  await tabTo(page, 'Actions for quoth-test-en');
  await press('Enter');
  await waitForFocus(page, 'Remove');
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await tabTo(page, 'Remove');
  await press('Enter');
  await until('it is gone', async () =>
    (await client.getModelCatalog()).models.every(
      ({ id, installed }) => id !== 'quoth-test-en' || !installed,
    ),
  );
});

test('API server: on, a tab, off', async () => {
  await press('Control+k');
  await waitForFocus(page, 'Search everything');
  await type('api server');
  await press('Enter');
  await page.getByRole('switch', { name: 'API Server' }).waitFor();
  // The section has the focus, and the next stop is what one can do there.
  await waitForFocus(page, 'API Server');
  await press('Tab');
  await press('Space');
  await page.getByText(/^On at /).waitFor();
  await tabTo(page, 'Connection');
  await press('ArrowRight', 'ArrowRight', 'Enter');
  await page.getByRole('tab', { name: 'cURL', selected: true }).waitFor();
  await client.switchApiServer({ body: { enabled: false } });
});

test('settings: a choice and a switch', async () => {
  await goTo('s', 'Settings');
  await page.getByRole('combobox', { name: 'Appearance' }).waitFor();
  await tabTo(page, 'Appearance');
  await press('Enter');
  await page.getByRole('option', { name: 'Dark' }).waitFor();
  await press('d', 'Enter');
  await until('it is dark', async () => (await client.getSettings()).settings.appearance === 'dark');
  await tabTo(page, 'Quit when the last window is closed');
  await press('Space');
  await until('it is kept', async () => (await client.getSettings()).settings.endWithLastWindow);
  await client.updateSettings({ body: { appearance: 'system', endWithLastWindow: false } });
});

test('first run: through every step', async () => {
  await window.go('/welcome');
  for (const [name, next] of [
    ['Say something.', 'Next'],
    ['Dictate in any program', 'Start dictating'],
  ] as const) {
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await tabTo(page, next);
    // The shortcut that is to be tried may reach the window, too.
    await press('Control+Alt+Space');
    await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
    await press('Enter');
  }
  await page.getByRole('heading', { level: 1, name: 'Record' }).waitFor();
});
