import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { Question, RecordPermission } from '@quoth/contract';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser, Page } from 'playwright-core';
import { type RunningApplication, until } from '../support/running-application.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import { tabTo } from './by-keyboard.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

const [sentence] = testSentences();
assert(sentence);

let microphone: VirtualMicrophone;
let application: RunningApplication;
let client: Client;
let browser: Browser;
let window: OpenedWindow;
let page: Page;
windowTests(
  {
    // Without a screen and a bus, this window is the only sign.
    env: { DISPLAY: '' },
    microphone: true,
    settings: { firstStepsDone: true },
    model: 'quoth-test-en',
  },
  (tests) => {
    ({ microphone, application, own: client, browser } = tests);
  },
);

async function program(name: string, record?: RecordPermission) {
  const { token } = await client.createNamedToken({ body: { name, scopes: ['record'], record } });
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    return (await application.json(path, init)).body;
  };
  /** Waits from the moment that it asked, as every agent does: a question that no one waits for is withdrawn. */
  const outcome = async (id: string): Promise<Question> => {
    for (;;) {
      const question = (await send(`/dictation/questions/${id}?wait_seconds=20`)).question as Question;
      if (!['asked', 'answering', 'transcribing'].includes(question.phase)) return question;
    }
  };
  return {
    send,
    ask: async (question: string) => {
      const body = await send('/dictation/ask', { question });
      assert.equal(body.ok, true, JSON.stringify(body));
      return outcome((body.question as Question).id);
    },
  };
}

const dialog = () => page.getByRole('alertdialog');

test('no window, no sign: no one is asked; with one, the user says in it how far a program may record', async () => {
  const agent = await program('Without a window', 'always');
  assert.match(
    JSON.stringify(await agent.send('/dictation/ask', { question: 'May I?' })),
    /could show the user/,
  );
  const notes = await program('Notes');
  window = await OpenedWindow.open(application, browser, { path: '/settings/programs' });
  page = window.page;
  assert.equal((await notes.send('/dictation')).error?.code, 'RECORDING_NOT_ALLOWED');
  await page.getByRole('combobox', { name: 'Recording permission of Notes' }).click();
  await page.getByRole('option', { name: /Ask each time/ }).click();
  await until('it is allowed', async () => (await notes.send('/dictation')).ok === true);
  assert.deepEqual(await axeFindings(page), [], 'leaves');
  await page
    .getByRole('combobox', { name: 'Recording permission of programs with the shared token' })
    .click();
  await page.getByRole('option').first().waitFor();
  assert.equal(await page.getByRole('option').count(), 2, 'never or ask');
  await page.keyboard.press('Escape');
});

test('a question is answered with the keyboard alone, and no stray key answers it; History tells of it', async () => {
  const agent = await program('Release helper', 'ask');
  const outcome = agent.ask('Which branch shall I use for the release notes?');
  await dialog().getByText('Which branch shall I use for the release notes?').waitFor();
  await dialog().getByText('Release helper asks').waitFor();
  // Anyone who was typing into the page goes on for a moment.
  for (const key of ['Enter', 'Space', 'a', 'Enter']) await page.keyboard.press(key);
  assert.equal((await client.getDictation({})).dictation.question?.phase, 'asked');
  assert.deepEqual(await axeFindings(page, '[data-field="question"]'), [], 'asked');
  await showTheme(page, 'dark');
  assert.deepEqual(await contrastFindings(page, '[data-field="question"]'), [], 'asked, dark');
  await showTheme(page, 'light');
  await tabTo(page, 'Answer');
  // A press in the first moment is not taken for an answer, so it is repeated.
  await until('it records', async () => {
    await page.keyboard.press('Enter');
    return (await client.getDictation({})).dictation.recording?.phase === 'recording';
  });
  await dialog().getByText('Speak now').waitFor();
  assert.deepEqual(await axeFindings(page, '[data-field="question"]'), [], 'answering');
  await microphone.play(sentence.samples);
  await tabTo(page, 'Send');
  await page.keyboard.press('Enter');
  const { phase, text } = await outcome;
  assert.deepEqual([phase, text], ['answered', sentence.expected]);
  await page.getByText('Your answer was sent to Release helper.').first().waitFor();
  await dialog().waitFor({ state: 'detached' });
  // History names who asked what.
  await page.getByRole('link', { name: 'History' }).click();
  const row = page.locator('[data-row]').first();
  await row.getByText('Release helper').waitFor();
  await row.click();
  const detail = page.getByRole('article');
  await detail.getByText('Release helper asked:').waitFor();
  await detail.getByText('Which branch shall I use for the release notes?').waitFor();
  assert.deepEqual(await axeFindings(page), [], 'history');
});

test('Esc declines, and where only this window can show it, even a program that always may is asked for', async () => {
  const agent = await program('Meeting', 'always');
  const first = agent.ask('Shall I listen?');
  await dialog().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  assert.equal((await first).phase, 'declined');
  const started = agent.send('/dictation/start', {});
  await dialog().getByText('Meeting wants to record').waitFor();
  await until('it records', async () => {
    const record = dialog().getByRole('button', { name: 'Record' });
    // A press in the first moment is not taken; one that is takes the button away.
    if (await record.isVisible()) await record.click({ timeout: 1_000 }).catch(() => undefined);
    return (await client.getDictation({})).dictation.recording?.phase === 'recording';
  });
  assert.equal((await started).ok, true);
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await until(
    'nothing is recorded',
    async () => (await client.getDictation({})).dictation.recording === null,
  );
  await dialog().waitFor({ state: 'detached' });
  assert.deepEqual(window.complaints, []);
});
