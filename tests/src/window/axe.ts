import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { until } from '../support/running-application.ts';

/** What axe finds against WCAG 2.2 AA on the page as it is now, or in one part of it, each in a line. */
export async function axeFindings(page: Page, within = 'body'): Promise<string[]> {
  return linesOf(
    await builder(page)
      .include(within)
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze(),
  );
}

/** Shows the page in the other theme; resolves when every colour has changed. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await until('every colour has changed', () =>
    page.evaluate<boolean>(`document.getAnimations().every(({ playState }) => playState !== 'running')`),
  );
}

/** What axe finds of contrast alone: all that another theme of the same page can change. */
export async function contrastFindings(page: Page, within = 'body'): Promise<string[]> {
  return linesOf(
    await builder(page).include(within).withRules(['color-contrast', 'link-in-text-block']).analyze(),
  );
}

/** What axe finds of sizes and distances alone: all that another direction of the same page can change. */
export async function targetFindings(page: Page): Promise<string[]> {
  return linesOf(await builder(page).withRules(['target-size']).analyze());
}

/** The page has no frames, so that axe needs no page of its own beside it, which takes longer than the looking. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

function linesOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
