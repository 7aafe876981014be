import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Client } from '@quoth/client';
import { TestDisplay } from '@quoth/desktop/x11-fixtures/test-display.ts';
import type { Browser, Page } from 'playwright-core';
import { RunningApplication, sample, temporaryHome, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { startBrowser } from './browser.ts';
import { buildPage, OpenedWindow } from './opened-window.ts';

const speech = readFileSync(sample('go-forward'));
const tiny = join(import.meta.dirname, '../../../packages/core/src/models/fixtures/quoth-test-en.gguf');
const fixtures = join(import.meta.dirname, '../../../packages/audio/src/fixtures');
let application: RunningApplication;
let browser: Browser;
let own: Client;

before(async () => {
  buildPage();
  const home = temporaryHome();
  application = await RunningApplication.start(home, ['--api'], { XDG_CONFIG_HOME: join(home, 'config') });
  own = await application.controlSocket();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await application?.remove();
});

/** Runs a flow in a window of its own; the page must not complain. */
async function inWindow(path: string, flow: (page: Page) => Promise<void>): Promise<void> {
  const window = await OpenedWindow.open(application, browser, { path });
  window.page.setDefaultTimeout(60_000);
  await flow(window.page);
  assert.deepEqual(window.complaints, []);
  await window.close();
}

test('the switch in Settings starts Quoth at login, and no longer', async () => {
  await inWindow('/settings', async (page) => {
    const toggle = page.getByRole('switch', { name: 'Start at login' });
    const isSaid = async () => (await own.getAutostart()).autostart.state;
    for (const state of ['on', 'off'] as const) {
      await toggle.click();
      await until(`it is ${state}`, async () => (await isSaid()) === state);
      await until('it is shown', async () => (await toggle.isChecked()) === (state === 'on'));
    }
  });
});

async function transcribed(): Promise<string> {
  const result = await own.transcribe({ bytes: speech, contentType: 'audio/wav' });
  return 'recording_id' in result ? String(result.recording_id) : '';
}

test('a word is added, changed, deleted and taken back, with the keyboard alone [WINDOW-VOCABULARY]', async () => {
  await inWindow('/vocabulary', async (page) => {
    await page.getByLabel('Word or phrase').fill('cuba netties');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Kubernetes');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('listitem').filter({ hasText: 'Kubernetes' });
    await entry.waitFor();
    await page.getByLabel('Word or phrase').fill('CUBA  netties');
    await page.keyboard.press('Enter');
    await page.getByText('is already in the vocabulary').waitFor();
    await entry.getByRole('button', { name: 'Delete cuba netties' }).focus();
    await page.keyboard.press('Enter');
    await entry.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await entry.waitFor();
  });
  assert.deepEqual(
    (await own.listVocabulary()).entries.map(({ phrase, written }) => [phrase, written]),
    [['cuba netties', 'Kubernetes']],
  );
});

test('a CSV file goes in, and what was left out is told by its line [WINDOW-VOCABULARY]', async () => {
  await inWindow('/vocabulary', async (page) => {
    const buffer = Buffer.from('phrase,written\nquoth,Quoth\na => b,\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer });
    const dialog = page.getByRole('dialog', { name: /left out/ });
    await dialog.getByText('Line 3').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('listitem').filter({ hasText: 'Quoth' }).first().waitFor();
  });
});

test('history is searched as one types, read, edited, exported and deleted with an undo [WINDOW-HISTORY]', async () => {
  const id = await transcribed();
  await own.editRecording({ params: { id }, body: { text: 'The zebra crossed the cuba street.' } });
  await transcribed();
  await inWindow('/history', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('zebra');
    const row = page.locator('[data-row]');
    await until('only the hit is left', async () => (await row.count()) === 1);
    assert.equal(await row.locator('mark').first().textContent(), 'zebra');
    await row.click();
    const detail = page.getByRole('region', { name: 'Recording' });
    await detail.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('The zebra crossed the Kuba street.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Always write “Kuba”' }).click();
    await until('the word is kept', async () =>
      (await own.listVocabulary()).entries.some(({ written }) => written === 'Kuba'),
    );
    await detail.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Text (.txt)' }).click();
    assert.match(readFileSync(await (await download).path(), 'utf8'), /zebra crossed the Kuba/);
    await detail.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing found.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.first().waitFor();
  });
});

test('what is searched stands in the address once typing rests, and comes back with it [WINDOW-HISTORY]', async () => {
  await transcribed();
  await inWindow('/history', async (page) => {
    const field = page.getByRole('searchbox', { name: 'Search in every text' });
    const mark = page.getByRole('list', { name: 'Recordings' }).locator('mark').first();
    await field.pressSequentially('forward');
    await mark.filter({ hasText: /^forward$/i }).waitFor();
    await page.waitForURL(/q=forward/);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('searchbox', { name: 'Search models' }).waitFor();
    await page.goBack();
    await mark.filter({ hasText: /^forward$/i }).waitFor();
    assert.equal(await field.inputValue(), 'forward');
    await field.fill('nothing of the sort');
    await page.getByText('Nothing found.').waitFor();
    await field.fill('');
    await page.waitForURL((url) => !url.searchParams.has('q'));
  });
});

test('speech that the model does not understand: its recording says so, and what to do in the window [WINDOW-HISTORY]', async () => {
  const bytes = readFileSync(join(fixtures, 'languages', 'german-lake.flac'));
  await own.transcribe({ bytes, contentType: 'audio/flac' });
  await inWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByText(/may not be English.* supports this language: download it under Models\./).waitFor();
  });
});

test('an edit that was not saved is not dropped without asking [WINDOW-HISTORY]', async () => {
  await transcribed();
  const id = await transcribed();
  await inWindow('/history', async (page) => {
    const rows = page.locator('[data-row]');
    await rows.nth(0).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Text of the recording' });
    await field.fill('Not saved yet.');
    const question = page.getByRole('alertdialog');
    await rows.nth(1).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await field.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'Not saved yet.');
    await rows.nth(1).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    assert.equal(await page.getByText('Another recording began.').count(), 0);
  });
  assert.equal((await own.getRecording({ params: { id } })).recording.textBeforeEdit, null);
});

test('Shift chooses everything in between, also what was not on the screen; a search begins at its newest hit [WINDOW-HISTORY]', async () => {
  const listed = (await own.searchRecordings({ query: { limit: 1 } })).total;
  for (let more = listed; more < 55; more++) await transcribed();
  await inWindow('/history', async (page) => {
    const scroller = `document.querySelector('ul[aria-label="Recordings"]').parentElement`;
    const list = page.getByRole('list', { name: 'Recordings' });
    const place = (number: number) => list.locator(`[aria-posinset="${number}"]`);
    await place(1).getByRole('checkbox').click({ force: true });
    await page.getByText('1 selected').waitFor();
    await until('the end of the list is on the screen', async () => {
      await page.evaluate(`${scroller}.scrollTo(0, ${scroller}.scrollHeight)`);
      return (await place(55).locator('[data-row]').count()) === 1;
    });
    await place(55)
      .getByRole('checkbox')
      .click({ force: true, modifiers: ['Shift'] });
    await page.getByText('55 selected').waitFor();
    await page.getByRole('searchbox', { name: 'Search in every text' }).fill('f');
    await until('it is at the top', async () => (await page.evaluate(`${scroller}.scrollTop`)) === 0);
    await place(1).locator('mark').first().waitFor();
  });
});

test('the audio plays by its signed address, and the words follow [WINDOW-HISTORY]', async () => {
  await transcribed();
  await inWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByRole('button', { name: 'Show the finished text' }).waitFor();
    await page.getByRole('button', { name: 'forward', exact: true }).click();
  });
});

test('several recordings go to the trash at once, and one comes back from there [WINDOW-HISTORY]', async () => {
  const before = (await own.searchRecordings({})).total;
  await inWindow('/history', async (page) => {
    const boxes = page.getByRole('checkbox');
    await boxes.first().focus();
    await page.keyboard.press('Space');
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).last().click();
    await until('they are gone', async () => (await own.searchRecordings({})).total === before - 2);
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await page.locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Take back' }).click();
    await until('one is back', async () => (await own.searchRecordings({})).total === before - 1);
  });
});

test('several recordings are chosen by touch: a finger that stays begins, others are tapped [WINDOW-TOUCH]', async () => {
  await transcribed();
  await transcribed();
  const window = await OpenedWindow.open(application, browser, {
    path: '/history',
    hasTouch: true,
    viewport: { width: 390, height: 760 },
  });
  const { page } = window;
  const rows = page.locator('[data-row]');
  const box = await rows.first().boundingBox();
  assert(box);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.getByText('1 selected').waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await rows.nth(1).tap();
  await page.getByText('2 selected').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'End the selection' }).tap();
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Select several' }).tap();
  await rows.first().tap();
  await page.getByText('1 selected').waitFor();
  assert(new URL(page.url()).searchParams.get('id') === null, 'nothing is opened meanwhile');
  await window.close();
});

test('a mode is made, tried before it is saved, saved, and put in order by the keyboard [WINDOW-MODES]', async () => {
  await inWindow('/modes', async (page) => {
    await page.getByRole('button', { name: 'New mode' }).click();
    await page.getByLabel('Name').fill('Quiet');
    await page.getByRole('switch', { name: 'Capital letters' }).click();
    await page.getByLabel('As it might be said').fill('HELLO There');
    await page.getByRole('button', { name: 'Run the mode' }).click();
    await page.getByText('hello there', { exact: true }).waitFor();
    assert(!(await own.listModes()).modes.some(({ name }) => name === 'Quiet'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Quiet” is saved.').waitFor();
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('button', { name: 'Move Quiet' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Quiet is at place 6.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Quiet is at place 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until('it has moved', async () => (await own.listModes()).modes.at(-1)?.name !== 'Quiet');
  });
  const mode = (await own.listModes()).modes.find(({ name }) => name === 'Quiet');
  assert.equal(mode?.capitalization, false);
});

test('unsaved changes of a mode ask before they are lost [WINDOW-MODES]', async () => {
  const [mode] = (await own.listModes()).modes;
  await inWindow(`/modes/${mode?.id}`, async (page) => {
    await page.getByLabel('Name').fill('Something else');
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Something else');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('heading', { name: 'Modes' }).waitFor();
  });
});

test('an open mode follows what a program changes; Save sends what was touched, words as they are typed [WINDOW-MODES]', async () => {
  const { mode } = await own.createMode({ body: { name: 'Followed' } });
  const saved = async () => (await own.getMode({ params: { id: mode.id } })).mode;
  await inWindow(`/modes/${mode.id}`, async (page) => {
    const name = page.getByLabel('Name', { exact: true });
    const words = page.getByLabel('Words of this mode');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await name.waitFor();
    await own.updateMode({
      params: { id: mode.id },
      body: { language: 'de', model: 'cloud', cloudProvider: 'deepgram' },
    });
    await page.getByText(/^The audio is sent/).waitFor();
    assert.equal(await save.isDisabled(), true, 'the person changed nothing');
    await words.pressSequentially('Quoth\nKuba');
    assert.equal(await save.isEnabled(), true, 'without leaving the field');
    await page.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await words.inputValue(), '');
    await name.fill('Followed on');
    await words.fill('Quoth\n two words');
    await save.click();
    await until('it is saved', async () => (await saved()).name === 'Followed on');
    await until('nothing is left to save', () => save.isDisabled());
  });
  const { language, model, cloudProvider, customVocabulary } = await saved();
  assert.deepEqual(
    { language, model, cloudProvider, customVocabulary },
    { language: 'de', model: 'cloud', cloudProvider: 'deepgram', customVocabulary: ['Quoth', 'two words'] },
  );
  await own.deleteMode({ params: { id: mode.id } });
});

test('a mode is exported and comes in again under a free name [WINDOW-MODES]', async () => {
  await inWindow('/modes', async (page) => {
    await page.getByRole('button', { name: 'What to do with Email' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await page.locator('input[type=file]').setInputFiles(await (await download).path());
    await page.getByRole('link', { name: 'Email 2' }).waitFor();
  });
});

test('a model file is imported by its path, and removed after a question [WINDOW-MODELS]', async () => {
  await inWindow('/models', async (page) => {
    await page.getByRole('button', { name: 'Import a file' }).click();
    await page.getByLabel('Or its path on this machine').fill('/nowhere/model.gguf');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').locator('[data-invalid]').first().waitFor();
    await page.getByLabel('Or its path on this machine').fill(tiny);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/^No mode uses quoth-test-en\. Removing frees \d+ MB\.$/).waitFor();
    await page.getByRole('button', { name: 'What to do with quoth-test-en', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await until('it is gone', async () =>
      (await own.getModelCatalog()).models.every(({ installed }) => !installed),
    );
  });
});

test('a model is found in each of its sizes [WINDOW-MODELS]', async () => {
  const files = (await own.getModelCatalog()).models.filter(({ id }) => /^whisper-tiny-/.test(id));
  assert(files.length > 1);
  await inWindow('/models', async (page) => {
    const rows = page.getByRole('row').filter({ has: page.getByText(/^Whisper Tiny( \(\w+\))?$/) });
    await page.getByRole('searchbox', { name: 'Search models' }).fill('whisper tiny');
    await until('one file of it', async () => (await rows.count()) === 1);
    await page.getByRole('combobox', { name: 'Which models' }).click();
    await page.getByRole('option', { name: 'Every file of each model' }).click();
    await until('every file of it', async () => (await rows.count()) === files.length);
  });
});

test('a model file is chosen or dropped, sent and installed; what is not its file is refused in words [WINDOW-MODELS]', async () => {
  const file = { name: 'mine.gguf', mimeType: '', buffer: readFileSync(tiny) };
  await inWindow('/models', async (page) => {
    const dialog = page.getByRole('dialog');
    const choose = (chosen: typeof file) => dialog.locator('input[type=file]').setInputFiles(chosen);
    const begin = () => dialog.getByRole('button', { name: 'Import', exact: true }).click();
    // A model of the catalog: its checksum is shown, and another file does not pass for it.
    const other = (await own.getModelCatalog()).models.find(
      ({ recommended, sha256 }) => recommended && sha256,
    );
    assert(other?.sha256);
    const menu = page.getByRole('button', { name: `What to do with ${other.displayName}`, exact: true });
    await menu.first().click();
    await page.getByRole('menuitem', { name: 'Bring the file by hand' }).click();
    await dialog.getByText(other.sha256, { exact: true }).waitFor();
    await choose(file);
    await begin();
    await dialog
      .getByRole('alert')
      .getByText(/This is not the file of/)
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import a file' }).click();
    await choose({ ...file, name: 'talk.gguf', buffer: Buffer.from('RIFF, which is no model') });
    await begin();
    await dialog
      .getByRole('alert')
      .getByText(/not a GGUF file/)
      .waitFor();
    await choose(file);
    await dialog.getByText(/^mine\.gguf · /).waitFor();
    await begin();
    await dialog.waitFor({ state: 'detached' });
  });
  await inWindow('/vocabulary', async (page) => {
    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['GGUF'], 'dropped.gguf'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer }));
    })()`);
    const dialog = page.getByRole('dialog', { name: 'Import a model file' });
    await dialog.getByText(/^dropped\.gguf · /).waitFor();
  });
  const mine = (await own.getModelCatalog()).models.find(({ id }) => id === 'mine');
  assert.equal(mine?.installed, true);
  await own.removeModel({ params: { id: 'mine' } });
});

test('what this desktop lacks is told in Settings with the command that fixes it; a check tells of everything [WINDOW-FINDINGS]', async (context) => {
  const bare = await RunningApplication.start(temporaryHome(), [], {
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    DBUS_SESSION_BUS_ADDRESS: '',
    PULSE_SERVER: 'unix:/nonexistent',
  });
  context.after(() => bare.remove());
  const window = await OpenedWindow.open(bare, browser, { path: '/settings' });
  const { page } = window;
  const missing = page.getByRole('region', { name: 'Missing on this machine' });
  await missing.getByText('no screen', { exact: false }).waitFor();
  await missing.getByRole('button', { name: 'Copy the command for Screen' }).click();
  assert.equal(
    await page.evaluate<string>('navigator.clipboard.readText()'),
    'quoth stop && quoth start --headless',
  );
  await missing.getByRole('listitem').filter({ hasText: 'Microphone' }).waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  const found = page.getByRole('list', { name: 'Check this machine' });
  await found.getByRole('listitem').filter({ hasText: 'Data folder' }).first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await window.close();
});

test("a program's change is told with an undo, also when the window opens later [WINDOW-CHANGES]", async () => {
  const mode = (await own.listModes()).modes.find(({ name }) => name === 'Voice to text');
  assert(mode);
  const patch = (body: object) =>
    application.json(`/modes/${mode.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const model = async () => (await own.getMode({ params: { id: mode.id } })).mode.model;
  await inWindow('/modes', async (page) => {
    await patch({ model: 'cloud', cloudProvider: 'deepgram' });
    await page
      .getByText(/changed the mode “Voice to text”\. It sends audio/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await until('it is undone', async () => (await model()) === mode.model);
  });
  await patch({ model: 'cloud', cloudProvider: 'deepgram' });
  await inWindow('/settings/local-api', async (page) => {
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
  await own.markChangesSeen();
  const made = async () => {
    const headers = { 'content-type': 'audio/wav' };
    const { body } = await application.json('/transcribe?save=true', {
      method: 'POST',
      headers,
      body: speech,
    });
    return body.recording_id;
  };
  const isKept = (id: unknown) =>
    own.getRecording({ params: { id: String(id) } }).then(
      () => true,
      () => false,
    );
  await inWindow('/modes', async (page) => {
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
  const { modes } = await own.listModes();
  const [mode, ...others] = modes;
  assert(mode && others.length >= 3);
  const patch = async (id: string, body: object) =>
    application.json(`/modes/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const notice = (page: Page) =>
    page.getByRole('dialog').filter({ hasText: `changed the mode “${mode.name}”. It sends audio` });
  const change = async () =>
    (await own.listChanges({})).changes.find(({ subjectId, sends }) => subjectId === mode.id && sends.length);
  await inWindow('/modes', async (page) => {
    await patch(mode.id, { model: 'cloud', cloudProvider: 'deepgram' });
    await notice(page).waitFor();
    for (const other of others.slice(0, 3)) {
      await patch(other.id, { capitalization: !other.capitalization });
      await page.getByText(`changed the mode “${other.name}”.`, { exact: false }).first().waitFor();
    }
    assert(await notice(page).isVisible());
    assert.equal((await change())?.seen, false);
  });
  await inWindow('/modes', async (page) => {
    await notice(page).waitFor();
    await notice(page).getByLabel('Close').click();
    await until('it counts as seen', async () => (await change())?.seen === true);
  });
  await own.undoChange({ params: { id: (await change())?.id ?? '' } });
});

test('a limit on age says first what would go [WINDOW-RETENTION]', async () => {
  await inWindow('/settings', async (page) => {
    await page.getByRole('combobox', { name: 'Keep recordings' }).click();
    await page.getByRole('option', { name: '30 days' }).click();
    await until(
      'nothing would go, so it is set',
      async () => (await own.getSettings()).settings.historyRetentionDays === 30,
    );
  });
});

test('a mode gets rules from what is open now, and keeps them [RULES-WINDOW]', async (context) => {
  const display = await TestDisplay.start();
  context.after(() => display.stop());
  const seeing = await RunningApplication.start(temporaryHome(), [], display.env);
  context.after(() => seeing.remove());
  const client = await seeing.controlSocket();
  display.run('xterm', ['-class', 'Writer', '-T', 'A letter', '-e', 'sleep', '1000']);
  await until('it is open', async () =>
    (await client.listApplications()).applications.some(({ program }) => program === 'Writer'),
  );
  assert.equal((await client.listApplications()).applications[0]?.title, null, 'titles are off');
  const [mode] = (await client.listModes()).modes;
  assert(mode);
  const window = await OpenedWindow.open(seeing, browser, { path: `/modes/${mode.id}` });
  const { page } = window;
  await page.getByRole('button', { name: 'Use what is open now' }).click();
  await page.getByRole('menuitem', { name: 'Writer' }).click();
  await page.getByRole('textbox', { name: 'Title of its window holds, rule 1' }).fill('letter');
  await page.getByText('Titles of windows are not read').waitFor();
  await page.getByRole('button', { name: 'Add a program' }).click();
  await page.getByRole('textbox', { name: 'Program, rule 2' }).fill('mail*');
  await page.getByRole('button', { name: 'Save' }).click();
  const rules = async () => (await client.getMode({ params: { id: mode.id } })).mode.applications;
  await until('they are saved', async () => (await rules()).length === 2);
  assert.deepEqual(await rules(), [{ program: 'Writer', title: 'letter' }, { program: 'mail*' }]);
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(window.complaints, []);
  await window.close();
});
