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
  async (tests) => {
    ({ application, browser } = tests);
    await lookAtEachPage();
  },
);

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

/** Lists that stand alone in their row of settings, and are not as wide as the row. */
const narrowLists = `[...document.querySelectorAll('[data-setting] [role=combobox]')]
  .filter((list) => list.parentElement.querySelectorAll(':scope > button').length === 1)
  .filter((list) => list.closest('[data-setting]').clientWidth - list.clientWidth > 40)
  .map((list) => list.getAttribute('aria-label'))`;

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

/** Looks at a page, and says where it is not as promised: an empty list where it is. */
type Look = (page: Page, say: (where: string, wrong: readonly string[]) => void) => Promise<void>;

/** What is true of each page. */
const promises: Readonly<Record<string, Look>> = {
  'nothing is cut and nothing scrolls sideways, from 320 px to 4K and zoomed to 200 %': async (page, say) => {
    for (const [name, [width, height]] of Object.entries(sizes)) {
      await resize(page, width, height);
      say(name, await page.evaluate<string[]>(cutOff));
      if (name === '320 px') say(name, await axeFindings(page));
    }
  },
  'on a phone, a list is as wide as its setting': async (page, say) => {
    await resize(page, 390, 760);
    say('390 px', await page.evaluate<string[]>(narrowLists));
  },
  'nothing but the page between the bars scrolls, and the rail stays where it is': async (page, say) => {
    for (const [width, height] of [
      [1120, 760],
      [820, 560],
      [390, 760],
    ] as const) {
      await resize(page, width, height);
      say(`${width} px`, await page.evaluate<string[]>(scrollsBesidesMain));
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 20_000);
      await resize(page, width, height);
      const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
      const end = bar && Math.round(bar.y + bar.height);
      say(`${width} px`, end === height ? [] : [`the bar ends at ${end} of ${height}`]);
    }
  },
  'right to left the pages are mirrored and nothing is cut': async (page, say) => {
    await page.evaluate("document.documentElement.dir = 'rtl'");
    for (const width of [390, 1120]) {
      await resize(page, width, 760);
      say(`${width} px`, await page.evaluate<string[]>(cutOff));
    }
    const isMirrored = `document.querySelector('nav').getBoundingClientRect().left > document.querySelector('main').getBoundingClientRect().left`;
    say('mirrored', (await page.evaluate<boolean>(isMirrored)) ? [] : ['it is not']);
    say('targets', await targetFindings(page));
    await page.evaluate("document.documentElement.dir = ''");
  },
};

/** How often a page is looked at. */
const LOOKS = 16;
const problems = new Map<string, string[]>();
let looks = 0;

/**
 * One walk for all promises: to show a page costs more than to look at it. Each is drawn in a narrow window and then resized: that a window is dragged to
 * another size is the harder case.
 */
async function lookAtEachPage(): Promise<void> {
  const window = await OpenedWindow.open(application, browser, { viewport: { width: 320, height: 640 } });
  const { page } = window;
  for (const path of paths) {
    await resize(page, 320, 640);
    await window.turnTo(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    for (const [name, look] of Object.entries(promises)) {
      const found = problems.get(name) ?? [];
      problems.set(name, found);
      await resize(page, 320, 640);
      await look(page, (where, wrong) => {
        looks++;
        found.push(...wrong.map((each) => `${path}, ${where}: ${each}`));
      });
    }
  }
  assert.deepEqual(window.complaints, []);
  await window.close();
}

for (const name of Object.keys(promises))
  test(name, () => {
    assert.equal(looks, paths.length * LOOKS);
    assert.deepEqual(problems.get(name), []);
  });
