import { type Client, QuothError } from '@quoth/client';
import {
  type Mode,
  modeMeant,
  parsedJson,
  parseEngineName,
  toJsonSchema,
  typedEngineName,
} from '@quoth/contract';
import { nearest } from '@quoth/text';
import type { CliEnvironment } from '../environment.ts';
import { UsageError } from '../exit-codes.ts';
import { printNote } from './print.ts';
import { didYouMean, inQuotes } from './wording.ts';

/** The mode that is meant by a name (without case) or an id; the default one without either. Throws MODE_NOT_FOUND. */
export async function modeNamed(client: Client, written: string | undefined): Promise<Mode> {
  const { modes } = await client.listModes();
  const found = written === undefined ? modes.find(({ isDefault }) => isDefault) : modeMeant(written, modes);
  if (found) return found;
  const near = didYouMean(
    written ?? '',
    modes.map(({ name }) => name),
  );
  throw new QuothError('MODE_NOT_FOUND', {
    message: `There is no mode ${inQuotes(written ?? '')}.${near}`,
    hint: `There are ${modes.map(({ name }) => `"${name}"`).join(', ')}.`,
  });
}

/** Says before the work begins that a text cannot be rewritten, because no language model is set up. */
export async function noteMissingLanguageModel(environment: CliEnvironment, client: Client): Promise<void> {
  const { providers } = await client.listProviders();
  if (providers.some(({ jobs, key_present }) => jobs.includes('post-processing') && key_present)) return;
  printNote(environment, 'No language model is set up, so the text will not be rewritten. Ctrl-C stops.');
}

/** Throws MODEL_NOT_FOUND for an engine that is neither one of ours nor a provider; suggests similar names. */
export async function checkEngine(client: Client, written: string | undefined): Promise<void> {
  if (written === undefined || parseEngineName(written)) return;
  const [{ providers }, { models }] = await Promise.all([client.listProviders(), client.listModels()]);
  const wanted = written.trim().toLowerCase();
  if (providers.some(({ id, displayName }) => id === wanted || displayName.toLowerCase() === wanted)) return;
  const engines = [...new Set(models.map(({ engine }) => engine))].filter((name) => parseEngineName(name));
  const [here, away] = [
    engines.map(typedEngineName),
    providers.filter(({ jobs }) => jobs.includes('transcription')).map(({ id }) => id),
  ];
  const known = [...here, ...away];
  throw new QuothError('MODEL_NOT_FOUND', {
    message: `There is no engine ${inQuotes(written)}.${didYouMean(written, known)}`,
    hint: `On this machine: ${here.join(', ')}. Providers: ${away.join(', ')}.`,
  });
}

/**
 * Throws UsageError for an invalid language tag and suggests the intended one: "de" for "german", "germn", "dee" or
 * "Deutsch".
 */
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
export function formatLanguage(tag: string): string {
  return `${languageName(tag) ?? 'the language'} ("${tag}")`;
}

/** Languages that speech models know, for suggestions. */
const suggested =
  'af ar be bg bn bs ca cs cy da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lo lt lv mk ml mn mr ms mt my nb ne nl no pa pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur uz vi yue zh'.split(
    ' ',
  );

/** The most common languages, suggested when no tag is similar. */
const usual = ['en', 'de', 'es', 'fr', 'pt', 'zh'];

/**
 * The tags that a word may stand for: a language's name in English or its own, a country's code, or a mistyped tag or
 * name.
 */
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

/**
 * What is mostly spoken in a country: `ja` for `jp`. Undefined where the letters stand for no country, or its language
 * for none of ours.
 */
function languageOfCountry(code: string): string | undefined {
  if (!/^[a-z]{2}$/.test(code)) return undefined;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return language !== 'en' && suggested.includes(language) ? language : undefined;
}

/** Text as it is searched: without case, accents and space around it. */
export function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');
}

/** Created on first use: reading the names of all languages takes 20 ms. */
const languageNames = new Map<string, Intl.DisplayNames>();

/** The name of a language in English or in another language; undefined if none exists. */
export function languageName(tag: string, inLanguage = 'en'): string | undefined {
  const names =
    languageNames.get(inLanguage) ??
    new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' });
  languageNames.set(inLanguage, names);
  return names.of(tag);
}

/** What checks a value: a schema of the contract. */
interface ValueSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/**
 * What somebody wrote on the command line, with the JSON type that the schema wants; undefined where none fits. `null`
 * clears, commas make a list, and a list of anything but texts is JSON.
 */
export function valueWritten(schema: ValueSchema, written: string): unknown {
  // Quotes that the shell has left on a number or a word are not part of it.
  const bare = /^"(.*)"$/.exec(written.trim())?.[1] ?? written;
  const candidates: unknown[] = [
    ...(written === 'null' ? [null] : []),
    written,
    bare,
    ...(bare === 'true' || bare === 'false' ? [bare === 'true'] : []),
    ...(/^\s*\[/.test(written) ? [parsedJson(written)] : []),
    ...(bare.trim() === '' ? [[]] : [Number(bare), written.split(',').map((item) => item.trim())]),
  ];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

interface JsonSchema {
  readonly type?: string;
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** What a field takes, in words: `a whole number from 1024 to 65535, or null`. */
export function describeSchema(schema: Parameters<typeof toJsonSchema>[0]): string {
  return describeJsonSchema(toJsonSchema(schema, 'input'));
}

function describeJsonSchema(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(describeJsonSchema).join(', or ');
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return String(schema.const);
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'integer':
      return minimum !== undefined && maximum !== undefined
        ? `a whole number from ${minimum} to ${maximum}`
        : 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items?.type === 'string' ? 'a comma-separated list' : 'a list in JSON';
    case 'null':
      return 'null';
    default:
      return schema.example === undefined ? 'text' : `text such as ${schema.example}`;
  }
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?))?$/;

/**
 * A time as a person writes it: without a zone it is this machine's; anything else is ISO 8601, or seconds since 1970.
 * Throws UsageError.
 */
export function readTime(written: string): string {
  const parts = LOCAL.exec(written.trim());
  if (!parts) {
    if (Number.isNaN(Date.parse(written)) && !/^[\dTZ:.W+-]+$/i.test(written.trim()))
      throw new UsageError(`${inQuotes(written)} is not a time. Examples: 2026-11-21, "2026-11-21 09:30".`);
    return written;
  }
  const [, day = '', clock = '00:00'] = parts;
  const time = new Date(
    `${day}T${clock.padStart(clock.split(':')[0]?.length === 1 ? clock.length + 1 : clock.length, '0')}`,
  );
  if (Number.isNaN(time.getTime())) throw new UsageError(`${inQuotes(written)} is not a time.`);
  return time.toISOString();
}
