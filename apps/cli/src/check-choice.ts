import { type Client, QuothError } from '@quoth/client';
import { engineNames, parseEngineName } from '@quoth/contract';
import { didYouMean } from './did-you-mean.ts';
import { UsageError } from './exit-codes.ts';

/** Throws MODEL_NOT_FOUND for an engine that is neither one of ours nor a provider; suggests similar names. */
export async function checkEngine(client: Client, written: string | undefined): Promise<void> {
  if (written === undefined || parseEngineName(written)) return;
  const { providers } = await client.listProviders();
  const wanted = written.trim().toLowerCase();
  if (providers.some(({ id, displayName }) => id === wanted || displayName.toLowerCase() === wanted)) return;
  const known = [...engineNames, ...providers.map(({ id }) => id)];
  throw new QuothError('MODEL_NOT_FOUND', {
    message: `There is no engine "${written}".${didYouMean(written, known)}`,
    hint: `There are ${known.join(', ')}.`,
  });
}

/** Languages that speech models know, for suggestions. */
const suggested =
  'af ar be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yue zh'.split(
    ' ',
  );

/** Throws UsageError for an invalid language tag and suggests the intended one: "de" for "german". */
export function checkLanguage(written: string | undefined): void {
  if (written === undefined || written.toLowerCase() === 'auto') return;
  const [primary = ''] = written.toLowerCase().split(/[-_]/);
  if (/^[a-z]{2,3}$/.test(primary) && nameOf(primary) !== undefined) return;
  const byName = suggested.find((tag) => nameOf(tag)?.toLowerCase() === written.trim().toLowerCase());
  const near = byName === undefined ? nearTags(primary) : [byName];
  const words = near.map((tag) => `"${tag}" (${nameOf(tag)})`).join(', ');
  throw new UsageError(
    `"${written}" is not a language tag.${words === '' ? ` Examples: ${usual.map((tag) => `"${tag}" (${nameOf(tag)})`).join(', ')} or "auto".` : ` Did you mean ${words}?`}`,
  );
}

/** The most common languages, suggested when no tag is similar. */
const usual = ['en', 'de', 'es', 'fr', 'pt', 'zh'];

function nearTags(written: string): string[] {
  const shares = (tag: string) => [...tag].filter((letter, index) => written[index] === letter).length;
  return suggested
    .filter((tag) => tag.length === written.length && shares(tag) === tag.length - 1)
    .slice(0, 6);
}

/** Created on first use: reading the names of all languages takes 20 ms. */
let languageNames: Intl.DisplayNames | undefined;

function nameOf(tag: string): string | undefined {
  languageNames ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return languageNames.of(tag);
}
