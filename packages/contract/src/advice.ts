/*
 * What an object says, as data. Where it is made, no one knows yet who will read it: a program that called the local
 * API, a person in a terminal or in the window, or an agent with our tools. So it carries messages, and the listener
 * that answers puts them into its reader's words.
 */

import { englishText, isMessage, type Message, type Reader, say } from './messages.ts';
import { plainText } from './plain-text.ts';

/** A text part by part: an error's message, or what to do about it. */
export type Advice = readonly Message[];

/** An advice in the words of this reader; undefined if there is nothing that this reader can do. */
export function wordsFor(reader: Reader, advice: Advice): string | undefined {
  const said = advice.map((part) => englishText(part, reader)).filter((part) => part !== '');
  return said.length === 0 ? undefined : plainText(said.join(' ').replaceAll(' \n ', '\n'));
}

/** The fields of an object that each reader gets in other words. Never on the wire: JSON leaves symbols out. */
const advised = Symbol('advice');
type Advised = { readonly [advised]?: Readonly<Record<string, Advice>> };

/**
 * A value whose words are data: only `withAdvice` makes one, so the compiler refuses English that was written in its
 * place.
 */
export type Said<Value> = Value & Required<Advised>;

/**
 * The object with fields that have an advice in them, in the words of the local API until `reworded` finds another
 * reader. An error's `hint` is such a field, and a notice's, and the `message` of a warning. A field that says nothing
 * to a reader is left out.
 */
export function withAdvice<const Value extends object, Field extends string>(
  value: Value,
  fields: Readonly<Record<Field, Advice>>,
): Said<Value & { readonly [Name in Field]: string }> {
  const entries = Object.entries<Advice>(fields);
  const words = Object.fromEntries(
    entries.flatMap(([field, advice]) => {
      const said = wordsFor('api', advice);
      return said === undefined ? [] : [[field, said]];
    }),
  );
  const known = (value as Advised)[advised];
  return { ...value, ...words, ...reasonIn(fields), [advised]: { ...known, ...fields } } as never;
}

/** For programs: why an object says what it says, or a finding what was found; and what is filled in. */
function reasonIn(fields: Readonly<Record<string, Advice>>): Partial<Message> {
  return (fields.message ?? fields.detail)?.find(({ reason }) => reason !== 'asWritten') ?? {};
}

/**
 * The finding with what fixes it, for everyone in `fix`. In the window, a command to run stands in `command` instead,
 * where it can be copied.
 */
export function withFix<const Value extends object>(
  finding: Value,
  fix: Advice,
): Said<Value & { readonly fix?: string; readonly command?: string }> {
  const run = fix.find(({ reason }) => reason === 'run');
  if (run === undefined) return withAdvice(finding, { fix });
  return withAdvice(finding, {
    fix: fix.map((part) => (part === run ? { ...run, reason: 'runElsewhere' } : part)),
    command: [{ ...run, reason: 'copyCommand' }],
  });
}

/** What is said in this field, no matter who reads it. */
export function adviceIn<Field extends string>(
  value: { readonly [Name in Field]?: string | undefined },
  field: Field,
): Advice {
  const text = value[field];
  return (value as Advised)[advised]?.[field] ?? (text === undefined ? [] : [say('asWritten', { text })]);
}

/**
 * The same value with every advice in it in this reader's words; the same object where none exists, or nothing to
 * change. The window gets the messages themselves beside them, to show in its own language.
 */
export function reworded<Value>(reader: Reader, value: Value): Value {
  return reader === 'api' ? value : (rewordDeep(reader, value) as Value);
}

function rewordDeep(reader: Reader, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | undefined;
  const copy = () => {
    changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    return changed;
  };
  for (const [name, one] of Object.entries(value)) {
    const next = rewordDeep(reader, one);
    if (next !== one) copy()[name] = next;
  }
  // Only our own messages are shown in another language; a field that somebody else gave this name is left out.
  if (Object.hasOwn(value, messagesField)) delete copy()[messagesField];
  const shown: Record<string, Advice> = {};
  for (const [field, advice] of Object.entries((value as Advised)[advised] ?? {})) {
    const words = wordsFor(reader, advice);
    if (words === undefined) delete copy()[field];
    else copy()[field] = words;
    const said = advice.filter((part) => englishText(part, 'window') !== '');
    if (said.length > 0) shown[field] = said;
  }
  if (reader === 'window' && Object.keys(shown).length > 0) copy()[messagesField] = shown;
  return changed ?? value;
}

/** Where an object for the window has the messages of its fields. */
export const messagesField = '$messages';

/** An advice as text for a database. */
export function storedAdvice(advice: Advice): string | null {
  return advice.length === 0 ? null : JSON.stringify(advice);
}

/**
 * The same the other way round, without the parts that this version has no words for. English that an older version
 * stored stays as it is.
 */
export function readAdvice(stored: string): Advice {
  const parts = stored.startsWith('[') ? parsedList(stored) : undefined;
  if (parts === undefined) return [say('asWritten', { text: stored })];
  return parts
    .map((part) => (typeof part === 'string' ? say('asWritten', { text: part }) : part))
    .filter(hasWords);
}

function hasWords(part: unknown): part is Message {
  if (!isMessage(part)) return false;
  try {
    // What is filled in may be a message that this version does not know.
    englishText(part);
    return true;
  } catch {
    return false;
  }
}

function parsedList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A message that `storedAdvice` wrote, or the text of an older version; undefined if this version has no words for it.
 */
export function readMessage(stored: string): Message | undefined {
  return readAdvice(stored)[0];
}
