import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Mode, shownModeName } from '@quoth/contract';
import type { Page } from 'playwright-core';
import { RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();
const shown = (mode: Mode) => shownModeName(mode.name, [mode], 'en');
const speech = readFileSync(sample('go-forward'));

async function markAllSeen(): Promise<void> {
  const [newest] = (await pages.own.listChanges()).changes;
  if (newest) await pages.own.markChangesSeen({ params: { id: newest.id } });
}

test("a program's change is reported with an undo, also when the window opens later", async () => {
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
      .getByText(/changed the mode “As spoken”\. It sends audio/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until('it is undone', async () => (await model()) === mode.model);
  });
  await patch({ model: 'cloud', cloudProvider: 'deepgram' });
  await pages.inNewWindow('/settings/local-api', async (page) => {
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

test('a program that makes its mode the default is reported, which stays, with an undo', async () => {
  const { modes } = await pages.own.listModes();
  const usual = modes.find(({ isDefault }) => isDefault);
  const other = modes.find(({ isDefault }) => !isDefault);
  assert(usual && other);
  await pages.inWindow('/modes', async (page) => {
    await pages.application.json(`/modes/${other.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ isDefault: true }),
    });
    const notice = page.getByRole('dialog').filter({ hasText: 'It is now the default mode.' });
    await notice.getByText(`A program changed the mode “${shown(other)}”.`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // It is not a message that passes: after a reload it is there again, until it is answered.
    await page.reload();
    await notice.getByRole('button', { name: 'Undo' }).click();
    await notice.waitFor({ state: 'detached' });
    const restored = async () => (await pages.own.getMode({ params: { id: usual.id } })).mode.isDefault;
    await until("the user's mode is the default again", restored);
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: shown(usual), exact: true }) });
    await row.getByText('Default', { exact: true }).waitFor();
  });
});

test('what is wrong with the machine, such as a locked keyring, is reported on every page until it is over', async () => {
  await pages.inNewWindow('/modes', async (page) => {
    const answers = new AlteredAnswers(page);
    const locked = {
      id: 'secret-store-locked',
      level: 'warning',
      message: 'The keyring is locked or did not respond, so the token is valid for this run only.',
      hint: 'Unlock the keyring and start Quoth again to use the stored token.',
    } as const;
    await answers.alter('getApplication', (body) => ({ ...body, notices: [...body.notices, locked] }));
    await page.reload();
    const notice = page.getByRole('dialog').filter({ hasText: 'The keyring is locked' });
    await notice.waitFor();
    assert.deepEqual(await axeFindings(page), []);
    answers.heal('getApplication');
    // Any change of the settings has the state of the application read again.
    await pages.own.updateSettings({ body: { appearance: 'dark' } });
    await notice.waitFor({ state: 'detached' });
    await answers.alter('getApplication', (body) => ({ ...body, notices: [...body.notices, locked] }));
    await pages.own.updateSettings({ body: { appearance: 'system' } });
    await notice.getByLabel('Close').click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Vocabulary' }).first().click();
    await pages.own.updateSettings({ body: { appearance: 'light' } });
    await page.locator('html[data-theme="light"]').waitFor();
    assert.equal(await notice.count(), 0, 'dismissed is dismissed');
    // So is a smart home that cannot reach Quoth, whatever page is open.
    const taken = { id: 'wyoming-port', level: 'warning', message: 'Port 10300 is in use.' } as const;
    await answers.alter('getApplication', (body) => ({
      ...body,
      wyoming: { ...body.wyoming, enabled: true, notices: [taken] },
    }));
    await page.reload();
    await page.getByRole('dialog').filter({ hasText: 'Port 10300 is in use' }).waitFor();
    await pages.own.updateSettings({ body: { appearance: 'system' } });
  });
});

test('recordings that programs make share one notice: with an undo for one, a count for more', async () => {
  await markAllSeen();
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
    const notice = page.getByRole('dialog').filter({ hasText: 'A program created a recording.' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await until('it is in the trash', async () => !(await isKept(first)));
    await notice.waitFor({ state: 'detached' });
    await made();
    await made();
    await page.getByText('Programs created 2 recordings.').first().waitFor();
    // The list has one row for both, too; the undone one keeps its own.
    await page.goto(new URL('/settings/local-api', page.url()).href);
    const list = page.getByRole('region', { name: 'Changes by programs' });
    await list.getByText('Programs created 2 recordings.').waitFor();
    assert.equal(await list.getByText('A program created a recording.').count(), 1);
    await list.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  });
});

test('harmless changes push no notice away that says what is sent', async () => {
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
    page.getByRole('dialog').filter({ hasText: `changed the mode “${shown(mode)}”. It sends audio` });
  const change = async () =>
    (await pages.own.listChanges({})).changes.find(
      ({ subjectId, sends }) => subjectId === mode.id && sends.length,
    );
  await pages.inWindow('/modes', async (page) => {
    await patch(mode.id, { model: 'cloud', cloudProvider: 'deepgram' });
    await notice(page).waitFor();
    for (const other of others.slice(0, 3)) await patch(other.id, { capitalization: !other.capitalization });
    const together = page.getByRole('dialog').filter({ hasText: 'Programs changed 3 modes.' });
    await together.getByRole('button', { name: 'Show', exact: true }).waitFor();
    await together.getByRole('button', { name: 'Undo all' }).click();
    await until('all of them are as they were', async () => {
      const { modes: now } = await pages.own.listModes();
      return others.every(
        ({ id, capitalization }) => now.find((one) => one.id === id)?.capitalization === capitalization,
      );
    });
    await together.waitFor({ state: 'detached' });
    // Messages stay while the pointer is on them.
    await page.mouse.move(5, 5);
    assert(await notice(page).isVisible());
    assert.equal((await change())?.seen, false);
  });
  await pages.inNewWindow('/modes', async (page) => {
    await notice(page).waitFor();
    await notice(page).getByLabel('Close').click();
    await until('it counts as seen', async () => (await change())?.seen === true);
  });
  await pages.own.undoChange({ params: { id: (await change())?.id ?? '' } });
});

test('other changes are counted as what they are, and seen beside recordings and what stays', async () => {
  const mode = (await pages.own.listModes()).modes.at(-1);
  assert(mode);
  const ids = [await pages.transcribe(), await pages.transcribe()];
  await markAllSeen();
  const send = (method: string, path: string, body: object) =>
    pages.application.json(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // A window of its own: messages stay in one as long as the pointer or the focus is on them.
  await pages.inNewWindow('/modes', async (page) => {
    await send('PATCH', `/modes/${mode.id}`, { model: 'cloud', cloudProvider: 'deepgram' });
    await send('POST', '/vocabulary', { phrase: 'Kubernetes' });
    for (const id of ids) await send('DELETE', `/recordings/${id}`, {});
    await pages.application.json('/transcribe?save=true&async=true', {
      method: 'POST',
      headers: { 'content-type': 'audio/wav' },
      body: speech,
    });
    const notice = (text: string) => page.getByRole('dialog').filter({ hasText: text });
    await notice('A program created a recording.').waitFor();
    await notice('Programs made 3 changes.').waitFor();
    await notice('It sends audio').waitFor();
    await notice('Programs made 3 changes.').getByRole('button', { name: 'Undo all' }).click();
    await until('the recordings are back', async () => {
      const { recordings } = await pages.own.searchRecordings({ query: {} });
      return ids.every((id) => recordings.some((one) => one.id === id));
    });
    await notice('It sends audio').getByRole('button', { name: 'Undo' }).click();
  });
});

test('messages that stay lie over the page two at a time; the others are a button away', async () => {
  const { modes } = await pages.own.listModes();
  await markAllSeen();
  await pages.inWindow('/modes', async (page) => {
    for (const mode of modes.slice(0, 4)) {
      await pages.application.json(`/modes/${mode.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'cloud', cloudProvider: 'groq' }),
      });
      await page
        .getByText(`changed the mode “${shown(mode)}”. It sends audio`)
        .first()
        .waitFor();
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

test('changes that a window missed while Quoth restarted are shown, and do not count as seen before', {
  skip: process.platform === 'linux' ? false : 'elsewhere a restart ends the windows',
}, async () => {
  const home = temporaryHome();
  const before = await RunningApplication.start(home);
  const window = await OpenedWindow.open(before, pages.browser, { path: '/modes' });
  const { page } = window;
  const isStream = (url: URL) => url.pathname.endsWith('/events');
  await page.route(isStream, (route) => route.abort());
  await before.end('SIGKILL');
  await page.getByText('What you typed is kept here').waitFor();
  const application = await RunningApplication.start(home);
  const client = await application.controlSocket();
  const [missed, later] = (await client.listModes()).modes;
  assert(missed && later);
  const patch = (id: string, body: object) =>
    application.json(`/modes/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await patch(missed.id, { model: 'cloud', cloudProvider: 'deepgram' });
  await page.unroute(isStream);
  await page.getByText('What you typed is kept here').waitFor({ state: 'detached', timeout: 60_000 });
  await patch(later.id, { capitalization: !later.capitalization });
  const notice = (text: string) => page.getByRole('dialog').filter({ hasText: text });
  await notice(`changed the mode “${shown(later)}”.`).waitFor();
  await notice(`changed the mode “${shown(missed)}”. It sends audio`).waitFor();
  const seen = async (mode: Mode) =>
    (await client.listChanges()).changes.find(({ subjectId }) => subjectId === mode.id)?.seen;
  assert.equal(await seen(missed), false, 'it waits for its user');
  await notice('It sends audio').getByLabel('Close').click();
  await until(
    'both count as seen',
    async () => (await seen(missed)) === true && (await seen(later)) === true,
  );
  await window.close();
  await application.remove();
});
