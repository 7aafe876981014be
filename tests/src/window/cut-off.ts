import type { Page } from 'playwright-core';

/**
 * What stands outside of the window's width and cannot be scrolled to by itself, or is cut without saying so. Runs in
 * the page.
 */
export const cutOff = `(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  const scrolls = (element) => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(above).overflowX) && above.scrollWidth > above.clientWidth) return above.id !== 'content';
    return false;
  };
  for (const element of document.querySelectorAll('#root *')) {
    const box = element.getBoundingClientRect();
    const isOutside = box.right > innerWidth + 1 || box.left < -1;
    const isLong = element.scrollWidth > element.clientWidth + 1;
    // Most are neither, and styles take long to ask for.
    if (box.width <= 2 || box.height <= 2 || !(isOutside || isLong)) continue;
    const style = getComputedStyle(element);
    if (style.visibility === 'hidden' || style.clipPath !== 'none' || scrolls(element)) continue;
    const name = element.tagName + ' ' + (element.textContent ?? '').slice(0, 40);
    if (isOutside) found.push('outside: ' + name);
    const isCut = isLong && ['hidden', 'clip'].includes(style.overflowX);
    if (isCut && style.textOverflow !== 'ellipsis' && element.children.length === 0) found.push('cut: ' + name);
  }
  return found;
})()`;

/**
 * Buttons, tabs and links like buttons whose name does not fit: it is in two lines, or a part of it is cut off. Runs in
 * the page.
 */
export const brokenButtons = `(() => {
  const found = [];
  // For screen readers alone.
  const isUnseen = (element, button) => {
    if (!element.checkVisibility()) return true;
    for (let at = element; at && at !== button; at = at.parentElement)
      if (getComputedStyle(at).clipPath !== 'none' || at.clientWidth === 1) return true;
    return false;
  };
  for (const button of document.querySelectorAll('button, [role=tab], [role=button], nav a')) {
    const box = button.getBoundingClientRect();
    if (box.width < 3 || box.height < 3 || getComputedStyle(button).visibility === 'hidden') continue;
    const texts = [];
    const walk = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode;
      if (text.textContent.trim() !== '' && !isUnseen(text.parentElement, button)) texts.push(text);
    }
    // More than a name is content, such as a row of a list: that may take several lines.
    if (texts.length !== 1) continue;
    const [text] = texts;
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    const tops = new Set(lines.map(({ top }) => Math.round(top)));
    const name = text.textContent.slice(0, 60);
    if (tops.size > 1) found.push('wrapped: ' + name);
    for (let at = text.parentElement; at; at = at === button ? null : at.parentElement)
      if (getComputedStyle(at).overflowX !== 'visible' && at.scrollWidth > at.clientWidth + 1) found.push('cut: ' + name);
    const all = range.getBoundingClientRect();
    if (all.left < box.left - 1 || all.right > box.right + 1) found.push('sticks out: ' + name);
  }
  return found;
})()`;

/**
 * What a look of these finds in a page. After a change of its size, a page has its last shape some frames later: what
 * is found only before that does not count.
 */
export async function misfitsOf(page: Page, look: string): Promise<readonly string[]> {
  let found: readonly string[] = [];
  for (let looks = 0; looks < 20; looks++) {
    found = await page.evaluate<string[]>(look);
    if (found.length === 0) break;
    await page.waitForTimeout(100);
  }
  return found;
}
