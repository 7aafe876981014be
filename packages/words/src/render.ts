import { en } from './en.ts';
import { type Catalog, format, type Message, type Reason } from './message.ts';

/** Shows what is said in an answer or an event in the reader's language; the same value if nothing changes. */
export type Render = <Value>(value: Value) => Value;

/** Each field of an object that says something, message by message. */
type MessageFields = Readonly<Record<string, readonly Message[]>>;

/** English stays as it was made. */
export const inEnglish: Render = (value) => value;

/**
 * Shows messages in this language: fields that `$messages` names, and nothing else. What a user, a model or a vendor
 * wrote is never looked at.
 */
export function renderer(catalog: Catalog, language: string): Render {
  const say = (message: Message): string => format(textIn(catalog, message.reason), message, language, say);
  const said = (fields: MessageFields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, messages]) => [name, inOneLine(...messages.map(say))]),
    );
  const render = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    let changed: Record<string, unknown> | undefined =
      '$messages' in value ? { ...value, ...said(value.$messages as MessageFields) } : undefined;
    for (const [name, one] of Object.entries(value)) {
      const next = name === '$messages' ? one : render(one);
      if (next === one) continue;
      changed ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
      changed[name] = next;
    }
    return changed ?? value;
  };
  return render as Render;
}

/** The text of a reason, which is English where it is not translated. */
export function textIn(catalog: Partial<Catalog>, reason: Reason): string {
  const english = en[reason];
  return (
    (catalog as Partial<Record<Reason, string>>)[reason] ??
    (typeof english === 'object' ? english.window : english)
  );
}

/** Sentences one after the other; those that are there. Japanese has no space between them. */
export function inOneLine(...sentences: readonly (string | null | undefined)[]): string {
  const said = sentences.filter((one) => one !== undefined && one !== null && one !== '');
  return said
    .join(' ')
    .replaceAll(' \n ', '\n')
    .replace(/(?<=[。！？]) /gu, '');
}

/** The text with its names in braces filled in. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
}
