import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '@quoth/client';
import {
  type Dictation,
  type DictationProgram,
  downloadStatuses,
  type ErrorBody,
  type HealthLabel,
  type HealthStatus,
  healthLabels,
  type ProcessingPhase,
  type RouteName,
  routes,
} from '@quoth/contract';
import { idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import type { Page } from 'playwright-core';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings, contrastFindings, newPaint, showTheme } from './axe.ts';
import type { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

// Every state of every component that is shown otherwise than by its words alone, in the real page of the real
// application.
let own: Client;
let window: OpenedWindow;
let page: Page;
let answers: AlteredAnswers;
windowTests(
  {
    flags: [],
    settings: { firstStepsDone: true, historyRetentionDays: null },
    prepare: async ({ transcribe }) => void (await transcribe()),
    path: '/statistics',
  },
  (tests) => {
    ({ own, window, page } = tests);
    answers = new AlteredAnswers(page);
  },
);

/**
 * What axe says of the state as it is, in both themes: what differs between them is contrast alone. What stands around
 * the page is looked at elsewhere.
 */
async function isAccessible(state: string, within = 'main'): Promise<void> {
  await showTheme(page, 'light');
  const paint = await newPaint(page, within);
  assert.deepEqual(await axeFindings(page, within), [], `${state}, light`);
  if (paint.length === 0) return;
  await showTheme(page, 'dark');
  assert.deepEqual(await contrastFindings(page, within), [], `${state}, dark`);
}

/** What the frame around every page reads too. */
const framesReads: readonly RouteName[] = [
  'getDictation',
  'getSettings',
  'getApplication',
  'listModes',
  'listProviders',
];

/**
 * Each page by what it reads first, and how that looks with nothing in it. None before it has read the same, and those
 * of the frame last.
 */
const lists: readonly (readonly [path: string, reads: RouteName, empty?: readonly [unknown, string]])[] = [
  ['/models', 'getModelCatalog'],
  ['/vocabulary', 'listVocabulary', [{ ok: true, entries: [] }, 'No words yet.']],
  ['/settings/shortcuts', 'getShortcuts'],
  ['/settings/programs', 'listNamedTokens', [{ ok: true, named_tokens: [] }, 'No tokens yet.']],
  ['/settings/actions', 'listActions', [{ ok: true, actions: [] }, 'No actions yet.']],
  ['/history', 'searchRecordings', [{ ok: true, total: 0, returned: 0, recordings: [] }, 'appear here']],
  ['/modes', 'listModes', [{ ok: true, modes: [] }, 'No modes yet.']],
  ['/settings/api-keys', 'listProviders'],
  ['/settings', 'getSettings'],
  ['/settings/local-api', 'getApplication'],
  ['/', 'getDictation'],
];

test('every page while it loads, when it cannot be read, after Retry, and with nothing in it', async () => {
  const failed = page.getByRole('alert').filter({ hasText: 'The disk cannot be read.' });
  for (const [path, reads, empty] of lists) {
    const letGo = await answers.hold(reads);
    // The settings read all that they need at once.
    if (framesReads.includes(reads) || path.startsWith('/settings')) await window.go(path);
    else await window.turnTo(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    await answers.refuse(reads, 'The disk cannot be read.', 'Try again.');
    letGo();
    await failed.first().waitFor();
    await isAccessible(`${path}, failed`);
    if (empty) await answers.alter(reads, () => empty[0]);
    else answers.heal(reads);
    await failed.first().getByRole('button', { name: 'Try again' }).click();
    await failed.first().waitFor({ state: 'detached' });
    if (!empty) continue;
    await page.getByText(empty[1]).first().waitFor();
    await isAccessible(`${path}, empty`);
    answers.heal(reads);
  }
});

const ID = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const mode = { id: ID, name: 'Test' };
const recording = (
  phase: 'starting' | 'recording',
  warnings: readonly string[] = [],
  program: DictationProgram | null = null,
): Dictation => ({
  ...idleDictation,
  recording: {
    id: ID,
    phase,
    mode,
    rule: null,
    delivery: 'none',
    program,
    private: false,
    meeting: false,
    device: phase === 'recording' ? 'Desk' : null,
    started_at: phase === 'recording' ? new Date().toISOString() : null,
    max_ms: 3_600_000,
    streams: false,
    warnings: warnings.map((id) => ({ id, level: 'warning', message: `Warning ${id}.` })),
  },
});
const working = (phase: ProcessingPhase): Dictation => ({
  ...idleDictation,
  processing: [
    {
      id: ID,
      phase,
      mode,
      delivery: 'none',
      program: null,
      private: true,
      ended_by: 'stopped',
      duration_ms: 2_000,
      text: null,
      error: null,
    },
  ],
});
/** What goes on now, after one that came to nothing and is still told. */
const afterFailure = (now: Dictation): Dictation => ({
  ...now,
  processing: [
    ...working('failed').processing.map((each) => ({
      ...each,
      id: '8a4f0f5e-52b1-4d0c-8f43-0d2b0a1c9e77',
      error: { code: 'NO_SPEECH' as const, message: 'Nothing was heard.' },
    })),
    ...now.processing,
  ],
});
const refused = (code: ErrorBody['code'], message: string): Dictation => ({
  ...idleDictation,
  refusal: { code, message },
});

interface RecordState {
  readonly dictation: Dictation;
  readonly button: string;
  readonly isDisabled?: true;
  /** What is said under the button. */
  readonly says: string;
  /** Where one gets from here. */
  readonly way?: string;
}

const recordStates: Readonly<Record<string, RecordState>> = {
  ready: {
    dictation: idleDictation,
    button: 'Record',
    says: 'Press space and speak.',
  },
  starting: {
    dictation: recording('starting'),
    button: 'Record',
    isDisabled: true,
    says: 'Opening microphone…',
    way: 'Discard',
  },
  recording: {
    dictation: recording('recording'),
    button: 'Stop recording',
    says: 'Recording',
    way: 'Discard',
  },
  'recording for a program': {
    dictation: recording('recording', [], { id: null, name: 'Notes' }),
    button: 'Stop recording',
    says: 'Recording for Notes',
    way: 'Discard',
  },
  'recording with warnings': {
    dictation: recording('recording', ['no-sound', 'still-there', 'limit-near']),
    button: 'Stop recording',
    says: 'Warning no-sound.',
    way: 'Keep recording',
  },
  transcribing: {
    dictation: working('transcribing'),
    button: 'Record',
    says: 'Transcribing…',
    way: 'Cancel',
  },
  'transcribing beside a refusal': {
    dictation: {
      ...working('transcribing'),
      refusal: { code: 'MISSING_API_KEY', message: 'OpenAI cannot be used: it has no key.' },
    },
    button: 'Record',
    isDisabled: true,
    says: 'Transcribing…',
    way: 'Open API keys',
  },
  'transcribing after a failure': {
    dictation: afterFailure(working('transcribing')),
    button: 'Record',
    says: 'Transcribing…',
    way: 'Cancel',
  },
  rewriting: { dictation: working('rewriting'), button: 'Record', says: 'Rewriting…', way: 'Cancel' },
  delivering: {
    dictation: working('delivering'),
    button: 'Record',
    says: 'Inserting text…',
    way: 'Cancel',
  },
  'refused for a key': {
    dictation: refused('MISSING_API_KEY', 'OpenAI cannot be used: its key is invalid.'),
    button: 'Record',
    isDisabled: true,
    says: 'OpenAI cannot be used: its key is invalid.',
    way: 'Open API keys',
  },
  'refused for a provider': {
    dictation: refused('ENGINE_UNAVAILABLE', 'OpenAI cannot be reached.'),
    button: 'Record',
    isDisabled: true,
    says: 'OpenAI cannot be reached.',
    way: 'Open API keys',
  },
  'refused for a model': {
    dictation: refused('MODEL_NOT_INSTALLED', 'The model is not installed.'),
    button: 'Record',
    isDisabled: true,
    says: 'The model is not installed.',
    way: 'Open Models',
  },
  'refused for a microphone': {
    dictation: refused('MICROPHONE_UNAVAILABLE', 'No microphone found.'),
    button: 'Record',
    isDisabled: true,
    says: 'No microphone found.',
    way: 'Open microphone settings',
  },
};

test('the record button in each of its states: what it is called, whether it can be pressed, what is said, where one gets from there', async () => {
  let soundCues = false;
  await window.turnTo('/');
  for (const [name, { dictation, button, isDisabled = false, says, way }] of Object.entries(recordStates)) {
    await answers.alter('getDictation', () => ({ ok: true, dictation }));
    // Whether it can record may depend on any setting: the page asks again, which takes a tenth of the time of loading
    // it.
    const answered = page.waitForResponse((answer) => answer.url().endsWith(routes.getDictation.path));
    await own.updateSettings({ body: { soundCues } });
    soundCues = !soundCues;
    await answered;
    const control = page.getByRole('button', { name: button, exact: true, disabled: isDisabled });
    await control.waitFor();
    await page.locator('main').getByText(says, { exact: true }).first().waitFor();
    if (way !== undefined)
      await page.locator('main').locator('a, button').filter({ hasText: way }).first().waitFor();
    if (dictation.refusal) {
      // The tooltip of the specification, beside the same words under the button.
      await control.hover();
      await page.getByText(dictation.refusal.message, { exact: true }).nth(1).waitFor();
      await page.mouse.move(0, 0);
    }
    if (dictation.recording?.program) {
      const sign = page.getByRole('region', { name: 'A program is recording' });
      await sign.getByText('Notes is recording what you say.').waitFor();
      assert.equal(await sign.getByRole('button').count(), 2, 'to send it and to discard it');
    }
    await isAccessible(name);
    // Under new work an earlier result would be taken for its outcome.
    assert.equal(await page.getByRole('article', { name: 'Transcript' }).count(), 0, name);
  }
  answers.heal('getDictation');
});

test('where the desktop has a dialog for the keys, a button in Settings opens it', async () => {
  const { shortcuts } = await own.getShortcuts({});
  await answers.alter('getShortcuts', () => ({
    ok: true,
    shortcuts: { ...shortcuts, hint: 'Your desktop decides.', configurable: true },
  }));
  try {
    await window.turnTo('/settings/shortcuts');
    const asked = page.waitForRequest((request) => request.url().endsWith(routes.configureShortcuts.path));
    await page.getByRole('button', { name: 'Change in the desktop' }).click();
    assert.equal((await asked).method(), 'POST');
    await isAccessible('keys of the desktop');
  } finally {
    answers.heal('getShortcuts');
  }
});

const statusOf: Readonly<Record<HealthLabel, HealthStatus>> = {
  Valid: 'healthy',
  'Checking…': 'checking',
  Invalid: 'unauthorized',
  Unreachable: 'unreachable',
  Untested: 'unknown',
  'No key': 'unknown',
  'Not installed': 'notInstalled',
};

test('the pill and the banner of each state of health, in the words of the specification', async () => {
  const banners: Readonly<Record<HealthLabel, string | undefined>> = {
    Valid: 'The key works.',
    'Checking…': 'Checking…',
    Invalid: 'The key was rejected: it is invalid, expired or lacks a permission.',
    Unreachable: '{name} can’t be reached. Check the network; the key is kept.',
    Untested: undefined,
    'No key': undefined,
    'Not installed': undefined,
  };
  const { providers: real } = await own.listProviders();
  const names = real
    .filter(({ kind }) => kind === 'vendor')
    .slice(0, healthLabels.length)
    .map(({ displayName }) => displayName);
  await answers.alter('listProviders', (body) => {
    const vendors = body.providers.filter(({ kind }) => kind === 'vendor');
    const providers = vendors.map((provider, index) => {
      const label = healthLabels[index] ?? 'No key';
      return {
        ...provider,
        label,
        status: statusOf[label],
        key_present: label !== 'No key',
        checked_at: label === 'No key' || label === 'Untested' ? null : new Date().toISOString(),
        ...(label === 'Unreachable' && { reason: 'The server did not answer in time.' }),
      };
    });
    return { ...body, providers };
  });
  await window.go('/settings/api-keys');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  for (const [index, label] of healthLabels.entries()) {
    const name = names[index] ?? '';
    const pill = page.getByRole('button', { name: new RegExp(`^${name}: `) }).first();
    await pill.getByText(label, { exact: true }).waitFor();
  }
  await isAccessible('pills');
  for (const [index, label] of healthLabels.entries()) {
    const name = names[index] ?? '';
    if (label === 'Not installed') continue;
    await page
      .getByRole('button', { name: new RegExp(`^(Add|Edit) (a|the) key for ${name}$`) })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('API key', { exact: true }).waitFor();
    const banner = banners[label]?.replace('{name}', name);
    if (banner === undefined) {
      for (const other of Object.values(banners)) {
        if (other === undefined) continue;
        const words = other.replace('{name}', name);
        assert.equal(await sheet.getByText(words).count(), 0, `${label}: ${words}`);
      }
    } else await sheet.getByText(banner).waitFor();
    await isAccessible(`key sheet, ${label}`, '[role=dialog]');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
  answers.heal('listProviders');
});

test('a download in each of its states says how far it is and what can be done', async () => {
  await answers.alter('getModelCatalog', (body) => {
    const wanted = body.models.filter(({ listed, address }) => listed && address !== null);
    const downloads = downloadStatuses.flatMap((status, index) => {
      const model = wanted[index];
      if (!model) return [];
      const { id, displayName, size_bytes: total } = model;
      const isMoving = status === 'downloading';
      return {
        id,
        displayName,
        status,
        bytes: Math.floor(total / 3),
        total,
        bytes_per_second: isMoving ? 2_000_000 : null,
        seconds_left: isMoving ? 90 : null,
        error: status === 'failed' ? { code: 'DISK_FULL' as const, message: 'The disk is full.' } : null,
      };
    });
    // The whole list is looked at elsewhere.
    return { ...body, models: wanted.slice(0, downloads.length), downloads };
  });
  await window.go('/models');
  const words = [
    'Queued',
    /Downloading · .* · 2 MB\/s · 1:30 left/,
    'Waiting for the server',
    'Verifying',
    'Paused',
    /Failed · .* · The disk is full\./,
  ];
  for (const text of words) await page.getByText(text).first().waitFor();
  await page.getByRole('button', { name: 'Resume' }).first().waitFor();
  await page.getByRole('button', { name: 'Pause' }).first().waitFor();
  await isAccessible('downloads');
  await page.getByRole('button', { name: 'Download manually' }).first().click();
  await page.getByRole('dialog').getByText('SHA-256').waitFor();
  await isAccessible('the file by hand', '[role=dialog]');
  await page.keyboard.press('Escape');
  answers.heal('getModelCatalog');
});
