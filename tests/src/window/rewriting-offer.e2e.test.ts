import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import type { Dictation } from '@quoth/contract';
import type { Browser } from 'playwright-core';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { type RunningApplication, until } from '../support/running-application.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let simulator: ProviderSimulator;
let application: RunningApplication;
let client: Client;
let browser: Browser;
windowTests({ flags: [], cloud: true, settings: { firstStepsDone: true } }, (tests) => {
  ({ simulator, application, own: client, browser } = tests);
});

/** A dictation that has just become text. */
const finished: Dictation = {
  recording: null,
  processing: [
    {
      id: '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b',
      phase: 'shown',
      mode: { id: '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b', name: 'Voice to text' },
      delivery: 'none',
      program: null,
      private: false,
      ended_by: 'stopped',
      duration_ms: 2_000,
      text: 'This was said just now.',
      error: null,
    },
  ],
  question: null,
  busy: false,
  refusal: null,
  microphone: null,
  pre_roll: false,
  replaced: [],
  discarded: [],
};

const usualMode = async () => (await client.listModes()).modes.find(({ isDefault }) => isDefault);

test('a server that answers on this machine is offered, and used once the button is pressed', async () => {
  const window = await OpenedWindow.open(application, browser, { path: '/settings' });
  const { page } = window;
  const answers = new AlteredAnswers(page);
  await answers.alter('findLocalServers', () => ({
    ok: true,
    servers: [{ preset: 'ollama', displayName: 'Ollama', models: ['qwen3:4b'] }],
  }));
  assert.equal((await usualMode())?.postProcessingMode, 0, 'nothing rewrites before');
  await page.getByRole('link', { name: 'Record', exact: true }).first().click();
  await page.getByText('Ollama is running on this machine.').waitFor();
  await page.getByText('Your text stays on this machine.').waitFor();
  // What was said comes first.
  await answers.alter('getDictation', (body) => ({ ...body, dictation: finished }));
  await page.reload();
  const order = page.getByRole('article').or(page.getByText('Ollama is running on this machine.'));
  await order.nth(1).waitFor();
  assert.match((await order.allTextContents())[0] ?? '', /said just now/);
  answers.heal('getDictation');
  await page.reload();
  await page.getByText('Your text stays on this machine.').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Turn on rewriting' }).click();
  await page.getByText('Rewriting is on. The default mode is “Clean text”.').waitFor();
  await page.getByText('Ollama is running on this machine.').waitFor({ state: 'detached' });
  assert.equal((await usualMode())?.name, 'Hyper');
  assert((await client.listProviders()).providers.some(({ id }) => id === 'ollama'));
  assert.equal((await client.getSettings()).settings.rewritingOffered, true);
  assert.deepEqual(window.complaints, []);
  await window.close();
});

test('the moment a key works it is offered, and never again once it was declined', async () => {
  await client.removeEndpoint({ params: { id: 'ollama' } });
  const plain = (await client.listModes()).modes.find(({ postProcessingMode }) => postProcessingMode === 0);
  await client.updateMode({ params: { id: plain?.id ?? '' }, body: { isDefault: true } });
  await client.updateSettings({ body: { rewritingOffered: false } });
  const window = await OpenedWindow.open(application, browser, { path: '/settings/api-keys' });
  const { page } = window;
  const offer = page.getByText('OpenAI is ready to rewrite your transcripts.');
  await page.getByRole('button', { name: 'Add a key for OpenAI' }).click();
  await page.getByLabel('API key', { exact: true }).fill(simulator.key('openai'));
  await page.getByText('The key works.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await offer.waitFor();
  await page.getByText('The text is sent to OpenAI.').waitFor();
  await page.getByRole('button', { name: 'Not now' }).click();
  await offer.waitFor({ state: 'detached' });
  await until('it is written down', async () => (await client.getSettings()).settings.rewritingOffered);
  await page.getByRole('link', { name: 'Record', exact: true }).first().click();
  await page.getByRole('button', { name: 'Record', exact: true }).waitFor();
  assert.equal(await offer.count(), 0);
  assert.equal((await usualMode())?.postProcessingMode, 0, 'declined: nothing has changed');
  assert.deepEqual(window.complaints, []);
  await window.close();
});
