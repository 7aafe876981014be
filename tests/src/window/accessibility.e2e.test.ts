import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { RunningApplication } from '../support/running-application.ts';
import { axeFindings, contrastFindings, showTheme } from './axe.ts';
import { OpenedWindow } from './opened-window.ts';
import { windowTests } from './window-tests.ts';

let application: RunningApplication;
let browser: Browser;
windowTests({ flags: [] }, (tests) => {
  ({ application, browser } = tests);
});

const pages = [
  '/',
  '/history',
  '/modes',
  '/vocabulary',
  '/models',
  '/settings',
  '/settings/advanced',
  '/statistics',
  '/settings/shortcuts',
  '/settings/api-keys',
  '/settings/local-api',
  '/settings/programs',
  '/settings/actions',
];
test('every page is accessible, light and dark', async () => {
  // At its start, a new application would lead to the welcome.
  const window = await OpenedWindow.open(application, browser, { path: '/history' });
  const { page } = window;
  const isAccessible = async (what: string) => {
    await showTheme(page, 'light');
    assert.deepEqual(await axeFindings(page), [], `${what}, light`);
    await showTheme(page, 'dark');
    assert.deepEqual(await contrastFindings(page), [], `${what}, dark`);
  };
  for (const path of pages) {
    await window.turnTo(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    await isAccessible(path);
  }
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a command').waitFor();
  await isAccessible('palette');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await isAccessible('keys');
  await window.close();
});

test('in a contrast theme of the system, every page has its colours and nothing is lost', async () => {
  const window = await OpenedWindow.open(application, browser, { path: '/history', forcedColors: 'active' });
  const { page } = window;
  const isForced = `matchMedia('(forced-colors: active)').matches`;
  assert.equal(await page.evaluate(isForced), true);
  for (const path of pages) {
    await window.turnTo(path);
    await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    assert.deepEqual(await contrastFindings(page), [], path);
  }
  await window.turnTo('/settings');
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
  await window.close();
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
  for (const [reducedMotion, isStill] of [
    ['reduce', true],
    ['no-preference', false],
  ] as const) {
    const window = await OpenedWindow.open(application, browser, { path: '/history', reducedMotion });
    const { page } = window;
    for (const path of ['/', '/settings', '/models']) {
      await window.turnTo(path);
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Type a command').waitFor();
      const found = await page.evaluate<readonly string[]>(moving);
      if (isStill) assert.deepEqual(found, [], path);
      else assert.ok(found.length > 0, path);
      await page.keyboard.press('Escape');
      await page.getByPlaceholder('Type a command').waitFor({ state: 'detached' });
    }
    await window.close();
  }
});
