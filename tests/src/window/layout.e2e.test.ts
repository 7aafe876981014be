import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';
import { axeFindings, targetFindings } from './axe.ts';
import { cutOff } from './cut-off.ts';
import { OpenedWindow } from './opened-window.ts';
import { everyPath, windowTests } from './window-tests.ts';

let application: RunningApplication;
let browser: Browser;
let paths: readonly string[];
windowTests(
  {
    settings: { firstStepsDone: true },
    prepare: async (started) => {
      const { own } = started;
      await own.createVocabularyEntry({
        body: {
          phrase: 'a rather long phrase that no one would say twice',
          written: 'Donaudampfschifffahrtsgesellschaft',
        },
      });
      await own.createNamedToken({
        body: {
          name: 'Donaudampfschifffahrtsgesellschaft Wien',
          scopes: ['transcribe', 'rewrite', 'history.read', 'history.write', 'modes.read', 'events'],
        },
      });
      await own.createNamedToken({ body: { name: 'claude-code', scopes: ['record'], to_file: true } });
      paths = await everyPath(started);
    },
  },
  (tests) => {
    ({ application, browser } = tests);
  },
);

/** Each page is drawn in a narrow window and then resized: that a window is dragged to another size is the harder case. */
async function eachPage(look: (page: Page, path: string) => Promise<void>) {
  const window = await OpenedWindow.open(application, browser, { viewport: { width: 320, height: 640 } });
  for (const path of paths) {
    await resize(window.page, 320, 640);
    await window.turnTo(path);
    await window.page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await look(window.page, path);
  }
  assert.deepEqual(window.complaints, []);
  await window.close();
}

/** Resizes, and lets the page draw itself twice: what measures itself answers with the second frame. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

const sizes = {
  '320 px': [320, 640],
  // A window of 1120 by 760 zoomed to 200 % has half as many CSS pixels.
  'zoomed to 200 %': [560, 380],
  'between phone and desk': [900, 760],
  '4K': [3840, 2160],
} as const;

test('nothing is cut and nothing scrolls sideways, from 320 px to 4K and zoomed to 200 %', async () => {
  await eachPage(async (page, path) => {
    for (const [name, [width, height]] of Object.entries(sizes)) {
      await resize(page, width, height);
      assert.deepEqual(await page.evaluate(cutOff), [], `${path}, ${name}`);
      if (name === '320 px') assert.deepEqual(await axeFindings(page), [], path);
    }
  });
});

/** Lists that stand alone in their row of settings, and are not as wide as the row. */
const narrowLists = `[...document.querySelectorAll('[data-setting] [role=combobox]')]
  .filter((list) => list.parentElement.querySelectorAll(':scope > button').length === 1)
  .filter((list) => list.closest('[data-setting]').clientWidth - list.clientWidth > 40)
  .map((list) => list.getAttribute('aria-label'))`;

test('on a phone, a list is as wide as its setting', async () => {
  await eachPage(async (page, path) => {
    await resize(page, 390, 760);
    assert.deepEqual(await page.evaluate(narrowLists), [], path);
  });
});

test('right to left the pages are mirrored and nothing is cut', async () => {
  await eachPage(async (page, path) => {
    await page.evaluate("document.documentElement.dir = 'rtl'");
    for (const width of [390, 1120]) {
      await resize(page, width, 760);
      assert.deepEqual(await page.evaluate(cutOff), [], `${path}, ${width} px`);
    }
    const isMirrored = `document.querySelector('nav').getBoundingClientRect().left > document.querySelector('main').getBoundingClientRect().left`;
    assert.equal(await page.evaluate(isMirrored), true, path);
    assert.deepEqual(await targetFindings(page), [], path);
  });
});

/** What scrolls up and down besides `main`. History has two panes instead of it, and a field scrolls its own text. */
const scrollsBesidesMain = `(() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollHeight > root.clientHeight) found.push('the document, by ' + (root.scrollHeight - root.clientHeight) + ' px');
  if (innerWidth > root.clientWidth) found.push('the document has a scrollbar');
  for (const element of document.querySelectorAll('body, body *')) {
    if (element.id === 'content' || element.matches('textarea, [data-pane]')) continue;
    const { overflowY } = getComputedStyle(element);
    if (['auto', 'scroll'].includes(overflowY) && element.scrollHeight > element.clientHeight)
      found.push(element.tagName + ' ' + element.className);
  }
  return found;
})()`;

test('nothing but the page between the bars scrolls, and the rail stays where it is', async () => {
  await eachPage(async (page, path) => {
    for (const [width, height] of [
      [1120, 760],
      [820, 560],
      [390, 760],
    ] as const) {
      await resize(page, width, height);
      assert.deepEqual(await page.evaluate(scrollsBesidesMain), [], `${path}, ${width} px`);
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 20_000);
      await resize(page, width, height);
      const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
      const end = bar && Math.round(bar.y + bar.height);
      assert.equal(end, height, `${path}, ${width} px: the bar ends at ${end} of ${height}`);
    }
  });
});
