/*
 * What Quoth says, as data: the reason of a message and what is filled in. Its text stands in the catalogs beside this
 * file, and is put in where the reader is known. Texts are ICU MessageFormat: `{name}`, `{count, plural, one {# file}
 * other {# files}}`, `{kind, select, file {…} other {…}}`, and `'{'` for a brace. A formatter of our own:
 * `intl-messageformat` takes 40 ms and 14 MB to load and 1.4 ms for each text, and errors are made in programs that
 * start in 100 ms.
 */

import type { en, toPrograms } from './en.ts';

/**
 * Who reads what is said: a programmer at the local API, a person at the command line, one in the window or its
 * indicator, an agent with our tools.
 */
export type Reader = 'api' | 'commandLine' | 'window' | 'agent';

type English = typeof en;

/** Every situation that Quoth says something about; each catalog has a text for it. */
export type Reason = keyof English;

/**
 * What is filled in. A text is a name, a path or somebody else's words, and stays as it is in every language; never a
 * transcript.
 */
export type Value =
  | string
  | number
  | Message
  | { readonly bytes: number }
  /** A tag such as `de`, shown by the language's name. */
  | { readonly language: string }
  /** `A, B`. */
  | { readonly list: readonly Value[] }
  /** `A, B, or C`. */
  | { readonly anyOf: readonly Value[] };

/** A message without its words. */
export interface Message {
  readonly reason: Reason;
  readonly args?: Readonly<Record<string, Value>>;
}

/**
 * The names in a text. What stands in a choice of a plural or a select is more than one word, or it would look like a
 * name.
 */
type ArgsIn<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? (Before extends `${string}'` ? unknown : ArgAt<After>) & ArgsIn<After>
  : unknown;
type ArgAt<Text extends string> =
  BeforeBrace<Text> extends `${infer Name}, plural,${string}`
    ? OneWord<Name, number>
    : OneWord<BeforeComma<BeforeBrace<Text>>, Value>;
type OneWord<Name extends string, Kind> = Name extends `${string}${' ' | '#' | '{' | '}' | ','}${string}`
  ? unknown
  : { readonly [Key in Name]: Kind };
type BeforeBrace<Text extends string> = Text extends `${infer Before}}${string}` ? Before : Text;
type BeforeComma<Text extends string> = Text extends `${infer Before},${string}` ? Before : Text;

/** What the English text of a reason needs to be filled in, whichever reader it is for. */
export type ArgsOf<Given extends Reason> = English[Given] extends infer Text
  ? Text extends string
    ? ArgsIn<Text>
    : Text extends Readonly<Record<Reader, string>>
      ? ArgsIn<Text['api']> & ArgsIn<Text['commandLine']> & ArgsIn<Text['agent']> & ArgsIn<Text['window']>
      : never
  : never;

/** What the window never says: it stays English. */
type Untranslated =
  | keyof typeof toPrograms
  | { [Given in Reason]: English[Given] extends { readonly window: '' } ? Given : never }[Reason];

/** The texts of another language than English, as the window says them. */
export type Catalog = Readonly<Record<Exclude<Reason, Untranslated>, string>>;

type Part =
  | string
  | { readonly name: string; readonly options?: ReadonlyMap<string, readonly Part[]>; readonly kind: string };

/** By its text. Texts come from catalogs alone, so there are only so many. */
const parsed = new Map<string, readonly Part[]>();

/** The text with its values filled in, as this language writes them. */
export function format(
  text: string,
  { args = {} }: Pick<Message, 'args'>,
  language: string,
  say: (message: Message) => string,
): string {
  if (!/[{']/.test(text)) return text;
  let parts = parsed.get(text);
  if (!parts) {
    parts = parse(text, { at: 0 });
    parsed.set(text, parts);
  }

  const valueText = (value: Value): string => {
    if (typeof value !== 'object') return String(value);
    if ('reason' in value) return say(value);
    if ('bytes' in value) return formatSize(value.bytes, decimalSign(language));
    if ('language' in value) return languageName(value.language, language);
    if ('list' in value) return value.list.map(valueText).join(language === 'ja' ? '、' : ', ');
    return new Intl.ListFormat(language, { type: 'disjunction' }).format(value.anyOf.map(valueText));
  };
  const write = (some: readonly Part[], count: number | undefined): string =>
    some.map((part) => writePart(part, count)).join('');
  const writePart = (part: Part, count: number | undefined): string => {
    if (typeof part === 'string') return part;
    if (part.name === '#') return count === undefined ? '#' : count.toLocaleString(language);
    const value = args[part.name];
    if (value === undefined) return `{${part.name}}`;
    if (!part.options)
      return part.kind === 'number' ? Number(value).toLocaleString(language) : valueText(value);
    const choice =
      part.kind === 'plural' ? pluralChoice(part.options, Number(value), language) : String(value);
    const option = part.options.get(choice) ?? part.options.get('other') ?? [];
    return write(option, part.kind === 'plural' ? Number(value) : count);
  };
  return write(parts, undefined);
}

/** Reads up to the end, or to the brace that closes what is being read. */
function parse(text: string, place: { at: number }): Part[] {
  const parts: Part[] = [];
  let plain = '';
  const add = (part: Part) => {
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(part);
  };
  while (place.at < text.length && text[place.at] !== '}') {
    const character = text[place.at++] ?? '';
    if (character === '{') add(parseArgument(text, place));
    else if (character === '#') add({ name: '#', kind: 'count' });
    else if (character === "'" && /[{}#']/.test(text[place.at] ?? '')) plain += quoted(text, place);
    else plain += character;
  }
  if (plain !== '') parts.push(plain);
  return parts;
}

/** After an apostrophe: another one is an apostrophe; else everything up to the next one is text. */
function quoted(text: string, place: { at: number }): string {
  const start = place.at;
  if (text[start] === "'") {
    place.at++;
    return "'";
  }
  const end = text.indexOf("'", start);
  place.at = end < 0 ? text.length : end + 1;
  return text.slice(start, end < 0 ? undefined : end);
}

/** After its opening brace. */
function parseArgument(text: string, place: { at: number }): Part {
  const [head = '', name = '', kind = 'text'] =
    /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?,?/.exec(text.slice(place.at)) ?? [];
  place.at += head.length;
  const options = new Map<string, readonly Part[]>();
  for (;;) {
    const [, space = '', choice = ''] = /^(\s*)([^\s{}]*)/.exec(text.slice(place.at)) ?? [];
    place.at += space.length + choice.length;
    while (text[place.at] === ' ') place.at++;
    // The brace that opens this choice, or closes the argument.
    if (text[place.at++] !== '{') return options.size === 0 ? { name, kind } : { name, kind, options };
    options.set(choice, parse(text, place));
    place.at++;
  }
}

function pluralChoice(options: ReadonlyMap<string, unknown>, count: number, language: string): string {
  return options.has(`=${count}`) ? `=${count}` : new Intl.PluralRules(language).select(count);
}

/** A human-readable size: `477 MB`, `1.6 GB` (decimal, as disks and hubs count). */
export function formatSize(bytes: number, decimal = '.'): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1).replace('.', decimal)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

function decimalSign(language: string): string {
  return (
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  );
}

/** What a language is called in another one; what is no tag stays as it is. */
function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
