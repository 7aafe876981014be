import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@quoth/client';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Page } from 'playwright-core';
import { TestGateway } from '../gateway/test-gateway.ts';
import { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { RunningApplication, sample, temporaryHome } from '../support/running-application.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';
import { picturePath } from './picture-path.ts';

// Takes pictures of every page, light and dark, wide and narrow, of the real application: those of docs/screenshots,
// and the others into dist/screenshots. `npm run screenshots`.
const root = join(import.meta.dirname, '..', '..', '..');
const sizes = { wide: { width: 1120, height: 760 }, narrow: { width: 390, height: 760 } } as const;
const pages = [
  ['history', '/history'],
  ['statistics', '/statistics'],
  ['modes', '/modes'],
  ['vocabulary', '/vocabulary'],
  ['models', '/models'],
  ['welcome', '/welcome'],
  ['settings', '/settings'],
  ['shortcuts', '/settings/shortcuts'],
  ['api-keys', '/settings/api-keys'],
  ['local-api', '/settings/local-api'],
  ['local-api-mcp', '/settings/local-api?tab=mcp'],
  ['local-api-curl', '/settings/local-api?tab=curl'],
  ['programs', '/settings/programs'],
  ['actions', '/settings/actions'],
] as const;
const texts = [
  'Remind me to water the plants on Thursday.',
  'The release goes out on Tuesday at three. Anna checks the notes on Monday, and I write to the customers who asked for captions.',
  'Buy bread, olives, lemons and the good coffee.',
  'In the meeting we said that the history stays on this machine, that nothing is deleted without asking, and that exports keep their word times.',
  'Go forward ten meters.',
] as const;
const only = process.argv.slice(2);

buildPage();
const display = await TestDisplay.start();
const microphone = await VirtualMicrophone.start();
const simulator = await ProviderSimulator.start();
const gateway = await TestGateway.start(simulator);
const application = await RunningApplication.start(temporaryHome(), ['--api'], {
  ...microphone.env,
  ...display.env,
  QUOTH_SIMULATED_CLOUD: simulator.origin,
  LC_ALL: 'en_US.UTF-8',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
});
const browser = await startBrowser();
try {
  const client = await application.controlSocket();
  await fill(client);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const name = (page: string) => `${page}-${colorScheme}-${size}`;
      const window = await OpenedWindow.open(application, browser, { colorScheme, viewport });
      await record(window.page, name);
      if (size === 'wide') await palette(window.page, name);
      for (const [page, path] of pages) {
        if (!isWanted(page)) continue;
        await window.go(path);
        await shoot(window.page, name(page));
      }
      if (isWanted('recording-open')) {
        await window.go('/history');
        await window.page.getByRole('button', { name: /^The release goes out/ }).click();
        await window.page.getByRole('button', { name: 'Export', exact: true }).waitFor();
        await shoot(window.page, name('recording-open'));
      }
      if (isWanted('mode')) {
        await window.go('/modes');
        await window.page.getByRole('link', { name: 'Team notes', exact: true }).click();
        await window.page.getByLabel('Name', { exact: true }).waitFor();
        await window.page.getByRole('button', { name: 'Run' }).click();
        await window.page.getByRole('button', { name: 'Copy the result' }).waitFor();
        await shoot(window.page, name('mode'));
      }
      if (isWanted('model-file')) {
        await window.go('/models');
        await window.page.getByRole('button', { name: 'Actions for Parakeet TDT-CTC 110M' }).click();
        await window.page.getByRole('menuitem', { name: 'Download manually' }).click();
        await window.page.getByRole('dialog').getByText('SHA-256').waitFor();
        await shoot(window.page, name('model-file'));
      }
      if (isWanted('quoth-cloud')) {
        await window.go('/settings/api-keys');
        await window.page.getByRole('button', { name: 'Edit the key for Quoth cloud' }).click();
        await window.page.getByText('27 hours left').first().waitFor();
        await shoot(window.page, name('quoth-cloud'));
      }
      if (isWanted('mcp-sheet')) {
        await window.go('/settings/local-api?tab=mcp');
        await window.page.getByRole('combobox', { name: 'Program', exact: true }).click();
        await window.page.getByRole('option', { name: 'Claude Code', exact: true }).click();
        await window.page.getByRole('button', { name: 'Add to Claude Code' }).click();
        await window.page.getByRole('dialog').getByText('Read modes').waitFor();
        await shoot(window.page, name('mcp-sheet'));
      }
      if (isWanted('question')) {
        // What was open before would lie behind it.
        await window.go('/history');
        await question(window.page, name('question'), client);
      }
      if (isWanted('key-sheet')) {
        await window.go('/settings/api-keys');
        await window.page.getByRole('button', { name: 'Edit the key for OpenAI' }).click();
        await window.page.getByRole('button', { name: 'Test connection' }).click();
        await window.page.getByText('The key works.').waitFor();
        await shoot(window.page, name('key-sheet'));
      }
      await window.close();
    }
  }
} finally {
  await browser.close();
  await application.remove();
  await gateway.close();
  await simulator.close();
  await microphone.stop();
  await display.stop();
}

function isWanted(page: string): boolean {
  return only.length === 0 || only.includes(page);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  await sleep(400);
  // Where this clone lies says nothing to anyone who looks at the picture.
  await page.evaluate(
    `for (const code of document.querySelectorAll('pre, code')) if (code.textContent.includes(${JSON.stringify(root)})) code.textContent = code.textContent.replaceAll(${JSON.stringify(root)}, '/home/me/quoth')`,
  );
  await page.screenshot({ path: picturePath(`${name}.png`) });
}

/** Something to see on every page, made by the application itself. */
async function fill(client: Client): Promise<void> {
  await client.updateSettings({ body: { soundCues: false, keyStorage: 'file', firstStepsDone: true } });
  const { token } = await client.createNamedToken({
    body: { name: 'Meeting notes', scopes: ['transcribe', 'rewrite', 'record'], record: 'ask' },
  });
  await client.createNamedToken({
    body: { name: 'Backup', scopes: ['history.read'], expires_at: '2030-01-31' },
  });
  for (const phrase of ['Quoth', 'Anna Lindqvist']) await client.createVocabularyEntry({ body: { phrase } });
  await client.createVocabularyEntry({ body: { phrase: 'type script', written: 'TypeScript' } });
  for (const id of ['openai', 'deepgram', 'groq']) {
    await client.setProviderKey({
      params: { id },
      body: { key: id === 'groq' ? 'sk-wrong' : simulator.key(id) },
    });
    await client.testProvider({ params: { id } });
  }
  await client.addEndpoint({
    body: { preset: 'quoth-gateway', baseUrl: `${gateway.address}/v1`, key: gateway.token },
  });
  await client.testProvider({ params: { id: 'quoth-gateway' } });
  await client.createMode({
    body: {
      name: 'Team notes',
      model: 'cloud',
      cloudProvider: 'quoth-gateway',
      cloudAccuracyTier: 'high',
      removeTrailingPeriod: true,
    },
  });
  // Of a mode that nothing here is recorded in: no picture writes notes or posts.
  const { modes } = await client.listModes();
  const quiet = modes.filter(({ name }) => name === 'Team notes').map(({ id }) => id);
  const actions = [
    ['Daily note', { kind: 'file', path: '~/Notes/{{date}}.md', entry: '- {{time}} {{line}}' }],
    ['Log', { kind: 'program', command: ['~/bin/log-dictation', '--tag', 'voice'] }],
    ['Tasks', { kind: 'webhook', url: 'https://example.com/quoth' }],
  ] as const satisfies readonly (readonly [string, object])[];
  for (const [name, does] of actions)
    await client.createAction({
      body: {
        name,
        does: does.kind === 'program' ? { ...does, command: [...does.command] } : does,
        modes: quiet,
      },
    });
  // One recording is all there is to upload: its text is corrected by hand, as anybody would.
  for (const text of texts) {
    const { body } = await application.json(`/transcribe?save=true`, {
      method: 'POST',
      headers: {
        'content-type': 'audio/wav',
        'user-agent': 'curl/8.5.0',
        ...(/meeting/.test(text) && { authorization: `Bearer ${token}` }),
      },
      body: new Uint8Array(readFileSync(sample('go-forward'))),
    });
    await client.editRecording({ params: { id: String(body.recording_id) }, body: { text } });
  }
  await application.fetch('/modes', { headers: { 'user-agent': 'python-requests/2.32.3' } });
  await application.fetch('/models', {
    headers: { authorization: 'Bearer old', 'user-agent': 'quoth-shortcut/1.0' },
  });
}

/** What a program asks, by a token of its own: each may ask but three times a minute. */
async function question(page: Page, name: string, client: Client): Promise<void> {
  const made = await client.createNamedToken({
    body: { name: 'Release helper', scopes: ['record'], record: 'ask' },
  });
  const text = 'The tests pass. Shall I publish the release now, and what should the notes say first?';
  await application.json('/dictation/ask', {
    method: 'POST',
    headers: { authorization: `Bearer ${made.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question: text }),
  });
  await page.getByRole('alertdialog').getByText(text).waitFor();
  await shoot(page, name);
  await client.revokeNamedToken({ params: { id: made.named_token.id } });
}

async function record(page: Page, name: (page: string) => string): Promise<void> {
  if (!isWanted('record')) return;
  await shoot(page, name('record'));
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Stop recording' }).waitFor();
  const wav = readFileSync(join(root, 'apps', 'cli', 'samples', 'jfk.wav')).subarray(44);
  const speech = new Int16Array(wav.buffer.slice(wav.byteOffset, wav.byteOffset + wav.length));
  const playing = microphone.play(speech);
  await sleep((speech.length / 16_000) * 1_000 * 0.8);
  await shoot(page, name('recording'));
  await playing;
  await page.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('article', { name: 'Transcript' }).waitFor();
  await sleep(800);
  await shoot(page, name('recorded'));
}

async function palette(page: Page, name: (page: string) => string): Promise<void> {
  if (!isWanted('palette')) return;
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search pages').waitFor();
  await shoot(page, name('palette'));
  await page.keyboard.press('Escape');
}
