import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownModeName } from '@quoth/contract';
import { TestDisplay } from '@quoth/desktop/fixtures/test-display.ts';
import { RunningApplication, temporaryHome, until } from '../support/running-application.ts';
import { axeFindings } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

const pages = windowTests();

test('a mode is made, tried before it is saved, saved, and put in order by the keyboard', async () => {
  const before = (await pages.own.listModes()).modes.length;
  await pages.inWindow('/modes', async (page) => {
    await page.getByRole('button', { name: 'New mode' }).click();
    await page.getByRole('menuitem', { name: 'Blank' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Modes' }).waitFor();
    assert.equal((await pages.own.listModes()).modes.length, before, 'nothing is there before it is saved');
    await page.getByRole('button', { name: 'New mode' }).click();
    await page.getByRole('menuitem', { name: 'Blank' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Quiet');
    assert.equal(await page.getByRole('switch', { name: 'Capitalization' }).isVisible(), false, 'folded');
    await page.getByText('Formatting', { exact: true }).click();
    await page.getByRole('switch', { name: 'Capitalization' }).click();
    await page.getByLabel('Sample text').fill('HELLO There');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('hello there', { exact: true }).waitFor();
    assert(!(await pages.own.listModes()).modes.some(({ name }) => name === 'Quiet'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Quiet” saved.').waitFor();
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('button', { name: 'Move Quiet' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Quiet at position 6.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Quiet at position 5.').waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await until('it has moved', async () => (await pages.own.listModes()).modes.at(-1)?.name !== 'Quiet');
  });
  const mode = (await pages.own.listModes()).modes.find(({ name }) => name === 'Quiet');
  assert.equal(mode?.capitalization, false);
});

test('a mode is dragged to another place with the mouse, and stays there', async () => {
  const order = async () => {
    const { modes } = await pages.own.listModes();
    return modes.map(({ name }) => shownModeName(name, modes, 'en'));
  };
  const [first, second, ...others] = await order();
  await pages.inWindow('/modes', async (page) => {
    const middleOf = async (name: string | undefined) => {
      const box = await page.getByRole('button', { name: `Move ${name}`, exact: true }).boundingBox();
      assert(box);
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const [from, to] = [await middleOf(first), await middleOf(second)];
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(to[0], to[1] + 4, { steps: 12 });
    await page.getByText(`${first} at position 2.`).waitFor({ state: 'attached' });
    await page.mouse.up();
    await until('it has moved', async () => (await order())[0] === second);
    await page.reload();
    await page.getByRole('list', { name: 'Modes in their order' }).getByRole('link').first().waitFor();
    assert.equal(
      await page.getByRole('list', { name: 'Modes in their order' }).getByRole('link').first().textContent(),
      second,
    );
  });
  assert.deepEqual(await order(), [second, first, ...others]);
});

test('a mode is duplicated with all that it says', async () => {
  const { mode } = await pages.own.createMode({
    body: { name: 'Letters', language: 'de', customVocabulary: ['Quoth'], capitalization: false },
  });
  await pages.inWindow('/modes', async (page) => {
    await page.getByRole('button', { name: 'Actions for Letters' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await until('there are two', async () =>
      (await pages.own.listModes()).modes.some(({ name }) => name === 'Letters copy'),
    );
  });
  const copy = (await pages.own.listModes()).modes.find(({ name }) => name === 'Letters copy');
  assert(copy && copy.id !== mode.id && !copy.isDefault);
  assert.deepEqual([copy.language, copy.customVocabulary, copy.capitalization], ['de', ['Quoth'], false]);
  for (const { id } of [mode, copy]) await pages.own.deleteMode({ params: { id } });
});

test('unsaved changes of a mode ask before they are lost', async () => {
  const [mode] = (await pages.own.listModes()).modes;
  await pages.inWindow(`/modes/${mode?.id}`, async (page) => {
    await page.getByLabel('Name', { exact: true }).fill('Something else');
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Something else');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'All modes' }).click();
    await page.getByRole('heading', { name: 'Modes' }).waitFor();
  });
});

test('an open mode follows what a program changes; Save sends what was touched, words as they are typed', async () => {
  const { mode } = await pages.own.createMode({ body: { name: 'Followed' } });
  const saved = async () => (await pages.own.getMode({ params: { id: mode.id } })).mode;
  await pages.inWindow(`/modes/${mode.id}`, async (page) => {
    const name = page.getByLabel('Name', { exact: true });
    const words = page.getByLabel('Mode-specific words');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await name.waitFor();
    await pages.own.updateMode({
      params: { id: mode.id },
      body: { language: 'de', model: 'cloud', cloudProvider: 'deepgram' },
    });
    await page.getByText(/^The audio is sent/).waitFor();
    assert.equal(await save.isDisabled(), true, 'the person changed nothing');
    await page.getByText('Words', { exact: true }).click();
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
  await pages.own.deleteMode({ params: { id: mode.id } });
});

test('a mode is exported and comes in again under a free name', async () => {
  await pages.inWindow('/modes', async (page) => {
    await page.getByRole('button', { name: 'Actions for Email' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    await page.locator('input[type=file]').setInputFiles(await (await download).path());
    await page.getByRole('link', { name: 'Email 2' }).waitFor();
  });
});

test('a mode gets rules from what is open now, and keeps them', async (context) => {
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
  const window = await OpenedWindow.open(seeing, pages.browser, { path: `/modes/${mode.id}` });
  const { page } = window;
  await page.locator('summary').filter({ hasText: 'Programs' }).click();
  await page.getByRole('button', { name: 'Choose from open windows' }).click();
  await page.getByRole('menuitem', { name: 'Writer' }).click();
  await page.getByRole('textbox', { name: 'Window title contains, rule 1' }).fill('letter');
  await page.getByText('Window titles are not read').waitFor();
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

test('a new mode begins with a style of rewriting, and exists once it is saved', async () => {
  const { modes } = await pages.own.listModes();
  await pages.inWindow('/modes', async (page) => {
    const begin = async () => {
      await page.getByRole('button', { name: 'New mode' }).click();
      await page.getByRole('menuitem', { name: 'Meeting' }).click();
      await page.getByRole('heading', { level: 1, name: 'Meeting' }).waitFor();
    };
    await begin();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'Modes' }).waitFor();
    await begin();
    assert.deepEqual((await pages.own.listModes()).modes, modes);
    await page.getByRole('combobox', { name: 'Style' }).getByText('Meeting').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Meeting” saved.').waitFor();
  });
  const mode = (await pages.own.listModes()).modes.find(({ name }) => name === 'Meeting');
  assert.deepEqual([mode?.preset, mode?.postProcessingMode], ['meeting', 1]);
  await pages.own.deleteMode({ params: { id: mode?.id ?? '' } });
});
