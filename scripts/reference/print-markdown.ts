import { curlPreamble, languages } from '../examples/index.ts';
import { describeRoutes, examplesIn, type FieldTable, type RouteDescription } from './describe-route.ts';
import { errorRows, introduction, limitRows } from './facts.ts';
import { type Field, namedObjects } from './fields.ts';

const [curl] = languages;

/** The reference as Markdown, for reading in the repository; its examples are those in curl. */
export function printMarkdown(): string {
  const routes = describeRoutes();
  return [
    '# Local API',
    '',
    '<!-- Printed from packages/contract by "npm run docs"; changes belong there. -->',
    '',
    '[index.html](index.html) is the same as one page with search and examples in curl, TypeScript and Python; `quoth api docs` opens it.',
    'As OpenAPI 3.1: [openapi.json](openapi.json), or `GET /openapi.json`.',
    '',
    ...introduction.flatMap((text) => [text, '']),
    'The examples take the token through a pipe, because arguments can be read in the process list, and never ask a proxy:',
    '',
    '```sh',
    curlPreamble,
    '```',
    '',
    ...[...new Set(routes.map(({ tag }) => tag))].flatMap((tag) => [
      `## ${tag}`,
      '',
      ...routes.filter((route) => route.tag === tag).flatMap(section),
    ]),
    '## Objects',
    '',
    ...namedObjects().flatMap(({ name, fields }) => [
      `### ${name}`,
      '',
      ...fieldTable({ title: 'field', fields }, false),
    ]),
    '## Error codes',
    '',
    '| code | HTTP status | may help to try again | meaning |',
    '|---|---|---|---|',
    ...errorRows().map(
      ({ code, statuses, retryable, message }) =>
        `| \`${code}\` | ${statuses} | ${retryable ? 'yes' : 'no'} | ${message} |`,
    ),
    '',
    '## Limits',
    '',
    '| what | limit |',
    '|---|---|',
    ...limitRows.map(([what, limit]) => `| ${what} | ${limit} |`),
    '',
  ].join('\n');
}

function section(route: RouteDescription): string[] {
  const errors = route.errors.map(({ words }) => words).join(', ');
  return [
    `### ${route.method} ${route.path}`,
    '',
    ...route.texts.flatMap((text) => [text, '']),
    ...route.takes.flatMap((each) => fieldTable(each, true)),
    ...(route.bounds ? [`Limits: ${route.bounds}`, ''] : []),
    ...route.gives.flatMap((each) => fieldTable(each, false)),
    ...(route.givesOther ? [`Answer: ${route.givesOther}`, ''] : []),
    ...eventTable(route),
    ...(errors === '' ? [] : [`Errors: ${errors}.`, '']),
    '```sh',
    ...examplesIn(curl, route).flatMap(({ title, needs, code }) => [
      ...(title ? [`# ${title}`] : []),
      ...(needs ? [`# Needs ${needs}`] : []),
      code,
    ]),
    '```',
    '',
  ];
}

function fieldTable({ title, fields }: FieldTable, isInput: boolean): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map((field) => {
    const needed = isInput && field.required ? ' (required)' : '';
    return `| \`${field.name}\`${needed} | ${field.type} | ${meaning(field)} |`;
  });
  return [`| ${title} | type | meaning |`, '|---|---|---|', ...rows, ''];
}

function meaning({ meaning: text, byDefault }: Field): string {
  const known = byDefault === undefined ? '' : `Default \`${byDefault}\`.`;
  return [text, known]
    .filter((part) => part !== '')
    .join(' ')
    .replaceAll('|', '\\|');
}

function eventTable({ events }: RouteDescription): string[] {
  if (events.length === 0) return [];
  const rows = events.map(
    ({ type, fields }) => `| \`${type}\` | ${fields.map(({ name }) => `\`${name}\``).join(', ')} |`,
  );
  return ['| event | fields of `data` beside `type` |', '|---|---|', ...rows, ''];
}
