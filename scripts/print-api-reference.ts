import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  errorTable,
  eventSchemas,
  eventTypes,
  limits,
  openAiErrors,
  openAiRoutes,
  openApiDocument,
  type Route,
  routes,
} from '@quoth/contract';
import * as z from 'zod';

// Prints docs/api from the contract: the reference page and the OpenAPI document. With --check it only tells whether the files
// on disk are up to date.
const folder = join(import.meta.dirname, '..', 'docs', 'api');

const files = {
  'README.md': reference(),
  'openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
};

if (process.argv.includes('--check')) {
  const stale = Object.entries(files).filter(([name, text]) => read(join(folder, name)) !== text);
  if (stale.length > 0) {
    console.error(
      `Out of date: ${stale.map(([name]) => `docs/api/${name}`).join(', ')}. Run "npm run docs" and commit the result.`,
    );
    process.exit(1);
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function reference(): string {
  const api = (Object.entries({ ...routes, ...openAiRoutes }) as [string, Route][]).filter(
    ([, route]) => route.audience === 'api',
  );
  const tags = [...new Set(api.map(([, route]) => route.tag))];
  return [
    '# Local API',
    '',
    '<!-- Printed from packages/contract by "npm run docs"; changes belong there. -->',
    '',
    'Served on `http://127.0.0.1:<port>` while the local API is on. Port and token stand in the discovery file `local-api.json` in',
    'the data folder (Linux `~/.local/share/quoth/`, macOS `~/Library/Application Support/Quoth/`, Windows `%LOCALAPPDATA%\\Quoth\\`,',
    'or `QUOTH_HOME`). Every route but `GET /health` needs `Authorization: Bearer <token>`.',
    '',
    'Answers are JSON: `{"ok": true, ...}`, or `{"ok": false, "error": {"code", "message", "hint"?}}`. Status 200 may be `ok: false`',
    '(understood, but not possible), so look at `ok` first. The same as OpenAPI 3.1: [openapi.json](openapi.json), or `GET /openapi.json`.',
    '',
    'The samples take the token through a pipe, because arguments can be read in the process list, and never ask a proxy:',
    '',
    '```sh',
    'file=~/.local/share/quoth/local-api.json',
    `base=http://127.0.0.1:$(sed -n 's/.*"port": \\([0-9]*\\).*/\\1/p' "$file")`,
    `quoth_curl() { sed -n 's/.*"token": "\\(.*\\)".*/Authorization: Bearer \\1/p' "$file" | curl --noproxy '*' -sS -H @- "$@"; }`,
    '```',
    '',
    ...tags.flatMap((tag) => [
      `## ${tag}`,
      '',
      ...api.filter(([, route]) => route.tag === tag).flatMap(([name, route]) => section(name, route)),
    ]),
    ...typeSection(),
    ...errorSection(),
    ...limitSection(),
    '',
  ].join('\n');
}

function section(name: string, route: Route): string[] {
  return [
    `### ${route.method} ${route.path}`,
    '',
    `${route.summary}.${route.needsToken ? '' : ' Needs no token.'}${route.description ? ` ${route.description}` : ''}`,
    '',
    ...fieldTable('Path', route.params),
    ...fieldTable('Query', route.query),
    ...fieldTable('Header', route.headers),
    ...bodyTable(route),
    ...answer(route),
    ...errorLine(route),
    '```sh',
    sample(name, route),
    '```',
    '',
  ];
}

function errorLine({ errors, dialect }: Route): string[] {
  if (errors.length === 0) return [];
  const words = errors.map((code) =>
    dialect === 'openai' ? `${openAiErrors[code].status} \`${openAiErrors[code].code}\`` : `\`${code}\``,
  );
  return [`Errors: ${[...new Set(words)].join(', ')}.`, ''];
}

function bodyTable({ body }: Route): string[] {
  if (body.kind === 'none') return [];
  if (body.kind === 'form') {
    const [title, line, ...rows] = fieldTable('Form fields', body.fields);
    return [title ?? '', line ?? '', '| `file` (required) | audio, streamed |', ...rows];
  }
  return fieldTable(
    body.kind === 'json' ? 'JSON body' : 'JSON body, form fields or query',
    body.kind === 'json' ? body.schema : body.json,
  );
}

function answer({ returns }: Route): string[] {
  if (returns.kind === 'events') {
    const rows = eventTypes.map((type) => {
      const fields = Object.keys(eventSchemas[type].shape).map((field) => `\`${field}\``);
      return `| \`${type}\` | ${fields.join(', ')} |`;
    });
    return [
      'Answer: server-sent events.',
      '',
      '| event | fields of `data` beside `type` |',
      '|---|---|',
      ...rows,
      '',
    ];
  }
  if (returns.kind === 'file') return [`Answer: a file (${returns.contentTypes.join(', ')}).`, ''];
  if (returns.kind === 'variants') {
    return Object.entries(returns.content).flatMap(([type, schema]) => {
      const table = fieldTable(`Answer \`${type}\``, schema, 'output');
      return table.length > 0 ? table : [`Answer \`${type}\`: text.`, ''];
    });
  }
  return fieldTable('Answer', returns.schema, 'output');
}

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly format?: string;
};

function fieldTable(
  title: string,
  schema: z.ZodType | undefined,
  io: 'input' | 'output' = 'input',
): string[] {
  if (!schema) return [];
  const printed = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;
  const root = resolved(printed, printed);
  const shapes = (root.anyOf ?? root.oneOf ?? [root]).map((shape) => resolved(shape, printed));
  return shapeTable(title, shapes, io);
}

/** Inside the printed schema, named ones stand under `$defs`. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return (name !== undefined && root.$defs?.[name]) || schema;
}

function shapeTable(title: string, shapes: readonly JsonSchema[], io: 'input' | 'output'): string[] {
  const rows = shapes.flatMap((shape) =>
    Object.entries(shape.properties ?? {}).map(([field, property]) => {
      const needed = io === 'input' && shape.required?.includes(field) ? ' (required)' : '';
      return `| \`${field}\`${needed} | ${typeName(property)} |`;
    }),
  );
  return rows.length === 0 ? [] : [`| ${title} | type |`, '|---|---|', ...new Set(rows), ''];
}

function typeName(schema: JsonSchema): string {
  if (schema.$ref) return typeLink(schema.$ref.split('/').at(-1) ?? '');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.flatMap((part) => typeName(part).split(' or ')))].join(' or ');
  }
  if (schema.type === 'array') return `list of ${schema.items ? typeName(schema.items) : 'values'}`;
  const name = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? `${name} (${schema.format})` : name;
}

function typeLink(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

/** The named objects that routes answer with. */
function typeSection(): string[] {
  const { components } = openApiDocument() as {
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  };
  return [
    '## Objects',
    '',
    // Bodies of requests are printed with their routes.
    ...Object.entries(components.schemas)
      .filter(([name]) => !/^(Create|Update)Mode$|^(Re)?[Tt]ranscribe$|^Event$/.test(name))
      .flatMap(([name, schema]) => [
        `### ${name}`,
        '',
        ...shapeTable('field', schema.anyOf ?? schema.oneOf ?? [schema], 'output'),
      ]),
  ];
}

function sample(name: string, route: Route): string {
  const id = name === 'getOpenAiModel' ? 'default' : '$id';
  const path = route.path.replace('{id}', id).replace('{format}', 'srt');
  if (name === 'getHealth') return "curl --noproxy '*' -sS $base/health";
  if (name === 'transcribe') {
    return [
      'quoth_curl -F file=@talk.wav -F timestamp_granularities=word $base/transcribe',
      `quoth_curl --json '{"file": "/home/me/talk.m4a", "language": "en"}' $base/transcribe`,
      'quoth_curl -H \'Content-Type: audio/wav\' --data-binary @talk.wav "$base/transcribe?save=false"',
    ].join('\n');
  }
  const bodies: Readonly<Record<string, string>> = {
    postProcess: `--json '{"text": "um so the meeting is on monday", "preset": "email"}' `,
    createMode: `--json '{"name": "Talks", "customVocabulary": ["cube cuddle => kubectl"]}' `,
    updateMode: `-X PATCH --json '{"language": "en"}' `,
    retranscribe: `--json '{"language": "en"}' `,
    cancelRecording: '-X POST ',
    streamEvents: '-N ',
    createOpenAiTranscription: '-F file=@talk.wav -F model=whisper-1 ',
    createOpenAiTranslation: '-F file=@talk.wav -F model=whisper-1 ',
  };
  const method = route.method === 'DELETE' ? '-X DELETE ' : '';
  const queries: Readonly<Record<string, string>> = {
    searchRecordings: `'?q=invoice&since=2026-11-01'`,
    streamEvents: `'?types=transcript-partial,transcription-progressed'`,
  };
  const query = queries[name] ?? '';
  return `quoth_curl ${bodies[name] ?? method}$base${path}${query}`;
}

function errorSection(): string[] {
  return [
    '## Error codes',
    '',
    '| code | HTTP status | may help to try again | meaning |',
    '|---|---|---|---|',
    ...Object.entries(errorTable).map(([code, facts]) => {
      const statuses =
        'protocolStatus' in facts ? `${facts.status}, ${facts.protocolStatus}` : `${facts.status}`;
      return `| \`${code}\` | ${statuses} | ${facts.retryable ? 'yes' : 'no'} | ${facts.message} |`;
    }),
    '',
  ];
}

function limitSection(): string[] {
  const mebibytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`;
  return [
    '## Limits',
    '',
    '| what | limit |',
    '|---|---|',
    `| JSON body | ${mebibytes(limits.jsonBodyBytes)} |`,
    `| JSON body with \`audio_base64\` | ${mebibytes(limits.base64BodyBytes)} |`,
    `| other uploads | ${mebibytes(limits.uploadBytes)} |`,
    `| audio | ${limits.audioSeconds / 3600} hours |`,
    `| headers | ${limits.headerBytes / 1024} KiB within ${limits.headerTimeoutMs / 1000} s |`,
    `| pause in a body | ${limits.bodyIdleTimeoutMs / 1000} s |`,
    `| \`limit\` of a search | 1 to ${limits.searchLimitMax}, ${limits.searchLimitDefault} when not given |`,
    `| search text | ${limits.searchTextCharacters} characters |`,
    `| \`total\` of a search | exact up to ${limits.searchTotalMax} |`,
    `| readers of events | ${limits.eventReaders} |`,
    `| unread events of a reader, then it is dropped | ${mebibytes(limits.eventQueueBytes)} |`,
    `| an \`Idempotency-Key\` is known for | ${limits.idempotencyMs / 3_600_000} hours |`,
    `| transcriptions waiting | ${limits.queueWaitingDefault} (setting) |`,
  ];
}
