import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { languages } from '@quoth/contract';
import { en, toPrograms } from '@quoth/words/en.ts';
import { sameAsEnglish } from './same-as-english.ts';

// What the compiler does not see of a translation; that its keys are the English ones, it has checked.

const root = join(import.meta.dirname, '..', '..', '..');
/** Where the texts are: one file a language in each folder. */
const folders = [
  'packages/ui/src/text',
  'apps/desktop/src/text',
  'packages/words/src',
  'apps/cli/src/manual-page',
] as const;
/** Files beside them that are no language. */
const others = ['catalog', 'load-texts', 'texts', 'texts.test', 'message', 'render', 'manual-page'];
const translated = languages.filter((language) => language !== 'en');

type Texts = { readonly [key: string]: string | Texts };
type FlatTexts = Readonly<Record<string, string>>;

function flat(texts: Texts, above = ''): FlatTexts {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]) =>
      typeof text === 'string' ? { [above + key]: text } : flat(text, `${above}${key}.`),
    ),
  );
}

/** The texts of a file: its only export. */
async function read(folder: string, language: string): Promise<Texts> {
  const [texts] = Object.values(
    (await import(join(root, folder, `${language}.ts`))) as Record<string, Texts>,
  );
  assert(texts, `${folder}/${language}.ts`);
  return texts;
}

/** Every English text with its translation, by its key. */
async function pairs(language: string): Promise<readonly (readonly [string, string, string])[]> {
  const [window, desktop, words] = folders;
  const of = async (folder: string) => {
    const [english, translation] = [flat(await read(folder, 'en')), flat(await read(folder, language))];
    return Object.entries(english).map(([key, text]) => [key, text, translation[key] ?? ''] as const);
  };
  const messages = (await read(words, language)) as FlatTexts;
  // Where readers have different words, the window's are the ones that are translated.
  const ours = Object.entries(en).flatMap(([reason, text]) => {
    const english = typeof text === 'string' ? text : text.window;
    const isTranslated = english !== '' && !(reason in toPrograms);
    return isTranslated ? [[reason, english, messages[reason] ?? ''] as const] : [];
  });
  return [...(await of(window)), ...(await of(desktop)), ...ours];
}

test('a language is listed where all of its files exist, and no file is left over', () => {
  for (const folder of folders) {
    const files = globSync('*.ts', { cwd: join(root, folder) })
      .map((file) => basename(file, '.ts'))
      .filter((name) => !others.includes(name) && name !== 'en');
    assert.deepEqual(files.sort(), [...translated].sort(), folder);
  }
});

/** What a message is made of, without its words: arguments with their kinds, tags, and the choices of a select. */
function shapeOf(elements: readonly MessageFormatElement[], found = new Set<string>()): Set<string> {
  for (const element of elements) {
    // A language without plural forms writes the number alone.
    if ([TYPE.argument, TYPE.number, TYPE.plural].includes(element.type) && 'value' in element)
      found.add(`{${element.value}}`);
    if (element.type === TYPE.tag) shapeOf(element.children, found.add(`<${element.value}>`));
    if (element.type === TYPE.select)
      found.add(`{${element.value}: ${Object.keys(element.options).sort().join()}}`);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const { value } of Object.values(element.options)) shapeOf(value, found);
  }
  return found;
}

/**
 * The plural forms that a message lacks in this language. Those of fractions and of millions are left out: we count
 * things.
 */
function missingForms(elements: readonly MessageFormatElement[], language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const needed = new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count)));
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return missingForms(element.children, language);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const missing =
      element.type === TYPE.plural ? [...needed].filter((form) => !(form in element.options)) : [];
    const below = Object.values(element.options).flatMap(({ value }) => missingForms(value, language));
    return [...missing, ...below];
  });
}

for (const language of translated) {
  test(`${language}: each text has the arguments of the English one, and every plural form`, async () => {
    const wrong: string[] = [];
    for (const [key, english, text] of await pairs(language)) {
      const [before, after] = [parse(english), parse(text)];
      const [wanted, given] = [[...shapeOf(before)].sort().join(), [...shapeOf(after)].sort().join()];
      if (wanted !== given) wrong.push(`${key}: ${wanted} is ${given}`);
      const missing = missingForms(after, language);
      if (missing.length > 0) wrong.push(`${key}: no form for ${missing.join()}`);
      if (text.trim() !== text || (text === '') !== (english === '')) wrong.push(`${key}: “${text}”`);
    }
    assert.deepEqual(wrong, []);
  });

  test(`${language}: no text was left in English`, async () => {
    const allowed = new Set([...(sameAsEnglish.everywhere ?? []), ...(sameAsEnglish[language] ?? [])]);
    const same = new Set<string>();
    for (const [, english, text] of await pairs(language))
      if (text === english && /\p{L}{2}/u.test(english.replace(/\{[^{}]*\}/g, ''))) same.add(english);
    assert.deepEqual(
      [...same].filter((text) => !allowed.has(text)),
      [],
    );
    const gone = (sameAsEnglish[language] ?? []).filter((text) => !same.has(text));
    assert.deepEqual(gone, [], 'listed, and not the same any more');
  });
}

test('French marks stand on the line of their word', async () => {
  const apart = (await pairs('fr')).filter(([, , text]) => /\S [:;!?»]|« /u.test(text));
  assert.deepEqual(
    apart.map(([key]) => key),
    [],
  );
});

test('German, French and Spanish have a space before a percent sign', async () => {
  for (const language of ['de', 'fr', 'es'] as const) {
    // Not the encoding of an address, which is named with its digits.
    const joined = (await pairs(language)).filter(([, , text]) => /[\d}]%(?![\dA-F])/u.test(text));
    assert.deepEqual(
      joined.map(([key]) => key),
      [],
      language,
    );
  }
});

test('Japanese has no space beside Latin letters, digits and what is put in', async () => {
  const letter = '[\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Han}\u3001\u3002\u30fc]';
  const spaced = new RegExp(`${letter} [\\w{]|[\\w}] ${letter}`, 'u');
  const apart = (await pairs('ja')).filter(([, , text]) => spaced.test(text));
  assert.deepEqual(
    apart.map(([key]) => key),
    [],
  );
});

test('what these tests refuse', () => {
  const shape = (message: string) => [...shapeOf(parse(message))].join();
  assert.notEqual(shape('{count} files'), shape('{number} Dateien'));
  assert.notEqual(shape('<b>{name}</b> asks'), shape('{name} fragt'));
  assert.notEqual(shape('{unit, select, s {s} other {min}}'), shape('{unit, select, other {Min.}}'));
  assert.equal(shape('{count, plural, one {# file} other {# files}}'), shape('{count, number} 件'));
  assert.deepEqual(missingForms(parse('{count, plural, other {# Dateien}}'), 'de'), ['one']);
  assert.deepEqual(missingForms(parse('{count, plural, other {# 件}}'), 'ja'), []);
});
