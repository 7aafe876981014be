import type { Page } from 'playwright-core';
import { until } from '../support/running-application.ts';

/** More stops than any page has. */
const MAX_STOPS = 150;

/**
 * Presses Tab until what has the focus is called `name`, as a screen reader would call it: its label, its placeholder
 * or its text.
 * Throws with every stop on the way when it is never reached.
 */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const stops: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab');
    const called = await focused(page);
    stops.push(called);
    if (typeof name === 'string' ? called === name : name.test(called)) return;
  }
  throw new Error(`Tab never came to ${name}; it came to: ${[...new Set(stops)].join(' | ')}`);
}

/** Waits until what has the focus is called so. */
export async function waitForFocus(page: Page, name: string | RegExp): Promise<void> {
  await until(`the focus is on ${name}`, async () => {
    const called = await focused(page);
    return typeof name === 'string' ? called === name : name.test(called);
  });
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return '';
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
    // Keys that stand on a button are no part of its name.
    const shown = element.cloneNode(true);
    for (const hidden of shown.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    const label = element.labels?.[0]?.textContent ?? '';
    return (element.getAttribute('aria-label') || labelled || label || shown.textContent || '').trim();
  })()`);
}
