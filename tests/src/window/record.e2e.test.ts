import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { concatenated, pause, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import type { Client } from '@quoth/client';
import type { Mode } from '@quoth/contract';
import type { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ProviderSimulator } from '../provider-simulator/simulator.ts';
import { type RunningApplication, repeated, sample, until } from '../support/running-application.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings } from './axe.ts';
import { cutOff, misfitsOf } from './cut-off.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

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
let transcribe: () => Promise<string>;
windowTests(
  {
    flags: [],
    microphone: true,
    cloud: true,
    settings: { firstStepsDone: true },
    model: 'quoth-test-en-streaming',
    prepare: async ({ own }) => {
      await own.createMode({ body: { name: 'In the cloud', model: 'cloud', cloudProvider: 'openai' } });
    },
    path: '/',
  },
  (tests) => {
    ({ microphone, simulator, application, own: client, browser, window, page, transcribe } = tests);
  },
);

const start = () => page.getByRole('button', { name: 'Record', exact: true });
const stop = () => page.getByRole('button', { name: 'Stop recording' });
const state = (text: string) => page.locator('#record-state').getByText(text, { exact: true });

/** With a mode of its own as the default; afterwards, also when it failed, the one of before is it again. */
async function withDefaultMode(body: Partial<Mode> & { name: string }, work: (id: string) => Promise<void>) {
  const [usual] = (await client.listModes()).modes.filter(({ isDefault }) => isDefault);
  const { mode } = await client.createMode({ body: { ...body, isDefault: true } });
  try {
    await work(mode.id);
  } finally {
    await client.updateMode({ params: { id: usual?.id ?? '' }, body: { isDefault: true } });
    await client.deleteMode({ params: { id: mode.id } });
  }
}

// First of all: a finished dictation that is no longer told would bring the refusal along by its own event.
test('a program makes a default mode without a key: the button is off at once', async () => {
  await page.getByText('Press space and speak.').waitFor();
  await withDefaultMode({ name: 'Cloud', model: 'cloud', cloudProvider: 'groq' }, async () => {
    await page.getByRole('link', { name: 'Open API keys' }).waitFor();
    assert.equal(await start().isDisabled(), true);
  });
  await page.getByText('Press space and speak.').waitFor();
});

test('where the model of the default mode is not installed, that model is named, not another', async () => {
  const missing = (await client.getModelCatalog()).models.find(({ installed }) => !installed);
  assert(missing);
  await withDefaultMode({ name: 'Better', model: missing.id }, async () => {
    await page.getByRole('link', { name: 'Open Models' }).waitFor();
    await page
      .getByRole('combobox', { name: 'Mode: Better' })
      .getByText(missing.id, { exact: true })
      .waitFor();
  });
});

test('nothing moves when the last texts come late, nor when what was said takes their place', async () => {
  for (let count = 0; count < 5; count++) await transcribe();
  const other = await OpenedWindow.open(application, browser, { path: '/' });
  const answers = new AlteredAnswers(other.page);
  const release = await answers.hold('searchRecordings');
  await other.page.reload();
  const button = other.page.getByRole('button', { name: 'Record', exact: true });
  await button.waitFor();
  await other.page.getByRole('combobox', { name: /^Mode: Test/ }).waitFor();
  const keepPlaces = () =>
    other.page.evaluate(`window.places = new Map(
      [...document.querySelectorAll('main *')].map((element) => [element, element.getBoundingClientRect().top]),
    )`);
  const moved = () =>
    other.page.evaluate<string[]>(`[...window.places]
      .filter(([element, top]) => element.isConnected && Math.abs(element.getBoundingClientRect().top - top) > 1)
      .map(([element]) => element.textContent)`);
  await keepPlaces();
  release();
  await other.page.getByRole('region', { name: 'Recent' }).waitFor();
  assert.deepEqual(await moved(), []);
  await keepPlaces();
  await client.startDictation({ body: { delivery: 'none' } });
  await other.page.getByRole('button', { name: 'Stop recording' }).waitFor();
  await microphone.play(hello.samples);
  await client.stopDictation();
  await other.page.getByRole('article', { name: 'Transcript' }).getByText(/\w/).first().waitFor();
  assert.deepEqual(await moved(), []);
  await other.close();
});

test('a mode that is tried closes the microphone when one leaves its page', async () => {
  const phase = async () => (await client.getDictation({})).dictation.recording?.phase;
  await window.turnTo('/modes/new');
  await page.getByRole('button', { name: 'Speak' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await window.turnTo('/');
  await until('it is closed', async () => (await phase()) === undefined);
});

test('speak into the window: level, time, live text, and the text at the end', async () => {
  await start().click();
  await stop().waitFor();
  await microphone.play(spoken);
  await page.getByRole('log').filter({ hasText: /\w/ }).waitFor();
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

test('in a usual window at 200 %, words, voice, time, Discard and stop are on the screen, and then Copy', async () => {
  const isSeen = (element: Locator) =>
    element.evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect();
      const corners = [top + 1, bottom - 1].map((y) =>
        it.ownerDocument.elementFromPoint((left + right) / 2, y),
      );
      return corners.every((found) => it.contains(found));
    });
  await page.setViewportSize({ width: 640, height: 400 });
  try {
    await start().click();
    await stop().waitFor();
    await microphone.play(spoken);
    const words = page.locator('main p.said').filter({ hasText: /\w/ });
    const line = page.locator('main canvas');
    for (const part of [
      words,
      line,
      page.getByRole('timer'),
      page.getByRole('button', { name: 'Discard' }),
      stop(),
    ])
      await until(`${part} is seen`, () => isSeen(part));
    await stop().click();
    const copy = page.getByRole('article', { name: 'Transcript' }).getByRole('button', { name: 'Copy' });
    await until('Copy is seen', () => isSeen(copy));
  } finally {
    await client.cancelDictation().catch(() => undefined);
    await page.setViewportSize({ width: 1120, height: 760 });
  }
});

test('a meeting: the first one asks, and the page says what is recorded as long as it lasts', async () => {
  const meeting = page.getByRole('button', { name: 'Record a meeting' });
  await meeting.waitFor();
  await withDefaultMode({ name: 'Long '.repeat(12) }, async () => {
    await page.getByText('Long Long').waitFor();
    for (const width of [390, 760, 1120]) {
      await page.setViewportSize({ width, height: 760 });
      assert.deepEqual(await misfitsOf(page, cutOff), [], `${width} px wide`);
    }
  }).finally(() => page.setViewportSize({ width: 1120, height: 760 }));
  await meeting.click();
  const question = page.getByRole('dialog', { name: 'Record a meeting?' });
  await question.getByText('everything this computer plays').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await question.getByRole('button', { name: 'Cancel' }).click();
  assert.equal((await client.getSettings()).settings.recordMeetings, false);
  await meeting.click();
  await question.getByRole('button', { name: 'Record', exact: true }).click();
  await state('Microphone and computer sound').waitFor();
  await microphone.play(spoken);
  await stop().click();
  await page
    .getByRole('article', { name: 'Transcript' })
    .getByText(/Others: /)
    .waitFor();
});

test('a microphone that is pulled out is reported beside the text', async () => {
  await start().click();
  await stop().waitFor();
  await microphone.play(hello.samples);
  await microphone.unplug();
  await page.getByText('The microphone was disconnected. What you said is saved.').waitFor();
  await microphone.plugIn();
});

test('the space bar begins and ends; a recording can be discarded, and that undone', async () => {
  const kept = async () => (await client.searchRecordings({ query: {} })).total;
  const before = await kept();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Space');
  await state('Recording').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await start().waitFor();
  await page.getByText('Recording discarded.').waitFor();
  assert.equal(await kept(), before, 'the history does not fill with it');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Recording discarded.').waitFor({ state: 'detached' });
  await until('it is back', async () => (await kept()) === before + 1);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Space');
  await state('Recording').waitFor();
  await microphone.play(hello.samples);
  await page.keyboard.press('Space');
  await start().waitFor();
});

test('without a language model, a default mode that rewrites leaves the text as it is and does not scold', async () => {
  const rewrites = { name: 'Rewrites', model: 'quoth-test-en-streaming', postProcessingMode: 1 as const };
  await withDefaultMode(rewrites, async () => {
    await start().click();
    await stop().waitFor();
    await microphone.play(hello.samples);
    await stop().click();
    const found = async () => (await client.searchRecordings({ query: { mode: 'Rewrites' } })).recordings[0];
    await until('it is transcribed', async () => (await found())?.status === 'completed');
    const { recording } = await client.getRecording({ params: { id: (await found())?.id ?? '' } });
    assert.deepEqual([recording.error, recording.warning, recording.postProcessedText], [null, null, null]);
    assert.match(recording.text, /\w/);
  });
});

test('a mode whose provider has no key cannot record: the button says why, the settings stay usable', async () => {
  await page.getByRole('combobox', { name: /^Mode: Test/ }).click();
  await page.getByRole('option', { name: /^In the cloud/ }).click();
  await page.getByRole('link', { name: 'Open API keys' }).waitFor();
  assert.equal(await start().isDisabled(), true);
  const { dictation } = await client.getDictation({});
  assert.equal(dictation.refusal?.code, 'MISSING_API_KEY');
  assert.deepEqual(await axeFindings(page), []);
  await start().hover();
  await page.locator('[data-tip]').getByText('There is no API key for OpenAI.').waitFor();
  await client.setProviderKey({ params: { id: 'openai' }, body: { key: simulator.key('openai') } });
  await page.getByRole('link', { name: 'Open API keys' }).waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: /^Mode: In the cloud/ }).click();
  await page.getByRole('option', { name: /^Test/ }).click();
  await page.getByRole('combobox', { name: /^Mode: Test/ }).waitFor();
});

test('a refusal says when its provider was checked, and goes on counting', async () => {
  await client.setProviderKey({ params: { id: 'groq' }, body: { key: 'wrong-key' } });
  await client.testProvider({ params: { id: 'groq' } });
  await withDefaultMode({ name: 'Refused', model: 'cloud', cloudProvider: 'groq' }, async () => {
    await page.clock.install();
    await page.reload();
    await page.getByText(/Groq rejected the key/).waitFor();
    await page.getByText(/^Tested (now|\d+ seconds? ago)\.$/).waitFor();
    await page.clock.fastForward('03:00');
    await page.getByText('Tested 3 minutes ago.').waitFor();
    await page.clock.resume();
  });
  await client.removeProviderKey({ params: { id: 'groq' } });
  await page.getByText(/Groq rejected the key/).waitFor({ state: 'detached' });
});

test('an edit that another dictation interrupts is saved', async () => {
  await start().click();
  await stop().waitFor();
  await microphone.play(hello.samples);
  await stop().click();
  const result = page.getByRole('article', { name: 'Transcript' });
  await result.getByRole('button', { name: 'Edit' }).click();
  const { recordings } = await client.searchRecordings({ query: { source: 'dictation', limit: 1 } });
  await result.getByRole('textbox').fill('Not yet saved.');
  await client.startDictation({ body: { delivery: 'none' } });
  await page.getByText('Another recording started.').waitFor();
  await client.cancelDictation();
  const id = recordings[0]?.id ?? '';
  await until('it is kept', async () => {
    return (await client.getRecording({ params: { id } })).recording.text === 'Not yet saved.';
  });
});

test('a rewritten text is compared, edited, and as it was said again; an edit is never undone with the rewriting', async () => {
  const written = {
    name: 'Written',
    model: 'quoth-test-en-streaming',
    postProcessingMode: 1 as const,
    postProcessingProvider: 'openai',
  };
  await withDefaultMode(written, async () => {
    await page.getByRole('combobox', { name: /^Mode: Written/ }).waitFor();
    await start().click();
    await stop().waitFor();
    await microphone.play(hello.samples);
    await stop().click();
    const result = page.getByRole('article', { name: 'Transcript' });
    const compare = result.getByRole('button', { name: 'Compare' });
    const undo = result.getByRole('button', { name: 'Undo rewriting' });
    await undo.waitFor();
    const rows = () =>
      result.locator('[aria-pressed]').evaluate(({ parentElement }) => {
        const buttons = [...(parentElement?.querySelectorAll('button') ?? [])];
        return new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().bottom))).size;
      });
    await until('what one can do with a text is in one row', async () => (await rows()) === 1);
    const { recordings } = await client.searchRecordings({ query: { source: 'dictation', limit: 1 } });
    const id = recordings[0]?.id ?? '';
    const read = async () => (await client.getRecording({ params: { id } })).recording;
    const { text: rewritten } = await read();
    await compare.click();
    await result.locator('ins').first().waitFor();
    await compare.click();
    await result.getByText(rewritten, { exact: true }).waitFor();
    await result.getByRole('button', { name: 'Edit' }).click();
    await result.getByRole('textbox').fill('By my own hand.');
    await result.getByRole('button', { name: 'Save' }).click();
    await result.getByText('By my own hand.', { exact: true }).waitFor();
    await undo.waitFor({ state: 'detached' });
    assert.equal(await compare.count(), 0);
    await client.editRecording({ params: { id }, body: { text: null } });
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    const undone = (await read()).text;
    assert.notEqual(undone, rewritten);
    await result.getByText(undone, { exact: true }).waitFor();
    await result.getByRole('button', { name: 'Try another mode' }).click();
    await page.getByRole('menuitem', { name: 'Written' }).click();
    await undo.waitFor();
  });
});

test('a mode is tried by speaking before it is saved: the recognised text is in the field, and nothing is kept', async () => {
  const kept = (await client.searchRecordings({})).total;
  const { mode } = await client.createMode({ body: { name: 'Loud', model: 'quoth-test-en-streaming' } });
  const other = await OpenedWindow.open(application, browser, { path: `/modes/${mode.id}` });
  await other.page.getByText('Formatting', { exact: true }).click();
  await other.page.getByRole('switch', { name: 'Capitalization' }).click();
  await other.page.getByRole('button', { name: 'Speak' }).click();
  const stopIt = other.page.getByRole('button', { name: 'Stop', exact: true });
  await stopIt.waitFor();
  assert.equal((await client.getDictation({})).dictation.recording?.private, true);
  await microphone.play(spoken);
  await stopIt.click();
  const field = other.page.getByLabel('Sample text');
  await until('the recognised text is there', async () => /open/i.test(await field.inputValue()));
  await other.page.getByRole('button', { name: 'Copy the result' }).waitFor();
  assert.equal((await client.searchRecordings({})).total, kept, 'nothing of it is in the history');
  assert.equal((await client.getMode({ params: { id: mode.id } })).mode.capitalization, true, 'nor saved');
  await other.close();
  await client.deleteMode({ params: { id: mode.id } });
});

test('a microphone that is plugged in shows up by itself where one chooses', async () => {
  const other = await OpenedWindow.open(application, browser, { path: '/settings' });
  const list = other.page.getByRole('combobox', { name: 'Microphone', exact: true });
  await list.click();
  await other.page
    .getByRole('option', { name: /Studio/ })
    .first()
    .waitFor();
  execFileSync(
    'pactl',
    ['load-module', 'module-null-sink', 'sink_name=desk', 'sink_properties=device.description=Desk'],
    { env: microphone.env },
  );
  await other.page.getByRole('option', { name: /Desk/ }).first().waitFor();
  await other.close();
});

test('an upload is cancelled while it waits and while it is worked on', async (t) => {
  // Long enough that no machine is done with them before the button is pressed; by path, since so much takes long to
  // hand to the browser.
  const long = repeated(readFileSync(sample('go-forward')), 150);
  const folder = mkdtempSync(join(tmpdir(), 'quoth-uploads-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const names = ['first.wav', 'second.wav', 'third.wav', 'fourth.wav'];
  for (const name of names) writeFileSync(join(folder, name), long);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map((name) => join(folder, name)));
  const sheet = page.getByRole('dialog', { name: 'Files' });
  const row = (name: string) => sheet.getByRole('listitem').filter({ hasText: name });
  await row('fourth.wav').getByText('Queued').waitFor();
  await sheet.getByRole('button', { name: 'Cancel fourth.wav' }).click();
  await row('fourth.wav').getByText('Canceled').waitFor();
  await row('first.wav').getByText('Transcribing').waitFor();
  for (const name of names.slice(0, 3)) {
    await sheet.getByRole('button', { name: `Cancel ${name}` }).click();
    await row(name).getByText('Canceled').waitFor();
  }
  const { recordings } = await client.searchRecordings({ query: { status: 'cancelled' } });
  const begun = recordings.filter(({ source }) => source !== 'dictation').length;
  assert.ok(
    begun >= 1 && begun <= 3,
    `what was begun is reported as canceled, and the fourth was not begun: ${begun}`,
  );
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
});

test('files dropped on the window are transcribed, several at once', async () => {
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

test('the compact window shows the words, takes the keys, says what is in the way, and closes with its page', async () => {
  await window.turnTo('/');
  const opens = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Compact window' }).click();
  const compact = await opens;
  await compact.getByRole('button', { name: 'Record', exact: true }).click();
  await compact.getByRole('button', { name: 'Stop recording' }).waitFor();
  await microphone.play(spoken);
  await compact.locator('p.said').getByText(/hello/i).waitFor();
  const ink = 'getComputedStyle(document.querySelector("p.said")).color';
  assert.equal(await compact.evaluate(ink), await page.evaluate(ink), 'it has the styles of the page');
  await compact.getByRole('button', { name: 'Stop recording' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor();
  await compact.getByText(/^\d+ words$/).waitFor();
  assert.equal(
    await compact.locator('p.said').textContent(),
    await page.getByRole('article', { name: 'Transcript' }).locator('p.said').textContent(),
  );
  assert.equal(
    await compact.evaluate('document.querySelector("p.said").parentElement.clientHeight % 28'),
    0,
    'no line of the words is cut',
  );
  await compact.evaluate('document.activeElement.blur()');
  await compact.keyboard.press('Space');
  const stop = compact.getByRole('button', { name: 'Stop recording' });
  await stop.waitFor();
  await compact.keyboard.press('Escape');
  await stop.waitFor({ state: 'detached' });
  const record = compact.getByRole('button', { name: 'Record', exact: true });
  await record.focus();
  await withDefaultMode({ name: 'Cloud', model: 'cloud', cloudProvider: 'groq' }, async () => {
    await compact.getByRole('status').getByText(/key/i).waitFor();
    assert.equal(await record.getAttribute('aria-disabled'), 'true');
    assert.equal(await compact.evaluate('document.activeElement.localName'), 'button', 'it keeps the focus');
  });
  assert.equal(await record.getAttribute('aria-keyshortcuts'), 'Space');
  await client.updateSettings({ body: { singleKeyShortcuts: false } });
  await until(
    'no key is named that does nothing',
    async () => (await record.getAttribute('aria-keyshortcuts')) === null,
  );
  await record.click();
  await stop.waitFor();
  await compact.keyboard.press('Escape');
  await stop.waitFor({ state: 'detached' });
  await client.updateSettings({ body: { singleKeyShortcuts: true } });
  const closed = compact.waitForEvent('close');
  await page.getByRole('link', { name: 'History' }).click();
  await closed;
});

test('the trial in the first steps offers a better model when its sentence came out wrong', async () => {
  // As on a new machine: with the engine that is always there.
  const plain = (await client.listModes()).modes.find(({ name }) => name === 'Voice to text');
  await client.updateMode({ params: { id: plain?.id ?? '' }, body: { isDefault: true } });
  await window.turnTo('/welcome');
  await page.getByText('Please send the email to Anna tomorrow morning.').waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await microphone.play(hello.samples);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The marked words were not recognized.').waitFor();
  assert.ok((await page.locator('mark').count()) > 1, 'the words that are missing are marked');
  await page.getByRole('button', { name: /^Download, / }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
});

test('in the first steps, what is said comes into the field; nothing of it is kept', async () => {
  const before = (await client.searchRecordings({ query: {} })).total;
  await window.turnTo('/welcome');
  await page.getByRole('button', { name: 'Next' }).click();
  const field = page.getByRole('textbox', { name: 'Your words appear here.' });
  await field.fill('Before.');
  await page.getByRole('heading', { level: 2, name: 'Dictate in any program' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  await microphone.play(hello.samples);
  await page.keyboard.press('Space');
  await until('its text stands behind what was there', async () =>
    /^Before\. .*\w/.test(await field.inputValue()),
  );
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
  assert.equal((await client.searchRecordings({ query: {} })).total, before);
});

test('a trial ends with its window, even where it has only just been asked for', async () => {
  const isRecording = async () => (await client.getDictation({})).dictation.recording !== null;
  const closed = await OpenedWindow.open(application, browser, { path: '/welcome' });
  await closed.page.getByRole('button', { name: 'Start' }).click();
  await closed.page.getByRole('button', { name: 'Stop' }).waitFor();
  assert.equal(await isRecording(), true);
  await closed.page.close({ runBeforeUnload: true });
  await until('the microphone is closed', async () => !(await isRecording()));
  await closed.close();
  const [mode] = (await client.listModes()).modes;
  const reloaded = await OpenedWindow.open(application, browser, { path: `/modes/${mode?.id}` });
  await reloaded.page.route(
    ({ pathname }) => pathname.endsWith('/dictation/start'),
    async (route) => void (await route.fetch()),
  );
  await reloaded.page.getByRole('button', { name: 'Speak' }).click();
  await until('the microphone is open', isRecording);
  await reloaded.page.reload();
  await until('the microphone is closed', async () => !(await isRecording()));
  await reloaded.close();
});

test('the trial is in the language of the model that listens', async () => {
  const { models } = await client.listModels();
  const english = models.find(({ installed, languages }) => installed && languages.join() === 'en');
  assert(english);
  const { mode } = await client.createMode({
    body: { name: 'English alone', model: english.id, isDefault: true },
  });
  await client.updateSettings({ body: { language: 'de' } });
  await window.turnTo('/welcome');
  await page.getByText('Please send the email to Anna tomorrow morning.').waitFor();
  await client.updateMode({ params: { id: mode.id }, body: { model: 'auto' } });
  await page.getByText('Bitte schicken Sie Anna morgen früh die E-Mail.').waitFor();
});
