/*
 * Errors, warnings and remedies in another language. They are made in English, go over the wire in English, and are translated where they are shown: by
 * the window and by the indicator. As with gettext, the English sentence is the key; where one is not known, the error's code has a sentence of its own.
 */

import { en } from './en.ts';
import type { Catalog, Reason } from './message.ts';
import { fieldRenderer, filled, inOneLine, type MessageFields } from './render.ts';
import type { sentences } from './sentences.ts';

/** What a person may be told, in one language. */
export interface ErrorTranslations {
  readonly messages: Catalog;
  /** By the English sentence; both have the same names in braces. */
  readonly sentences: Readonly<Record<Sentence, string>>;
}

export type Sentence = (typeof sentences)[number];

/** Puts everything that is said in an answer or an event into the reader's language; the same value if nothing changes. */
export type Translate = <Value>(value: Value) => Value;

/** English stays as it was made. */
export const untranslated: Translate = (value) => value;

interface Pattern {
  readonly matches: RegExp;
  readonly names: readonly string[];
  readonly translation: string;
}

/** Fields with what Quoth says; in every other field, such as the title of a rule, a text is the user's or a program's own. */
const SAID = new Set(['message', 'hint', 'detail', 'fix', 'for']);
/** Fields that are large and say nothing. */
const LARGE = new Set(['words', 'segments', 'text', 'raw_text']);
/** Names in braces whose value is words of ours, with a translation of their own where one exists. Other values are names, numbers and addresses. */
const PARTS = new Set(['why', 'how', 'free', 'what', 'when']);
/** Names in braces whose value is one language, or several. */
const LANGUAGES = new Set(['language', 'expected']);
/** Where one sentence ends and the next begins. */
const BETWEEN = /(?<=[.!?:]) (?=["“\p{Lu}])/u;

/** Translates by these words into a language. */
export function translator({ messages, sentences }: ErrorTranslations, language: string): Translate {
  const sayLanguages = languageTranslator(language);
  const exact = new Map<string, string>();
  const patterns: Pattern[] = [];
  // Texts that are put together of others have some in them that have a reason by now.
  const shared = Object.entries<string | { readonly window: string }>(en).map(
    ([reason, text]) => [typeof text === 'string' ? text : text.window, messages[reason as Reason]] as const,
  );
  for (const [english, translation] of [...shared, ...Object.entries(sentences)]) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (names.length === 0) exact.set(english, translation);
    else patterns.push({ matches: patternOf(english), names, translation });
  }
  // Of two that fit, the one with more words of its own: “{path} is a folder.” says less than “The backup in {path} is a folder.”
  patterns.sort((one, other) => other.matches.source.length - one.matches.source.length);

  const whole = (text: string): string | undefined => {
    const found = exact.get(text);
    if (found !== undefined) return found;
    for (const { matches, names, translation } of patterns) {
      const match = matches.exec(text);
      if (!match) continue;
      const values = names.map((name, at) => [name, sayValue(name, match[at + 1] ?? '')] as const);
      return filled(translation, Object.fromEntries(values));
    }
    return undefined;
  };

  const sayValue = (name: string, value: string): string => {
    if (PARTS.has(name)) return whole(value) ?? value;
    return LANGUAGES.has(name) ? (whole(value) ?? sayLanguages(value)) : value;
  };

  /** Sentence by sentence; undefined unless each of them is known. `ends`: the ends of the text that were tried in vain. */
  const sayText = (text: string, ends = new Set<string>()): string | undefined => {
    if (ends.has(text)) return undefined;
    const known = whole(text);
    if (known !== undefined) return known;
    const parts = text.split(BETWEEN);
    if (parts.length === 1) return undefined;
    // A key may have two sentences itself, so the longest beginning that is known comes first.
    for (let count = parts.length - 1; count > 0; count--) {
      const first = whole(parts.slice(0, count).join(' '));
      const rest = first === undefined ? undefined : sayText(parts.slice(count).join(' '), ends);
      if (first !== undefined && rest !== undefined) return inOneLine(first, rest);
    }
    ends.add(text);
    return undefined;
  };

  const fieldsOf = fieldRenderer(messages, language, (text) => sayText(text) ?? text);
  const say = (value: unknown): unknown => {
    if (!isPlain(value)) return value;
    const rendered = '$messages' in value ? fieldsOf(value.$messages as MessageFields) : undefined;
    let changed: Record<string, unknown> | undefined = rendered && { ...value, ...rendered };
    for (const [name, one] of Object.entries(value)) {
      if (LARGE.has(name) || name === '$messages' || rendered?.[name] !== undefined) continue;
      const next = typeof one === 'string' && SAID.has(name) ? sayField(value, name, one) : say(one);
      if (next === one) continue;
      changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      changed[name] = next;
    }
    return changed ?? value;
  };

  const sayField = (owner: object, name: string, text: string): string => {
    const known = sayText(text);
    if (known !== undefined || name !== 'message') return known ?? text;
    const code = 'code' in owner ? usualText(owner.code, messages) : undefined;
    return code === undefined ? text : `${code} (${text})`;
  };
  return say as Translate;
}

/** Puts names of languages such as `English` or `English or German` into another language; what is no language's name stays. */
function languageTranslator(into: string): (names: string) => string {
  let known: Map<string, string> | undefined;
  return (names) => {
    known ??= namesOfLanguages(into);
    const translated = names.split(/, or |, | or /).map((name) => known?.get(name) ?? name);
    return new Intl.ListFormat(into, { type: 'disjunction' }).format(translated);
  };
}

/** Languages with a code of three letters that speech models know. */
const LONG_CODES = ['ast', 'ceb', 'fil', 'haw', 'kea', 'yue'];

/** By its English name, what a language is called in another one. */
function namesOfLanguages(into: string): Map<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const codes = [...letters.flatMap((one) => letters.map((two) => one + two)), ...LONG_CODES];
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const own = new Intl.DisplayNames([into], { type: 'language' });
  return new Map(
    codes.flatMap((code) => {
      const name = english.of(code);
      return name === undefined ? [] : [[name, own.of(code) ?? name] as const];
    }),
  );
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** What is said of a code where nothing more is known: the reason of the same name. */
function usualText(code: unknown, messages: Catalog): string | undefined {
  const reason = String(code)
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(en, reason) ? messages[reason as Reason] : undefined;
}

function patternOf(english: string): RegExp {
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 'su');
}
