import {
  type ErrorCode,
  englishText,
  errorTable,
  eventSchemas,
  eventTypes,
  limits,
  openAiErrors,
  openAiRoutes,
  type Route,
  routes,
  scopeMeanings,
  usualHint,
} from '@quoth/contract';
import type * as z from 'zod';
import { examples } from '../examples/examples.ts';
import type { Language } from '../examples/languages.ts';
import { type Field, fieldsOf, namedObjects } from './fields.ts';

/** What the reference says before its routes, as paragraphs of Markdown. */
const introduction: readonly string[] = [
  'Served on `http://127.0.0.1:<port>` while the local API is on (`quoth api on`). Port and token stand in the discovery file `local-api.json` in the data folder: Linux `~/.local/share/quoth/`, macOS `~/Library/Application Support/Quoth/`, Windows `%LOCALAPPDATA%\\Quoth\\`, or what `QUOTH_HOME` names. Every route but `GET /health` needs `Authorization: Bearer <token>`.',
  'Besides, you can make tokens for programs, with scopes: `quoth tokens create NAME --scopes transcribe,rewrite`, or in the window under Programs. A call outside the scopes of its token is 403 `FORBIDDEN_SCOPE`. Without `history.read`, such a token sees only the recordings that it made itself, whichever way it asks: by id, in a search, as events, by an `Idempotency-Key`. A route below names its scopes; one that names none takes any token. `post_process` needs `rewrite` too.',
  `The scopes: ${Object.entries(scopeMeanings).map(describeScope).join('; ')}.`,
  'Answers are JSON: `{"ok": true, ...}`, or `{"ok": false, "error": {"code", "message", "hint"?}}`. Status 200 may be `ok: false` (understood, but not possible), so look at `ok` first. Below `/v1`, errors have the shape and the status codes of OpenAI\'s API.',
  'Of a request, unknown fields are ignored, and `null` for an optional field means that it is not given.',
];

/** The reference as Markdown, with the examples of these languages: what the contract declares as data, in words. */
export function printMarkdown(chosen: readonly Language[]): string {
  const all = Object.entries<Route>({ ...routes, ...openAiRoutes });
  const api = all.filter(([, { audience }]) => audience === 'api');
  const tags = [...new Set(api.map(([, { tag }]) => tag))];
  return [
    ...introduction,
    'Every example begins with these lines. None of them goes through a proxy.',
    ...chosen.flatMap(({ name, fence, starts }) =>
      starts.flatMap(([preamble, note]) => [`${name}: ${note}`, fenced(`${fence} preamble`, [preamble])]),
    ),
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      ...api.flatMap(([name, route]) => (route.tag === tag ? section(name, route, chosen) : [])),
    ]),
    '## Objects',
    ...namedObjects()
      .filter(({ fields }) => fields.length > 0)
      .flatMap(({ name, fields }) => [`### ${name}`, fieldTable('Field', fields, false)]),
    '## Error codes',
    table(
      ['Code', 'HTTP status', 'Trying again may help', 'Meaning'],
      Object.entries(errorTable).map(([code, facts]) => [
        `\`${code}\``,
        'protocolStatus' in facts ? `${facts.status}, ${facts.protocolStatus}` : `${facts.status}`,
        facts.retryable ? 'yes' : 'no',
        [englishText(facts.message), usualHint(code as ErrorCode) ?? ''].join(' ').trim(),
      ]),
    ),
    '## Limits',
    table(['What', 'Limit'], limitRows),
    '',
  ].join('\n\n');
}

function section(name: string, route: Route, chosen: readonly Language[]): string[] {
  const [errors, bounds] = [errorsOf(route), boundsOf(route)];
  return [
    `### ${route.method} ${route.path}`,
    ...textsOf(route),
    ...schemaTable('Path', route.params),
    ...schemaTable('Query', route.body.kind === 'audio' ? undefined : route.query),
    ...schemaTable('Header', route.headers),
    ...bodyTable(route),
    ...(bounds ? [`Limits: ${bounds}`] : []),
    ...answer(route),
    ...(errors.length > 0 ? [`Errors: ${errors.join(', ')}.`] : []),
    ...chosen.flatMap((language) => examplesIn(language, name)),
  ];
}

function examplesIn({ fence, comment, code }: Language, name: string): string[] {
  return examples
    .filter(({ route }) => route === name)
    .map((example) => {
      const words = [example.title, example.needs && `Needs ${example.needs}`].filter(Boolean);
      return fenced(fence, [...words.map((text) => `${comment} ${text}`), code(example)]);
    });
}

function fenced(info: string, lines: readonly string[]): string {
  return ['```'.concat(info), ...lines, '```'].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function fieldTable(title: string, fields: readonly Field[], isInput: boolean): string {
  const rows = fields.map(({ name, required, type, meaning, byDefault }) => [
    `\`${name}\`${isInput && required ? ' (required)' : ''}`,
    type,
    [meaning, byDefault === undefined ? '' : `Default \`${byDefault}\`.`].filter(Boolean).join(' '),
  ]);
  return table([title, 'Type', 'Meaning'], rows);
}

function describeScope([name, meaning]: readonly [string, string]): string {
  return `\`${name}\`: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1).replace(/\.$/, '')}`;
}

type Schema = z.ZodType | undefined;

function schemaTable(title: string, schema: Schema, io: 'input' | 'output' = 'input'): string[] {
  const fields = schema ? fieldsOf(schema, io) : [];
  return fields.length > 0 ? [fieldTable(title, fields, io === 'input')] : [];
}

function bodyTable({ body }: Route): string[] {
  if (body.kind === 'none' || body.kind === 'bytes') return [];
  if (body.kind === 'json')
    return schemaTable(body.optional ? 'JSON body (may be left out)' : 'JSON body', body.schema);
  if (body.kind === 'audio') return schemaTable('JSON body; with an upload, form fields or query', body.json);
  const file = { name: 'file', required: true, type: 'audio', meaning: 'The recording, streamed.' };
  return [fieldTable('Form fields', [file, ...fieldsOf(body.fields, 'input')], true)];
}

function answer({ returns }: Route): string[] {
  if (returns.kind === 'events') {
    const rows = eventTypes.map((type) => {
      const fields = fieldsOf(eventSchemas[type], 'output');
      return [`\`${type}\``, fields.map((field) => `\`${field.name}\` ${field.type}`).join('; ')];
    });
    return ['Answer: Server-sent events.', table(['Event', 'Fields of `data` beside `type`'], rows)];
  }
  if (returns.kind === 'socket')
    return schemaTable('Events to send', returns.takes).concat(
      schemaTable('Events to get', returns.gives, 'output'),
      'Answer: A WebSocket.',
    );
  if (returns.kind === 'file')
    return [`Answer: A file: ${returns.contentTypes.map((type) => `\`${type}\``).join(', ')}.`];
  if (returns.kind === 'json')
    return schemaTable('Answer', returns.schema, 'output').concat(
      schemaTable('Answer `text/event-stream`', returns.stream, 'output'),
    );
  const variants = Object.entries(returns.content);
  const texts = variants.flatMap(([type, schema]) => (schema ? [] : [`\`${type}\``]));
  return [
    ...variants.flatMap(([type, schema]) => schemaTable(`Answer \`${type}\``, schema, 'output')),
    ...(texts.length > 0 ? [`Answer: Or text: ${texts.join(', ')}.`] : []),
  ];
}

function errorsOf({ errors, dialect }: Route): string[] {
  const openAi = (code: ErrorCode) => `${openAiErrors[code].status} \`${openAiErrors[code].code}\``;
  return [...new Set(errors.map((code) => (dialect === 'openai' ? openAi(code) : `\`${code}\``)))];
}

function textsOf({ summary, description, needsToken, scopes = [] }: Route): string[] {
  const isSaid = description?.includes('no token') ?? false;
  const needed = scopes.map((entry) => `\`${[entry].flat().join('` or `')}\``);
  return [
    `${summary}.${needsToken || isSaid ? '' : ' Needs no token.'}`,
    ...(description ? [description] : []),
    ...(needed.length > 0 ? [`Scopes: ${needed.join(' and ')}.`] : []),
  ];
}

function boundsOf({ body }: Route): string | undefined {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'bytes') return 'The bytes of a file.';
  const json = `JSON at most ${formatSize(limits.jsonBodyBytes)}`;
  if (body.kind === 'json') return `${json}.`;
  const upload = `uploads at most ${formatSize(limits.uploadBytes)} and ${limits.audioSeconds / 3_600} hours of audio`;
  if (body.kind === 'form') return `${upload.replace(/^u/, 'U')}.`;
  return `${json}, with \`audio_base64\` ${formatSize(limits.base64BodyBytes)}; ${upload}.`;
}

/** Bytes in the largest binary unit that leaves a whole number. */
function formatSize(bytes: number): string {
  const power = [3, 2, 1].find((each) => bytes % 1024 ** each === 0) ?? 0;
  return `${bytes / 1024 ** power} ${['bytes', 'KiB', 'MiB', 'GiB'][power]}`;
}

const limitRows: readonly (readonly [string, string])[] = [
  ['JSON body', formatSize(limits.jsonBodyBytes)],
  ['JSON body with `audio_base64`', formatSize(limits.base64BodyBytes)],
  ['other uploads', formatSize(limits.uploadBytes)],
  ['audio', `${limits.audioSeconds / 3_600} hours`],
  ['headers', `${formatSize(limits.headerBytes)} within ${limits.headerTimeoutMs / 1_000} s`],
  ['pause in a body', `${limits.bodyIdleTimeoutMs / 1_000} s`],
  ['`limit` of a search', `1 to ${limits.searchLimitMax}, ${limits.searchLimitDefault} when not given`],
  ['search text', `${limits.searchTextCharacters} characters`],
  ['`total` of a search', `exact up to ${limits.searchTotalMax}`],
  ['readers of events', `${limits.eventReaders}`],
  ['unread events of a reader, then it is dropped', formatSize(limits.eventQueueBytes)],
  ['an `Idempotency-Key` is known for', `at least ${limits.idempotencyMs / 3_600_000} hours`],
  ['transcriptions waiting', `${limits.queueWaitingDefault} (setting)`],
];
