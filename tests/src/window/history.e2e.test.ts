import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import { inDatabase } from '@quoth/core/fixtures/in-database.ts';
import type { Locator, Page } from 'playwright-core';
import { repeated, sample, until } from '../support/running-application.ts';
import { AlteredAnswers } from './altered-answers.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

// Its texts are made in a tenth of the time of the engine that is always there. Of the sample it makes "go four word
// ten first".
const pages = windowTests({ model: 'quoth-test-en' });
const ALWAYS_THERE = 'moonshine-tiny-included';
/**
 * An engine has a lower priority than the browsers of the tests beside this one, which may keep it from working for a
 * minute.
 */
const BUSY_MS = 150_000;

/** What no event tells a window that is open of; gives the rows. */
const change = (statement: string, ...values: SQLInputValue[]) =>
  inDatabase(pages.home, (database) => database.prepare(statement).all(...values));

/** Makes History this long, away from the page that would read itself again for each. */
const atLeast = (count: number) =>
  pages.inWindow('/vocabulary', async () => {
    const { total } = await pages.own.searchRecordings({ query: { limit: 1 } });
    for (let more = total; more < count; more++) await pages.transcribe();
  });

test('statistics count the history: nothing at first, then each recording by where it came from', async () => {
  await pages.inWindow('/statistics', async (page) => {
    await page.getByText('Nothing to count yet.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const id = await pages.transcribe();
    await pages.own.editRecording({ params: { id }, body: { text: 'one two three four' } });
    // It follows the history by itself.
    const program = page.getByRole('region', { name: 'By program' }).getByRole('listitem');
    await program.filter({ hasText: '4 words' }).waitFor();
    assert.equal(await page.getByText('Words dictated').count(), 0, 'nothing was dictated yet');
    change("UPDATE recordings SET source = 'dictation' WHERE id = ?", id);
    await pages.transcribe();
    await page.getByText('Words dictated').waitFor();
    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 26 weeks' }).click();
    await page.getByRole('heading', { name: 'Words per week' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Back to History' }).click();
    await page.getByRole('button', { name: 'Statistics' }).click();
    await page.getByRole('heading', { level: 1, name: 'Statistics' }).waitFor();
  });
});

test('history is searched as one types, read, edited, exported and deleted with an undo', async () => {
  const id = await pages.transcribe();
  await pages.own.editRecording({ params: { id }, body: { text: 'The zebra crossed the cuba street.' } });
  await pages.transcribe();
  await pages.inWindow('/history', async (page) => {
    const row = page.locator('[data-row]');
    await page.keyboard.press('/');
    // In quotation marks, words stand in this order; else in any.
    await page.keyboard.type('"crossed zebra"');
    await until('nothing is left', async () => (await row.count()) === 0);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('crossed zebra');
    await until('only the hit is left', async () => (await row.count()) === 1);
    // Its first letter alone leaves the same row.
    await row
      .locator('mark')
      .filter({ hasText: /^zebra$/ })
      .first()
      .waitFor();
    await row.click();
    const detail = page.getByRole('region', { name: 'Recording' });
    await detail.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('The zebra crossed the Kuba street.');
    await page.keyboard.press('Control+Enter');
    await detail.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Text (.txt)' }).click();
    assert.match(readFileSync(await (await download).path(), 'utf8'), /zebra crossed the Kuba/);
    await detail.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByText('No results.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row.first().waitFor();
  });
});

test('a word corrected in a text is offered for the vocabulary once, and forgotten by one click', async () => {
  const id = await pages.transcribe();
  const heard = 'We store it in grafanna and zapia today.';
  await pages.own.editRecording({ params: { id }, body: { text: heard } });
  const words = async () => (await pages.own.listVocabulary()).entries.map(({ phrase }) => phrase);
  await pages.inWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    const detail = page.getByRole('region', { name: 'Recording' });
    const offer = page.getByRole('button', { name: /^Remember|^Always write/ });
    const rewrite = async (text: string) => {
      await detail.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
      await page.keyboard.press('Control+Enter');
      await detail.getByRole('button', { name: 'Edit', exact: true }).waitFor();
      await detail.locator('p', { hasText: text }).first().waitFor();
    };
    // What depends on its sentence is not offered: what comes next shows that nothing else did.
    await rewrite('We store it in grafanna and zapia tomorrow.');
    await rewrite('We store it in Grafana and zapia tomorrow.');
    await offer.waitFor();
    assert.equal(await offer.textContent(), 'Remember “Grafana”');
    assert.deepEqual(await axeFindings(page), []);
    assert.equal((await words()).includes('Grafana'), false);
    await offer.click();
    await until('the word is kept', async () => (await words()).includes('Grafana'));
    await page.getByText('“Grafana” was added to the vocabulary.').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await until('the word is forgotten', async () => !(await words()).includes('Grafana'));
    await rewrite('We store it in grafanna and zapia tomorrow.');
    await rewrite('We store it in Grafana and zapia tomorrow.');
    await rewrite('We store it in Grafana and Zapier tomorrow.');
    await offer.waitFor();
    assert.equal(await offer.textContent(), 'Remember “Zapier”');
  });
});

test('what is searched stands in the address once typing rests, and comes back with it', async () => {
  await pages.transcribe();
  await pages.inWindow('/history', async (page) => {
    const field = page.getByRole('combobox', { name: 'Search transcripts' });
    const mark = page.getByRole('list', { name: 'Recordings' }).locator('mark').first();
    await field.pressSequentially('first');
    await mark.filter({ hasText: /^first$/i }).waitFor();
    await page.waitForURL(/q=first/);
    await page.getByRole('link', { name: 'Models' }).click();
    await page.getByRole('searchbox', { name: 'Search models' }).waitFor();
    await page.goBack();
    await mark.filter({ hasText: /^first$/i }).waitFor();
    assert.equal(await field.inputValue(), 'first');
    await field.fill('nothing of the sort');
    await page.getByText('No results.').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('list', { name: 'Recordings' }).waitFor();
    assert.equal(await field.inputValue(), '');
    await page.waitForURL((url) => !url.searchParams.has('q'));
  });
});

const written = 'so it costs $23 and that is fine';
/** Shows what was written beside what was said; `text` reads it. */
async function beside(said: string, flow: (page: Page, text: () => Promise<string>) => Promise<void>) {
  const id = await pages.transcribe();
  change('UPDATE recordings SET text = ?, transcribed_text = ? WHERE id = ?', written, said, id);
  await pages.inNewWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Both' }).click();
    await flow(page, async () => (await pages.own.getRecording({ params: { id } })).recording.text);
  });
}

test('what the rules changed is seen beside what was said, and taken back one by one', async () => {
  const said = 'um so it costs twenty three dollars and that is fine';
  await beside(said, async (page, text) => {
    await page.getByText('Click what was said to write it that way.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // By its whole name: the row in the list has the words, too.
    const number = page.getByRole('button', { name: 'twenty three dollars', exact: true });
    await number.click();
    await until('the number is as it was said', async () => (await text()) === said.replace('um ', ''));
    await number.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await until('the number is in digits', async () => (await text()) === written);
    await number.waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'um', exact: true }).click();
    await until('the sound is there', async () => (await text()) === `um ${written}`);
    await number.click();
    await until('nothing is changed', async () => (await text()) === said);
  });
});

test('of changes taken back by keys the focus goes on to the next one', async () => {
  const said = 'um so it costs twenty three dollars and uh that is fine';
  await beside(said, async (page, text) => {
    const change = (name: string) => page.getByRole('button', { name, exact: true });
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const described = 'document.getElementById(document.activeElement.getAttribute("aria-describedby"))';
    await change('um').focus();
    assert.match(await page.evaluate<string>(`${described}?.textContent`), /^Click what was said/);
    await page.keyboard.press('Enter');
    await until('the first is taken back', async () => (await text()) === `um ${written}`);
    await change('um').waitFor({ state: 'detached' });
    await change('twenty three dollars').focus();
    await page.keyboard.press('Enter');
    await change('twenty three dollars').waitFor({ state: 'detached' });
    await until('the next has the focus', async () => (await focused()) === 'uh');
    await page.keyboard.press('Enter');
    await change('uh').waitFor({ state: 'detached' });
    await until('nothing is changed', async () => (await text()) === said);
    const holds = 'document.activeElement !== document.body && document.activeElement.matches("[data-pane]")';
    await until('the pane of the text has the focus', () => page.evaluate<boolean>(holds));
  });
});

test('a recording with a warning says what is wrong', async () => {
  const speech = readFileSync(sample('best-of-times'));
  const bytes = speech.subarray(0, speech.length - 32_000);
  await pages.own.transcribe({ bytes, contentType: 'audio/wav' });
  await pages.inWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.getByText(/^The last 1\.0 s of the audio are missing/).waitFor();
  });
});

test('a recording says which of its words the vocabulary corrected, each once', async () => {
  const id = await pages.transcribe();
  const correction = { heard: 'cube and eighties', written: 'Kubernetes' };
  change('UPDATE recordings SET corrections = ? WHERE id = ?', JSON.stringify([correction, correction]), id);
  await pages.inNewWindow('/history', async (page) => {
    await page.locator(`[data-row="${id}"]`).click();
    const said = page.getByText(/cube and eighties.*Kubernetes/);
    await said.waitFor();
    assert.equal((await said.textContent())?.split('Kubernetes').length, 2);
  });
});

test('a recording says which stretches another model wrote', async () => {
  const id = await pages.transcribe();
  const segments = [
    { id: 0, start: 0, end: 3, text: 'It was' },
    { id: 1, start: 3.2, end: 65, text: 'the best of times', model: 'whisper-base-included' },
  ];
  change('UPDATE recordings SET segments = ? WHERE id = ?', JSON.stringify(segments), id);
  await pages.inNewWindow('/history', async (page) => {
    await page.locator(`[data-row="${id}"]`).click();
    await page.getByText('Transcribed by Whisper Base: 0:03–1:05').waitFor();
  });
});

test('an edit that was not saved is not dropped without asking', async () => {
  const older = await pages.transcribe();
  const id = await pages.transcribe();
  await pages.inWindow('/history', async (page) => {
    const row = (of: string) => page.locator(`[data-row="${of}"]`);
    await row(id).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Text of the recording' });
    await field.fill('Not saved yet.');
    const question = page.getByRole('alertdialog');
    await row(older).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    await field.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), 'Not saved yet.');
    await row(older).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    assert.equal(await page.getByText('Another recording started.').count(), 0);
  });
  assert.equal((await pages.own.getRecording({ params: { id } })).recording.textBeforeEdit, null);
});

test('Shift chooses everything in between, also what was not on the screen; a search begins at its newest hit', async () => {
  await atLeast(55);
  await pages.inWindow('/history', async (page) => {
    const scroller = `document.querySelector('ul[aria-label="Recordings"]').parentElement`;
    const list = page.getByRole('list', { name: 'Recordings' });
    const place = (number: number) => list.locator(`[aria-posinset="${number}"]`);
    await place(1).getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    await until('the end of the list is on the screen', async () => {
      await page.evaluate(`${scroller}.scrollTo(0, ${scroller}.scrollHeight)`);
      return (await place(55).locator('[data-row]').count()) === 1;
    });
    // A row that still moves would be missed: what is forced waits for nothing.
    let before = '';
    await until('the list is at rest', async () => {
      const last = before;
      before = JSON.stringify(await place(55).boundingBox());
      return before === last;
    });
    await place(55)
      .getByRole('checkbox')
      .click({ force: true, modifiers: ['Shift'] });
    await page.getByText('55 selected').waitFor();
    await page.getByRole('combobox', { name: 'Search transcripts' }).fill('f');
    await until('it is at the top', async () => (await page.evaluate(`${scroller}.scrollTop`)) === 0);
    await place(1).locator('mark').first().waitFor();
  });
});

test('rows are equally high whatever their text, so that none has to move while one scrolls', async () => {
  const short = await pages.transcribe();
  await pages.own.editRecording({ params: { id: short }, body: { text: 'Yes.' } });
  const long = await pages.transcribe();
  await pages.own.editRecording({ params: { id: long }, body: { text: 'A long sentence. '.repeat(40) } });
  await pages.inWindow('/history', async (page) => {
    const heights = () =>
      page.evaluate<number[]>(
        `[...document.querySelectorAll('[data-index]:has([data-row])')].map((row) => row.getBoundingClientRect().height)`,
      );
    await page.locator(`[data-row="${short}"]`).waitFor();
    assert.deepEqual([...new Set(await heights())], [56]);
    // One that comes in pushes the others down by its height.
    const newest = await pages.transcribe();
    await page.locator(`[data-row="${newest}"]`).waitFor();
    const steps = async () => {
      const tops = await page.evaluate<number[]>(
        `[...document.querySelectorAll('[data-index]')].sort((one, other) => one.dataset.index - other.dataset.index).slice(0, 4).map((row) => row.getBoundingClientRect().top)`,
      );
      return tops.slice(1).map((top, before) => top - (tops[before] ?? 0));
    };
    // Higher while it is worked on.
    await until('the rows follow each other closely', async () => String(await steps()) === '56,56,56');
  });
});

test('a recording is its own player: its line, Space, a click on a word, and the word that is spoken', async () => {
  const id = await pages.transcribe();
  await pages.inWindow('/history', async (page) => {
    await page.locator(`[data-row="${id}"]`).click();
    const detail = page.getByRole('region', { name: 'Recording' });
    const position = detail.getByRole('slider', { name: 'Position' });
    const time = async () => Number(await position.inputValue());
    // Loud in some places, quiet in others; and the same line, smaller, in the list.
    const heights = (place: string) =>
      page.evaluate<string[]>(
        `[...new Set(document.querySelector('${place} svg:not(.lucide) path')?.getAttribute('d').match(/v[0-9.]+/g))]`,
      );
    await until('the line is there', async () => (await heights('article')).length > 10);
    await until('and in its row', async () => (await heights(`[data-row="${id}"]`)).length > 3);
    const lit = () =>
      page.evaluate<string>(`[...(CSS.highlights.get('spoken') ?? [])].map((range) => String(range)).join()`);
    // From the row that has the focus.
    await page.keyboard.press('Space');
    await detail.getByRole('button', { name: 'Pause' }).waitFor();
    await until('a word is lit', async () => (await lit()) !== '');
    await page.keyboard.press('Space');
    await detail.getByRole('button', { name: 'Play' }).waitFor();

    await detail
      .locator('p.said')
      .getByText('ten', { exact: false })
      .click({ position: { x: 2, y: 12 } });
    await until('the first word is spoken again', async () => (await lit()) === 'go');
    await position.focus();
    await page.keyboard.press('End');
    assert((await time()) > 1.5);
    await page.keyboard.press('Home');
    assert((await time()) < 1);
    assert.deepEqual(await axeFindings(page), []);
  });
});

test('several recordings go to the trash at once, and one comes back from there', async () => {
  const before = (await pages.own.searchRecordings({})).total;
  await pages.inWindow('/history', async (page) => {
    const boxes = page.getByRole('checkbox');
    await boxes.first().focus();
    await page.keyboard.press('Space');
    await boxes.nth(1).focus();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await until('they are gone', async () => (await pages.own.searchRecordings({})).total === before - 2);
    await page.getByRole('button', { name: 'Trash', exact: true }).click();
    const field = page.getByRole('combobox', { name: 'Search transcripts' });
    await field.fill('nothing of the sort');
    await page.getByText('No results.').waitFor();
    await field.fill('irst');
    await page.locator('[data-row]').first().click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await until('one is back', async () => (await pages.own.searchRecordings({})).total === before - 1);
  });
});

test('several recordings are chosen by touch: a finger that stays begins, others are tapped', async () => {
  await pages.transcribe();
  await pages.transcribe();
  const window = await OpenedWindow.open(pages.application, pages.browser, {
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
  await page.getByRole('button', { name: 'Clear selection' }).tap();
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Select several' }).tap();
  await rows.first().tap();
  await page.getByText('1 selected').waitFor();
  assert(new URL(page.url()).searchParams.get('id') === null, 'nothing is opened meanwhile');
  await window.close();
});

test('a recording is called by its file; after deleting the next one is open; Delete and Ctrl+Z work', async () => {
  const speech = readFileSync(sample('go-forward'));
  const ids: string[] = [];
  for (const name of ['first memo.wav', 'second memo.wav', 'third memo.wav']) {
    const done = await pages.own.transcribe({ form: { file: new Blob([speech]), name } });
    ids.push('recording_id' in done ? String(done.recording_id) : '');
  }
  await pages.inWindow('/history', async (page) => {
    const detail = page.getByRole('region', { name: 'Recording' });
    const title = detail.getByRole('heading', { level: 2 });
    await page.locator('[data-row]').filter({ hasText: 'third memo.wav' }).click();
    await title.getByText('third memo.wav').waitFor();
    // The list still has what was deleted, as long as it has not been read again.
    const answers = new AlteredAnswers(page);
    const letGo = await answers.hold('searchRecordings');
    await page.keyboard.press('Delete');
    await title.getByText('second memo.wav').waitFor();
    await page.keyboard.press('Delete');
    await title.getByText('first memo.wav').waitFor();
    answers.heal('searchRecordings');
    letGo();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /second memo\.wav/ }).waitFor();
    await page.getByRole('button', { name: /third memo\.wav/ }).waitFor({ state: 'detached' });
    // In a field, both keys belong to the text.
    await page.getByRole('combobox', { name: 'Search transcripts' }).fill('"first memo."');
    await page.keyboard.press('Delete');
    await page.getByText('1 recording', { exact: true }).waitFor();
  });
});

test('a recording that is being worked on shows how far it is', async () => {
  await pages.inWindow('/history', async (page) => {
    // Long enough to be looked at before its text is there.
    const bytes = repeated(readFileSync(sample('go-forward')), 300);
    await pages.own.transcribe({
      form: { file: new Blob([bytes]), name: 'lecture.wav' },
      query: { async: true, save: true, model: ALWAYS_THERE },
    });
    const row = page.getByRole('listitem').filter({ hasText: 'lecture.wav' });
    await row.getByRole('progressbar', { name: 'Progress of lecture.wav' }).waitFor();
    await row.getByText(/^\d+%/).waitFor({ timeout: BUSY_MS });
    await row.getByRole('button', { name: 'Cancel lecture.wav' }).click();
    await row.getByRole('progressbar').waitFor({ state: 'detached' });
  });
});

test('several are chosen by keyboard alone, and a hit that only the original has is shown there', async () => {
  for (const text of ['First of three.', 'Second of three.', 'Third of three.']) {
    const id = await pages.transcribe();
    await pages.own.editRecording({ params: { id }, body: { text } });
  }
  await pages.inWindow('/history', async (page) => {
    await page.getByRole('button', { name: /^Third of three/ }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Control+Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    const { total } = await pages.own.searchRecordings({ query: {} });
    await page.getByText(`${total} selected`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search transcripts' }).fill('ten');
    const row = page.locator('[data-row]').first();
    await row.getByText('Original:', { exact: false }).waitFor();
    await row.click();
    const detail = page.getByRole('region', { name: 'Recording' });
    await detail.getByRole('button', { name: 'As said', pressed: true }).waitFor();
    await detail.locator('p mark').filter({ hasText: 'ten' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await detail.getByRole('button', { name: 'Both' }).click();
    await detail.getByRole('heading', { name: 'As said' }).waitFor();
    await detail.getByRole('button', { name: 'Written' }).click();
    await detail.getByText('Third of three.').waitFor();
  });
});

test('the newest is open beside the list; J, K and the arrow keys walk, E edits and C copies', async () => {
  for (const text of ['The oldest.', 'The middle one.', 'The newest.']) {
    const id = await pages.transcribe();
    await pages.own.editRecording({ params: { id }, body: { text } });
  }
  await pages.inNewWindow('/history', async (page) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const text = page.getByRole('region', { name: 'Recording' }).locator('p.said');
    await text.getByText('The newest.').waitFor();
    await page.keyboard.press('j');
    await text.getByText('The middle one.').waitFor();
    await page.keyboard.press('j');
    await text.getByText('The oldest.').waitFor();
    await page.keyboard.press('k');
    await text.getByText('The middle one.').waitFor();
    await page.keyboard.press('c');
    await page.getByRole('status').getByText('Copied').first().waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'The middle one.');
    await page.locator('[data-row]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await text.getByText('The oldest.').waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Text of the recording' }).waitFor();
    await page.keyboard.press('Escape');
    await text.waitFor();
  });
});

test('one field searches for words and by tokens, which are typed or chosen and taken back with Backspace', async () => {
  const id = await pages.transcribe();
  await pages.own.editRecording({ params: { id }, body: { text: 'A unicorn from a program.' } });
  const speech = readFileSync(sample('go-forward'));
  await pages.own.transcribe({ form: { file: new Blob([speech]), name: 'unicorn.wav' } });
  await pages.inWindow('/history', async (page) => {
    const field = page.getByRole('combobox', { name: 'Search transcripts' });
    const rows = page.locator('[data-row]');
    const found = (count: number) => until(`${count} found`, async () => (await rows.count()) === count);
    await field.click();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('option', { name: /^from:/ }).click();
    await page.getByRole('option', { name: 'Smart home' }).click();
    await page.getByText('No results.').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Remove the filter Smart home' }).click();
    await field.fill('unicorn');
    await found(2);
    await field.fill('unicorn is:nothing');
    assert.equal(await page.getByRole('option').count(), 0, 'no state is called so');
    await field.fill('unicorn is:do');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Remove the filter Done' }).waitFor();
    assert.equal(await field.inputValue(), 'unicorn');
    await page.waitForURL(/status=completed/);
    await found(2);
    await field.fill('');
    await field.press('Backspace');
    await page.getByRole('button', { name: 'Remove the filter Done' }).waitFor({ state: 'detached' });
    await field.fill('unicorn: a beast');
    await page.getByText('No results.').waitFor();
    await page.getByRole('button', { name: 'Search the trash' }).click();
    await page.getByRole('button', { name: 'Remove the filter Trash' }).waitFor();
    await page.getByRole('button', { name: 'Back to History' }).click();
    await rows.first().waitFor();
  });
});

/** Where an element stays: rows move while what stands above them is measured. */
async function placeOf(element: Locator): Promise<string> {
  let place = '';
  await until('it stays where it is', async () => {
    const before = place;
    place = JSON.stringify(await element.boundingBox());
    return place === before;
  });
  return place;
}

test('the list is where it was after Back from a recording, and after another page unless something newer came', async () => {
  await atLeast(45);
  // Of several days: the first of each is higher, for its heading.
  const dates = change('SELECT id, date_ms AS date FROM recordings');
  change(`UPDATE recordings SET date_ms = date_ms - 86400000 *
    ((SELECT count(*) FROM recordings AS newer WHERE newer.seq > recordings.seq) / 4)`);
  try {
    await pages.inNewWindow('/history', async (page) => {
      await page.setViewportSize({ width: 900, height: 700 });
      const list = page.getByRole('list', { name: 'Recordings' });
      await list.locator('[data-row]').first().waitFor();
      await list.evaluate((element) => element.parentElement?.scrollTo({ top: 1_800 }));
      const row = list.locator('[data-index="35"]').getByRole('button');
      await row.waitFor();
      const before = await placeOf(row);
      await row.click();
      await page.getByRole('region', { name: 'Recording' }).getByRole('button', { name: 'Back' }).click();
      await page.getByRole('region', { name: 'Recording' }).waitFor({ state: 'hidden' });
      assert.equal(await placeOf(row), before);
      assert((await list.locator('[data-row]').count()) > 8, 'its neighbours are there too');
      const turnTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
      await turnTo('Vocabulary');
      await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
      await turnTo('History');
      await until('the row is where it was', async () => (await placeOf(row)) === before);
      await turnTo('Record');
      const id = await pages.transcribe();
      await pages.own.editRecording({ params: { id }, body: { text: 'Something newer.' } });
      await page.getByText('Something newer.').waitFor();
      await turnTo('History');
      await list
        .locator('[data-index="0"]')
        .getByRole('button', { name: /^Something newer/ })
        .waitFor();
      assert.equal(await list.evaluate((element) => element.parentElement?.scrollTop), 0);
      // What is not looked at for five minutes is read afresh, and is something newer all the same.
      await list.evaluate((element) => element.parentElement?.scrollTo({ top: 1_800 }));
      await row.waitFor();
      await page.clock.install();
      await turnTo('Record');
      const later = await pages.transcribe();
      await page.clock.fastForward('06:00');
      await turnTo('History');
      await list.locator(`[data-index="0"] [data-row="${later}"]`).waitFor();
      assert.equal(await list.evaluate((element) => element.parentElement?.scrollTop), 0);
    });
  } finally {
    for (const { id = null, date = null } of dates)
      change('UPDATE recordings SET date_ms = ? WHERE id = ?', date, id);
  }
});

test('beside the list, what was open before another page is open again, and what a link opens is in sight', async () => {
  await atLeast(45);
  await pages.inNewWindow('/history', async (page) => {
    await page.setViewportSize({ width: 1_280, height: 700 });
    const list = page.getByRole('list', { name: 'Recordings' });
    const open = list.locator('[aria-current="true"]');
    const turnTo = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    await open.waitFor();
    await list.evaluate((element) => element.parentElement?.scrollTo({ top: 1_800 }));
    const row = list.locator('[data-index="35"]').getByRole('button');
    await row.click();
    const id = await row.getAttribute('data-row');
    const before = await placeOf(row);
    await turnTo('Vocabulary');
    await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
    await turnTo('History');
    await until('it is open again', async () => (await open.getAttribute('data-row')) === id);
    assert.equal(await placeOf(row), before);
    await page.keyboard.press('j');
    await list.locator('[data-index="36"] [aria-current="true"]').waitFor();
    // Of the newest texts one is opened on Record.
    await turnTo('Record');
    await page.locator('a[href*="/history?id="]').first().click();
    await open.waitFor();
    await until('its row is in sight', () =>
      open.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const pane = element.closest('[data-pane]')?.getBoundingClientRect();
        return pane !== undefined && top >= pane.top && bottom <= pane.bottom;
      }),
    );
  });
});

test('a text is set from the side where its script begins, in the list, in its page and while it is edited', async () => {
  const id = await pages.transcribe();
  await pages.own.editRecording({ params: { id }, body: { text: 'مرحبا بكم، نبدأ الآن' } });
  await pages.inWindow('/history', async (page) => {
    await page.goto(new URL(`/history?id=${id}`, page.url()).href);
    const detail = page.getByRole('region', { name: 'Recording' });
    const direction = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}')).direction`);
    await detail.getByText('مرحبا بكم', { exact: false }).first().waitFor();
    await page.locator('[aria-current="true"]').getByText('مرحبا بكم', { exact: false }).first().waitFor();
    assert.equal(await direction('[aria-current="true"] [dir]'), 'rtl');
    assert.equal(await direction('article p[dir]'), 'rtl');
    await detail.getByRole('button', { name: 'Edit', exact: true }).click();
    assert.equal(await direction('article textarea'), 'rtl');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages').fill('مرحبا');
    await page.locator('[role="option"] mark').first().waitFor();
    assert.equal(await direction('[role="option"] [dir]'), 'rtl');
    assert.equal(await direction('input[dir]:focus'), 'rtl');
    await page.keyboard.press('Escape');
  });
});

test('what one edits stays open when a newer recording comes', async () => {
  await pages.transcribe();
  // In a window that was used before, what was open there would be open again.
  await pages.inNewWindow('/history', async (page) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await page.keyboard.press('e');
    const text = page.getByRole('textbox', { name: 'Text of the recording' });
    await text.fill('half a sentence');
    const newest = await pages.transcribe();
    await page.locator(`[data-row="${newest}"]`).waitFor();
    await page.waitForTimeout(500);
    assert.equal(await text.inputValue(), 'half a sentence');
    // Not that of a row whose recording has no text yet.
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  });
});

test('as many deletions are undone with Ctrl+Z as were made, one after the other', async () => {
  for (let count = 0; count < 3; count++) await pages.transcribe();
  const there = async () => (await pages.own.searchRecordings({ query: { limit: '1' } })).total;
  const before = await there();
  await pages.inWindow('/history', async (page) => {
    await page.locator('[data-row]').first().click();
    await page.waitForURL(/id=/);
    for (const left of [1, 2, 3]) {
      const deleted = page.url();
      await page.keyboard.press('Delete');
      await until(`${left} are deleted`, async () => (await there()) === before - left);
      // The next one is open: until then, the key would be pressed for the same one again.
      await page.waitForURL((url) => url.href !== deleted);
    }
    await page.getByRole('link', { name: 'Vocabulary' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Vocabulary' }).waitFor();
    await page.goBack();
    await page.locator('[data-row]').first().waitFor();
    for (let count = 0; count < 3; count++) await page.keyboard.press('Control+z');
    await until('all three are back', async () => (await there()) === before);

    // While a recording is still being deleted.
    const answers = new AlteredAnswers(page);
    const release = await answers.hold('deleteRecording');
    const sent = page.waitForRequest((request) => request.method() === 'DELETE');
    await page.locator('[data-row]').first().click();
    await page.locator('[data-row][aria-current]').waitFor();
    await page.keyboard.press('Delete');
    await sent;
    await page.keyboard.press('Control+z');
    const restored = page.waitForResponse((response) => /\/restore$/.test(response.url()));
    release();
    assert.equal((await restored).status(), 200);
    await until('it is back', async () => (await there()) === before);
  });
});

test('after the upgrade that replaced PocketSphinx, its recordings are transcribed again if the user says so, and the texts of before stay', async () => {
  const id = await pages.transcribe();
  await pages.own.editRecording({ params: { id }, body: { text: 'what the engine of before had heard' } });
  await pages.own.updateSettings({ body: { engineReplaced: true } });
  const changed = change(
    `UPDATE recordings SET transcription_provider = 'pocketsphinx', text_before_edit = NULL WHERE id = ? RETURNING id`,
    id,
  );
  assert.equal(changed.length, 1);
  // Another engine's work lies before it: more than a page of a search.
  change(
    `INSERT INTO recordings
      (seq, id, date_ms, status, source, duration_s, options, text, transcription_provider, audio_file)
    WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT 520)
    SELECT seq + value, printf('%08x-0000-4000-8000-000000000000', value), date_ms, status, source, duration_s,
      options, text, 'transcribe-cpp', audio_file
    FROM recordings, number WHERE id = ?`,
    id,
  );
  const read = async () => (await pages.own.getRecording({ params: { id } })).recording;
  await pages.inNewWindow('/history', async (page) => {
    await page.getByText('PocketSphinx is gone.', { exact: false }).waitFor();
    await page.getByText('Transcribe 1 earlier recording again?', { exact: false }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Transcribe again' }).first().click();
    await until('it has a new text', async () => (await read()).earlierText !== null, BUSY_MS / 1_000);
    await until('it is not said again', async () => !(await pages.own.getSettings()).settings.engineReplaced);
    await page.getByText('PocketSphinx is gone.', { exact: false }).waitFor({ state: 'detached' });
  });
  assert.equal((await read()).earlierText, 'what the engine of before had heard');
  await pages.inNewWindow('/statistics', async (page) => {
    await page.goto(new URL(`/history?id=${id}`, page.url()).href);
    await page.getByText('Earlier transcript').click();
    await page.getByRole('button', { name: 'Use this text' }).click();
    await until(
      'it is the text again',
      async () => (await read()).text === 'what the engine of before had heard',
    );
  });
});
