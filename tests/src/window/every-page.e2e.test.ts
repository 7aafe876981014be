import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '@quoth/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { longer, replaceGerman } from '../languages/pseudo-language.ts';
import { axeFindings, contrastFindings, showTheme, targetFindings } from './axe.ts';
import { brokenButtons, cutOff, misfitsOf } from './cut-off.ts';
import { OpenedWindow } from './opened-window.ts';
import { everyPath, windowTests } from './window-tests.ts';

// Each page in every size, theme, direction and language, in one walk: to show a page costs more than to look at it.

const { en } = (await import(join(import.meta.dirname, '../../../packages/ui/src/text/en.ts'))) as {
  readonly en: Parameters<typeof replaceGerman>[1];
};

let paths: readonly string[];
const tests = windowTests(
  {
    env: { LC_ALL: 'C.UTF-8' },
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
  lookAtEachPage,
);
const open = (options: BrowserContextOptions = {}) =>
  OpenedWindow.open(tests.application, tests.browser, options);

/** Lets the page draw itself twice: what measures itself answers with the second frame. */
const drawn = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';

/** From narrow to wide: that a window is dragged to another size is a harder case than to be drawn in it. */
const sizes = {
  narrow: [320, 640],
  phone: [390, 760],
  // A window of 1120 by 760 zoomed to 200 % has half as many CSS pixels.
  zoomed: [560, 380],
  low: [820, 560],
  'between phone and desk': [900, 760],
  usual: [1120, 760],
  desk: [1280, 800],
  // No higher than is looked at: to paint the rest takes most of the time.
  '4K': [3840, 720],
} as const;
type Size = keyof typeof sizes;

async function resize(page: Page, size: Size): Promise<void> {
  const [width, height] = sizes[size];
  await page.setViewportSize({ width, height });
  // On a busy machine, the page has its new size before its media queries know of it.
  await page.waitForFunction(`innerWidth === ${width} && matchMedia('(width: ${width}px)').matches`);
  await page.evaluate(drawn);
}

/** Tables whose last column one would have to scroll to, where there is room for all of them. */
const wideTables = `[...document.querySelectorAll('table')]
  .filter((table) => innerWidth >= 1080 && table.offsetWidth > table.closest('[role=region]').clientWidth)
  .map((table) => 'too wide: ' + table.closest('[role=region]').getAttribute('aria-label'))`;

/** What is cut off, and what is wrapped that should not be. */
const misfit = `[...${cutOff}, ...${brokenButtons}]`;
const misfitInLanguage = `[...${misfit}, ...${wideTables}]`;

/** Where the header of the page begins, if not where those of all others do: 32 px beside the rail. */
const otherEdge = `[...document.querySelectorAll('main h1')]
  .map((title) => title.closest('header') ?? title)
  .filter((header) => !header.matches('.unseen'))
  .map((header) => header.getBoundingClientRect().left - document.querySelector('nav').offsetWidth)
  .filter((left) => left !== 32)
  .map((left) => 'begins at ' + left)`;

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

/** What is true of each page: the sizes in which it is looked at, and what is found that is not as promised. */
interface Promised {
  readonly in: readonly Size[];
  readonly look: (page: Page, size: Size) => Promise<readonly string[]>;
}

const promises: Readonly<Record<string, Promised>> = {
  'nothing is cut and nothing scrolls sideways, from 320 px to 4K and zoomed to 200 %': {
    in: ['narrow', 'zoomed', 'between phone and desk', '4K'],
    look: (page) => misfitsOf(page, cutOff),
  },
  'en: on no page is anything cut off, and no button is wrapped': {
    in: ['phone', 'usual'],
    look: (page) => misfitsOf(page, misfitInLanguage),
  },
  'every page begins at one edge': { in: ['usual'], look: (page) => misfitsOf(page, otherEdge) },
  'on a phone, a list is as wide as its setting': {
    in: ['phone'],
    look: (page) => misfitsOf(page, narrowLists),
  },
  'nothing but the page between the bars scrolls, and the rail stays where it is': {
    in: ['phone', 'low', 'usual'],
    look: async (page, size) => {
      const [width, height] = sizes[size];
      const found = await misfitsOf(page, scrollsBesidesMain);
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 20_000);
      await page.evaluate(drawn);
      // The first steps have the whole window.
      if (new URL(page.url()).pathname === '/welcome') return found;
      const bar = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
      const end = bar && Math.round(bar.y + bar.height);
      return end === height ? found : [...found, `the bar ends at ${end} of ${height}`];
    },
  },
  'every page is accessible': { in: ['narrow', 'usual'], look: (page) => axeFindings(page) },
  "there is enough contrast in the dark and in the system's contrast theme, too": {
    in: ['usual'],
    look: async (page) => {
      await showTheme(page, 'dark');
      const dark = await contrastFindings(page);
      await showTheme(page, 'light');
      await page.emulateMedia({ forcedColors: 'active' });
      const forced = await contrastFindings(page);
      await page.emulateMedia({ forcedColors: 'none' });
      return [...dark, ...forced];
    },
  },
  'right to left the pages are mirrored and nothing is cut': {
    in: ['phone', 'usual'],
    look: async (page, size) => {
      await page.evaluate(`document.documentElement.dir = 'rtl'; ${drawn}`);
      const found = [...(await misfitsOf(page, cutOff))];
      if (size === 'usual') {
        const isMirrored = `(document.querySelector('nav')?.getBoundingClientRect().left ?? Infinity) > document.querySelector('main').getBoundingClientRect().left`;
        if (!(await page.evaluate<boolean>(isMirrored))) found.push('it is not mirrored');
        found.push(...(await targetFindings(page)));
      }
      await page.evaluate("document.documentElement.dir = ''");
      return found;
    },
  },
};

const promisedSizes = (Object.keys(sizes) as Size[]).filter((size) =>
  Object.values(promises).some((promised) => promised.in.includes(size)),
);
const problems = new Map<string, string[]>();
let looks = 0;

async function lookAtEachPage(): Promise<void> {
  const window = await open();
  const { page } = window;
  for (const path of paths) {
    await resize(page, 'narrow');
    await show(window, path);
    for (const size of promisedSizes) {
      await resize(page, size);
      for (const [name, promised] of Object.entries(promises)) {
        if (!promised.in.includes(size)) continue;
        looks++;
        const found = await promised.look(page, size);
        const before = problems.get(name) ?? [];
        problems.set(name, [...before, ...found.map((each) => `${path}, ${size}: ${each}`)]);
      }
    }
  }
  assert.deepEqual(window.complaints, []);
  await window.close();
}

/** Nothing is being read any more. */
async function show(window: OpenedWindow, path: string): Promise<void> {
  await window.turnTo(path);
  await window.page.locator('[role=status].late').first().waitFor({ state: 'detached' });
}

for (const name of Object.keys(promises))
  test(name, () => {
    assert.equal(looks, paths.length * Object.values(promises).flatMap((promised) => promised.in).length);
    assert.deepEqual(problems.get(name), []);
  });

/** What is cut off or wrapped on any page, at the width of a phone and of a desk. */
async function misfits(window: OpenedWindow, misfit = misfitInLanguage): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of paths) {
    await show(window, path);
    for (const size of ['phone', 'desk'] as const) {
      await resize(window.page, size);
      for (const each of await misfitsOf(window.page, misfit)) found.add(`${path}, ${size}: ${each}`);
    }
  }
  assert.deepEqual(window.complaints, []);
  return [...found];
}

let shared: OpenedWindow | undefined;
/** The walk over all pages is in English. */
const translations = languages.filter((language) => language !== 'en');
assert.equal(translations.length, languages.length - 1);
for (const language of translations)
  test(`${language}: on no page is anything cut off, and no button is wrapped`, async () => {
    await tests.own.updateSettings({ body: { language } });
    // The same one for all of them: a new one would load every page again.
    shared ??= await open();
    await shared.page.locator(`html[lang="${language}"]`).waitFor();
    assert.deepEqual(await misfits(shared), []);
  });

test('nor with words that are 40 per cent longer', async () => {
  assert.equal(longer('Press {keys} again'), 'Pressss {keys} againîn');
  await tests.own.updateSettings({ body: { language: 'de' } });
  const window = await open();
  await replaceGerman(window.context, en);
  await window.go('/');
  await window.page.getByRole('heading', { level: 1, name: longer('Record') }).waitFor();
  assert.deepEqual(await misfits(window, misfit), []);
  await window.close();
  await tests.own.updateSettings({ body: { language: 'system' } });
});

test('a button in two lines, and one that is cut, are found', async () => {
  const page = await tests.browser.newPage();
  const button = (style: string, name: string) =>
    `<button style="font: 16px sans-serif; ${style}">${name}</button>`;
  await page.setContent(
    button('width: 120px', 'Download it once again') +
      button('width: 80px; white-space: nowrap; overflow: hidden', 'Delete permanently') +
      button('', 'Fits') +
      button('width: 80px', '<span>Meeting notes</span> <span>A row of a list</span>'),
  );
  assert.deepEqual(await page.evaluate(brokenButtons), [
    'wrapped: Download it once again',
    'cut: Delete permanently',
    'sticks out: Delete permanently',
  ]);
  await page.close();
});

test('Japanese is measured in glyphs of its own: without a font, each would be a box that is narrower', async () => {
  const page = await tests.browser.newPage();
  const width = `(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.font = '100px sans-serif';
    return context.measureText('録').width;
  })()`;
  assert.equal(await page.evaluate(width), 100);
  await page.close();
});

test('the palette and the list of keys are accessible, light and dark', async () => {
  await tests.inWindow('/history', async (page) => {
    for (const [key, dialog] of [
      ['Control+k', page.getByPlaceholder('Search pages')],
      ['?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ] as const) {
      await page.keyboard.press(key);
      await dialog.waitFor();
      assert.deepEqual(await axeFindings(page), [], `${key}, light`);
      await showTheme(page, 'dark');
      assert.deepEqual(await contrastFindings(page), [], `${key}, dark`);
      await showTheme(page, 'light');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });
});

test('in a contrast theme of the system, the page has its colors, and a switch shows whether it is on', async () => {
  await tests.inWindow('/settings', async (page) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const colors = await page.evaluate<Record<string, string>>(`(() => {
      const root = getComputedStyle(document.documentElement);
      const of = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
      return {
        surface: root.getPropertyValue('--surface'),
        accent: root.getPropertyValue('--accent'),
        on: of('[role=switch][aria-checked=true]'),
        off: of('[role=switch][aria-checked=false]'),
      };
    })()`);
    assert.equal(colors.surface, 'Canvas');
    assert.equal(colors.accent, 'Highlight');
    // In the browser's own forced colors, both would be the color of the page.
    assert.notEqual(colors.on, colors.off);
    await page.emulateMedia({ forcedColors: 'none' });
  });
});

/** What moves by itself or on its way to a new state, longer than the eye can follow. */
const moving = `[...document.querySelectorAll('body, body *')].filter((element) =>
  ['', '::before', '::after'].some((part) => {
    const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, part);
    const longest = (times) => Math.max(...times.split(',').map((time) => parseFloat(time) * (time.includes('ms') ? 1 : 1000)));
    return longest(transitionDuration) > 20 || (animationName !== 'none' && longest(animationDuration) > 20);
  }),
).map(({ tagName, className }) => tagName + ' ' + className)`;

test('nothing moves for someone who asks for less motion, and something does for others', async () => {
  const window = await open();
  const { page } = window;
  for (const path of ['/settings', '/models', '/']) {
    await window.turnTo(path);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search pages').waitFor();
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion });
      const found = await page.evaluate<readonly string[]>(moving);
      if (reducedMotion === 'reduce') assert.deepEqual(found, [], path);
      else assert.ok(found.length > 0, path);
    }
    await page.keyboard.press('Escape');
    await page.getByPlaceholder('Search pages').waitFor({ state: 'detached' });
  }
  await window.close();
});
