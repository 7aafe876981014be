import { type Message, say } from '@quoth/contract';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { type PrintedEntry, unreadable, type VocabularyLine } from './file-entry.ts';

/*
 * Matches of espanso (https://espanso.org/docs/matches/basics/): a trigger that is typed, a text, and variables in it.
 * The day, the time and the clipboard are known here as well, and `$|$` is the cursor's place. What runs a program,
 * asks in a form or is an image is left out.
 */

const variable = z.object({
  name: z.string().max(200),
  type: z.string().max(50),
  params: z.object({ format: z.string().max(200).optional() }).nullish(),
});
const match = z.object({
  trigger: z.string().optional(),
  triggers: z.array(z.string()).max(100).optional(),
  label: z.string().optional(),
  replace: z.string(),
  vars: z.array(variable).max(100).optional(),
});
const file = z.object({
  matches: z.array(z.unknown()),
  global_vars: z.array(z.unknown()).max(100).optional(),
});

/** A match with several triggers is several entries. One that needs more than Quoth knows is reported. */
export function parseEspanso(text: string): readonly VocabularyLine[] {
  const read = file.safeParse(readYaml(text));
  if (!read.success) return [unreadable(1)];
  const { matches, global_vars = [] } = read.data;
  // One of a kind that is not known here matters only where it is used.
  const known = global_vars.flatMap((one) => variable.safeParse(one).data ?? []);
  return matches.flatMap((one, index): VocabularyLine[] => {
    const line = index + 1;
    const parsed = match.safeParse(one);
    if (!parsed.success) return [unreadable(line)];
    const { trigger, triggers = [], label, replace, vars = [] } = parsed.data;
    const written = withPlaceholders(replace, [...known, ...vars]);
    if (typeof written !== 'string') return [{ ...unreadable(line), problem: written }];
    const all = label === undefined ? [...(trigger === undefined ? [] : [trigger]), ...triggers] : [label];
    if (all.length === 0) return [unreadable(line)];
    return all.map((phrase) => ({ line, phrase: spoken(phrase), written, languages: [], modes: [] }));
  });
}

/** The entries that write something, each with its phrase behind a colon as the trigger. */
export function printEspanso(entries: readonly PrintedEntry[]): string {
  const matches = entries.flatMap(({ phrase, written }) => {
    if (written === null) return [];
    const vars = ourVariables.filter(({ name }) => written.includes(`{{${name}}}`));
    const replace = written.replaceAll('{{cursor}}', '$|$');
    return [{ trigger: `:${phrase}`, label: phrase, replace, ...(vars.length > 0 && { vars }) }];
  });
  // One object for each place: espanso reads no aliases.
  return stringify({ matches }, { aliasDuplicateObjects: false, lineWidth: 0 });
}

const ourVariables = [
  { name: 'date', type: 'date', params: { format: '%x' } },
  { name: 'time', type: 'date', params: { format: '%H:%M' } },
  { name: 'clipboard', type: 'clipboard' },
];

/** Undefined where the file is no YAML, or its aliases would make it larger than it is. */
function readYaml(text: string): unknown {
  try {
    // Keys are not compared with each other: that takes the square of their number.
    return parse(text, { maxAliasCount: 0, uniqueKeys: false, logLevel: 'silent', schema: 'core' });
  } catch {
    return undefined;
  }
}

/** Or why it cannot be taken: it has a variable that is not known here. */
function withPlaceholders(text: string, variables: readonly z.output<typeof variable>[]): string | Message {
  const byName = new Map(variables.map((one) => [one.name, placeholderOf(one)]));
  let problem: Message | undefined;
  // Behind a dot is a field of a form.
  const written = text.replace(/\{\{\s*([\w-]+)(?:\.[\w.-]*)?\s*\}\}/gu, (_, name: string) => {
    const placeholder = byName.get(name);
    if (placeholder === undefined)
      problem ??= byName.has(name) ? say('matchNeedsProgram') : say('matchVariableUnknown', { name });
    return placeholder ?? '';
  });
  return problem ?? written.replaceAll('$|$', '{{cursor}}');
}

function placeholderOf({ type, params }: z.output<typeof variable>): string | undefined {
  if (type === 'clipboard') return '{{clipboard}}';
  if (type !== 'date') return undefined;
  const codes = (params?.format ?? '').match(/%[-_0^#]?[a-z]/giu) ?? [];
  const parts = codes.map((code) => (/[HIklMpPrRSTX]$/u.test(code) ? '{{time}}' : '{{date}}'));
  // One with both says them in its order.
  return parts.length === 0 ? '{{date}}' : [...new Set(parts)].join(' ');
}

/** As it is said: without the mark that keeps a trigger from being typed by accident. */
function spoken(trigger: string): string {
  const words = trigger.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/[_-]+/gu, ' ');
  return words === '' ? trigger.trim() : words;
}
