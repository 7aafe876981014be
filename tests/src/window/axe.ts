import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Text whose contrast has been looked at in this process, by its colors and size and by the classes of all that it
 * stands in: what is painted the same way differs in words alone. To look at contrast is most of what axe does.
 */
const known = new Set<string>();

/** What axe finds against WCAG 2.2 AA on the page as it is now, or in one part of it, each in a line. */
export async function axeFindings(page: Page, within = 'body'): Promise<string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const paint = await newPaint(page, within);
  const rules = { 'color-contrast': { enabled: paint.length > 0 } };
  const found = await findings(page, within, { runOnly: { type: 'tag', values }, rules });
  for (const each of paint) known.add(each);
  return found;
}

/** Text in this part of the page that is painted as none was before. */
export async function newPaint(page: Page, within: string): Promise<string[]> {
  const painted = await page.evaluate<readonly string[]>(`(() => {
    const chains = new Map([[null, '']]);
    const chainOf = (element) => {
      if (!chains.has(element)) {
        const { backgroundColor, opacity } = getComputedStyle(element);
        const above = chainOf(element.parentElement);
        chains.set(element, [element.getAttribute('class'), backgroundColor, opacity, above].join(' '));
      }
      return chains.get(element);
    };
    const painted = [...document.querySelector(${JSON.stringify(within)}).querySelectorAll('*')]
      .filter((each) => 'value' in each || [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .map((each) => {
        const { color, fontSize, fontWeight } = getComputedStyle(each);
        return [color, fontSize, fontWeight, chainOf(each)].join(' ');
      });
    return [...new Set(painted)];
  })()`);
  return painted.filter((each) => !known.has(each));
}

/** What axe finds by all of its rules, good practice among them. */
export function allFindings(page: Page): Promise<string[]> {
  return findings(page, 'html', {});
}

/** Shows the page in the other theme at once: thousands of colors that change by themselves take ten times as long. */
export async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(`(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [still];
  })()`);
  await page.emulateMedia({ colorScheme });
}

/** What axe finds of contrast alone: all that another theme of the same page can change. */
export async function contrastFindings(page: Page, within = 'body'): Promise<string[]> {
  const paint = await newPaint(page, within);
  if (paint.length === 0) return [];
  const found = await findings(page, within, ofRules('color-contrast', 'link-in-text-block'));
  for (const each of paint) known.add(each);
  return found;
}

/** What axe finds of sizes and distances alone: all that another direction of the same page can change. */
export function targetFindings(page: Page): Promise<string[]> {
  return findings(page, 'body', ofRules('target-size'));
}

function ofRules(...values: string[]): RunOptions {
  return { runOnly: { type: 'rule', values } };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/**
 * The page has no frames. Axe is put into it once, and only what it finds wrong is described, which takes less than
 * half the time.
 */
async function findings(page: Page, within: string, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
  const wanted = JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false });
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(within)}, ${wanted}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
