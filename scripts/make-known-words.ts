import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownWordsOf } from '@quoth/text';

// Makes packages/text/data/known-words-*.bin, which are committed, from the word lists of npm packages;
// packages/text/data/README.md names them.
// `npm install --prefix FOLDER --ignore-scripts` what stands there, then `node scripts/make-known-words.ts FOLDER`.
const lists: Readonly<Record<string, { readonly package: string; readonly more?: string }>> = {
  de: { package: 'language-de', more: 'an-array-of-german-words' },
  en: { package: 'language-en' },
  es: { package: 'language-es-es' },
  fr: { package: 'language-fr' },
  it: { package: 'language-it' },
  pt: { package: 'language-pt-br' },
};
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Usage: make-known-words.ts FOLDER');
const modules = join(folder, 'node_modules');

for (const [language, { package: name, more }] of Object.entries(lists)) {
  const source = join(modules, '@zxcvbn-ts', name);
  const { default: loaded } = (await import(join(source, 'dist', mainFile(source)))) as {
    default: { dictionary: Readonly<Record<string, readonly string[]>> };
  };
  const frequent = Object.entries(loaded.dictionary).filter(([list]) =>
    /^(?:commonWords|wikipedia)/.test(list),
  );
  const words = [
    ...frequent.flatMap(([, list]) => list),
    ...(more === undefined
      ? []
      : (JSON.parse(readFileSync(join(modules, more, 'words.json'), 'utf8')) as string[])),
  ];
  const { bits } = knownWordsOf(words);
  const target = join(import.meta.dirname, '..', 'packages', 'text', 'data', `known-words-${language}.bin`);
  writeFileSync(target, bits);
  console.log(`${language}: ${words.length} words, ${bits.length} bytes`);
}

function mainFile(source: string): string {
  const files = readdirSync(join(source, 'dist'));
  return files.includes('index.cjs') ? 'index.cjs' : 'index.js';
}
