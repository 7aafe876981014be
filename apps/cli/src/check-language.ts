import { nearest } from './did-you-mean.ts';
import { UsageError } from './exit-codes.ts';
import { inQuotes } from './in-quotes.ts';

/** Throws UsageError for an invalid language tag and suggests the intended one: "de" for "german", "germn", "dee" or "Deutsch". */
export function checkLanguage(written: string | undefined): void {
  if (written === undefined || written.toLowerCase() === 'auto') return;
  const [primary = ''] = written.toLowerCase().split(/[-_]/);
  if (/^[a-z]{2,3}$/.test(primary) && languageName(primary) !== undefined) return;
  const near = meant(folded(written));
  const words = (tags: readonly string[]) => tags.map((tag) => `"${tag}" (${languageName(tag)})`).join(', ');
  throw new UsageError(
    `${inQuotes(written)} is not a language tag.${near.length > 0 ? ` Did you mean ${words(near)}?` : ` Examples: ${words(usual)} or "auto". All: quoth models languages`}`,
  );
}

/** A language for a sentence: `German ("de")`. */
export function languageInWords(tag: string): string {
  return `${languageName(tag) ?? 'the language'} ("${tag}")`;
}

/** Languages that speech models know, for suggestions. */
const suggested =
  'af ar be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yue zh'.split(
    ' ',
  );

/** The most common languages, suggested when no tag is similar. */
const usual = ['en', 'de', 'es', 'fr', 'pt', 'zh'];

/** The tags that a word may stand for: a language's name in English or its own, a country's code, or a mistyped tag or name. */
function meant(word: string): string[] {
  if (word === '') return [];
  const names = suggested.flatMap((tag) =>
    [languageName(tag), languageName(tag, tag)].flatMap((name) =>
      name === undefined ? [] : [{ tag, name: folded(name) }],
    ),
  );
  const [named] = names.filter(({ name }) => word === name || word.startsWith(`${name} `));
  if (named) return [named.tag];
  const spoken = languageOfCountry(word);
  if (spoken !== undefined) return [spoken];
  const known = [...suggested, ...names.map(({ name }) => name)];
  const near = nearest(word, known).map((one) => names.find(({ name }) => name === one)?.tag ?? one);
  return [...new Set(near)];
}

/** What is mostly spoken in a country: `ja` for `jp`. Undefined where the letters stand for no country, or its language for none of ours. */
function languageOfCountry(code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return language !== 'en' && suggested.includes(language) ? language : undefined;
}

function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}

/** Created on first use: reading the names of all languages takes 20 ms. */
const languageNames = new Map<string, Intl.DisplayNames>();

/** The name of a language in English or in another language; undefined if there is none. */
export function languageName(tag: string, inLanguage = 'en'): string | undefined {
  const names =
    languageNames.get(inLanguage) ??
    new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' });
  languageNames.set(inLanguage, names);
  return names.of(tag);
}
