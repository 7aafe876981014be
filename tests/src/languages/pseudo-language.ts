import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import compile from 'icu-minify/compile';
import type { BrowserContext } from 'playwright-core';

/*
 * A language with words that are 40 per cent longer than English ones: what fits in it fits in most. It exists in tests
 * alone, where it takes the place of the German file that the window fetches.
 */

const page = join(import.meta.dirname, '../../../dist/quoth/page/assets');
const LONGER = 1.4;

type Texts = { readonly [key: string]: string | Texts };

/** The text with longer words; what is filled in stays as it is. */
export function longer(message: string): string {
  return printAST(parse(message).map(longerElement));
}

function longerElement(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: element.value.replace(/\p{L}{2,}/gu, longerWord) };
    case TYPE.tag:
      return { ...element, children: element.children.map(longerElement) };
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [
            name,
            { ...option, value: option.value.map(longerElement) },
          ]),
        ),
      } as typeof element;
    default:
      return element;
  }
}

/** Its last letters come twice, with an accent, so that it is seen where a text was left out. */
function longerWord(word: string): string {
  const more = Math.ceil(word.length * (LONGER - 1));
  return `${word}${word
    .slice(-more)
    .toLowerCase()
    .replace(/[aeiou]/g, (vowel) => `${vowel}\u0302`)}`.normalize();
}

/** As the build compiles them (packages/ui/vite.config.ts). */
function longerTexts(texts: Texts): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(longer(text)) : longerTexts(text),
    ]),
  );
}

/** From now on, the window's German is the pseudo-language. */
export async function replaceGerman(context: BrowserContext, english: Texts): Promise<void> {
  const files = readdirSync(page).filter((name) => /^de-.*\.js$/.test(name));
  const file = files.find((name) => readFileSync(join(page, name), 'utf8').includes(' as catalog'));
  if (file === undefined) throw new Error('the page has no file of its own for German');
  const body = `export const catalog = ${JSON.stringify(longerTexts(english))};`;
  await context.route(`**/assets/${file}`, (route) =>
    route.fulfill({ body, contentType: 'text/javascript; charset=utf-8' }),
  );
}
