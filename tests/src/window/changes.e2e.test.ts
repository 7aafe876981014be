import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { sample, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();
const speech = readFileSync(sample('go-forward'));

test("a program's change is told with an undo, also when the window opens later [WINDOW-CHANGES]", async () => {
  const mode = (await pages.own.listModes()).modes.find(({ name }) => name === 'Voice to text');
  assert(mode);
  const patch = (body: object) =>
    pages.application.json(`/modes/${mode.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const model = async () => (await pages.own.getMode({ params: { id: mode.id } })).mode.model;
  await pages.inWindow('/modes', async (page) => {
    await patch({ model: 'cloud', cloudProvider: 'deepgram' });
    await page
      .getByText(/changed the mode “Voice to text”\. It sends audio/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until('it is undone', async () => (await model()) === mode.model);
  });
  await patch({ model: 'cloud', cloudProvider: 'deepgram' });
  await pages.inWindow('/settings/local-api', async (page) => {
    await page
      .getByText(/It sends audio/)
      .first()
      .waitFor();
    await page
      .getByRole('button', { name: /^Undo: A program changed/ })
      .first()
      .click();
    await until('it is undone', async () => (await model()) === mode.model);
  });
});

test('recordings that programs make share one notice: with an undo for one, a count for more [WINDOW-CHANGES]', async () => {
  await pages.own.markChangesSeen();
  const made = async () => {
    const headers = { 'content-type': 'audio/wav' };
    const { body } = await pages.application.json('/transcribe?save=true', {
      method: 'POST',
      headers,
      body: speech,
    });
    return body.recording_id;
  };
  const isKept = (id: unknown) =>
    pages.own.getRecording({ params: { id: String(id) } }).then(
      () => true,
      () => false,
    );
  await pages.inWindow('/modes', async (page) => {
    const first = await made();
    const notice = page.getByRole('dialog').filter({ hasText: 'A program made a recording.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await until('it is in the trash', async () => !(await isKept(first)));
    await notice.waitFor({ state: 'detached' });
    await made();
    await made();
    await page.getByText('Programs made 2 recordings.').first().waitFor();
  });
});

test('harmless changes push no notice away that says what is sent [WINDOW-CHANGES]', async () => {
  const { modes } = await pages.own.listModes();
  const [mode, ...others] = modes;
  assert(mode && others.length >= 3);
  const patch = async (id: string, body: object) =>
    pages.application.json(`/modes/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const notice = (page: Page) =>
    page.getByRole('dialog').filter({ hasText: `changed the mode “${mode.name}”. It sends audio` });
  const change = async () =>
    (await pages.own.listChanges({})).changes.find(
      ({ subjectId, sends }) => subjectId === mode.id && sends.length,
    );
  await pages.inWindow('/modes', async (page) => {
    await patch(mode.id, { model: 'cloud', cloudProvider: 'deepgram' });
    await notice(page).waitFor();
    for (const other of others.slice(0, 3)) {
      await patch(other.id, { capitalization: !other.capitalization });
      await page.getByText(`changed the mode “${other.name}”.`, { exact: false }).first().waitFor();
    }
    assert(await notice(page).isVisible());
    assert.equal((await change())?.seen, false);
  });
  await pages.inWindow('/modes', async (page) => {
    await notice(page).waitFor();
    await notice(page).getByLabel('Close').click();
    await until('it counts as seen', async () => (await change())?.seen === true);
  });
  await pages.own.undoChange({ params: { id: (await change())?.id ?? '' } });
});

test('messages that stay lie over the page two at a time; the others are a button away [WINDOW-CHANGES]', async () => {
  const { modes } = await pages.own.listModes();
  await pages.own.markChangesSeen();
  await pages.inWindow('/modes', async (page) => {
    for (const { id, name } of modes.slice(0, 4)) {
      await pages.application.json(`/modes/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'cloud', cloudProvider: 'groq' }),
      });
      await page.getByText(`changed the mode “${name}”. It sends audio`, { exact: false }).first().waitFor();
    }
    const notice = page.getByRole('dialog').filter({ hasText: 'It sends audio' });
    await until('two are seen', async () => (await notice.count()) === 2);
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Show 2 more' }).click();
    await until('all are seen', async () => (await notice.count()) === 4);
    await notice.first().getByLabel('Close').click();
    await until('one is gone', async () => (await notice.count()) === 3);
  });
  for (const { id } of modes.slice(0, 4)) {
    const { changes } = await pages.own.listChanges({});
    const change = changes.find(({ subjectId, undone }) => subjectId === id && !undone);
    await pages.own.undoChange({ params: { id: change?.id ?? '' } });
  }
});
