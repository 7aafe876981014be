import * as z from 'zod';
import { given } from './fields.ts';
import { limits } from './limits.ts';
import { isLoopback } from './settings.ts';

export const actionKinds = ['program', 'webhook', 'file'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** What can stand in the path of a file: nothing that was said, so that no dictation chooses the place. */
export const pathPlaceholders = ['date', 'year', 'month', 'day', 'week'] as const;
/** What can stand in what is written to a file. `line` is the text on one line. */
export const entryPlaceholders = [
  ...pathPlaceholders,
  'time',
  'text',
  'line',
  'mode',
  'language',
  'duration',
  'id',
] as const;
export type EntryPlaceholder = (typeof entryPlaceholders)[number];

/** A placeholder in a template, such as `{{date}}`. */
export const placeholderPattern = /\{\{\s*([^{}]*?)\s*\}\}/g;

function template(known: readonly string[], most: number) {
  return z
    .string()
    .min(1)
    .max(most)
    .superRefine((written, context) => {
      for (const [, placeholder = ''] of written.matchAll(placeholderPattern)) {
        if (known.includes(placeholder)) continue;
        const list = known.map((one) => `{{${one}}}`).join(', ');
        const message = `There is no {{${placeholder}}} here. Use ${list}.`;
        context.addIssue({ code: 'custom', message });
      }
    });
}

const withoutNul = z
  .string()
  .max(limits.actionArgumentCharacters)
  .refine((text) => !text.includes('\0'), 'An argument cannot contain NUL characters.');

const runProgram = z.object({
  kind: z.literal('program'),
  command: z
    .array(withoutNul)
    .min(1)
    .max(limits.actionArguments)
    .refine((list) => (list[0] ?? '').trim() !== '', 'Name a program.')
    .describe('The program and its arguments, run as they are, without a shell.'),
  timeout_seconds: z
    .int()
    .min(1)
    .max(limits.actionProgramSecondsMax)
    .default(limits.actionProgramSeconds)
    .describe('Seconds after which it is ended, together with everything it started.'),
});

const postToAddress = z.object({
  kind: z.literal('webhook'),
  url: z
    .string()
    .trim()
    .max(2_000)
    .superRefine((written, context) => {
      const message = addressProblem(written);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .describe('https, or http to this machine only.'),
});

const appendToFile = z.object({
  kind: z.literal('file'),
  path: template(pathPlaceholders, 1_000)
    .refine((path) => !path.includes('\0'), 'A path cannot contain NUL characters.')
    .refine(
      (path) => /^(~[\\/]|\/|[A-Za-z]:[\\/])/.test(path),
      'Give the full path, such as ~/Notes/{{date}}.md.',
    )
    .refine((path) => !/(^|[\\/])\.\.([\\/]|$)/.test(path), 'The path cannot contain "..".'),
  entry: template(entryPlaceholders, 4_000).describe('What is added for each recording.'),
  heading: given(template(pathPlaceholders, 4_000)).describe('What a new file begins with.'),
});

/** What an action does with a text. */
export const actionWork = z.discriminatedUnion('kind', [runProgram, postToAddress, appendToFile]);
export type ActionWork = z.output<typeof actionWork>;
export type WorkOfKind<Kind extends ActionKind> = Extract<ActionWork, { kind: Kind }>;

/** What is added to a daily note if the user says nothing else. */
export const defaultEntry = '- {{time}} {{line}}';

/** Why texts cannot be posted to this address; undefined if they can. */
function addressProblem(written: string): string | undefined {
  const url = URL.parse(written);
  if (!url || !/^https?:$/.test(url.protocol)) return 'Give an address such as https://example.com/quoth.';
  if (url.username !== '' || url.password !== '')
    return 'The address cannot contain a user name or password.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.';
  return undefined;
}
