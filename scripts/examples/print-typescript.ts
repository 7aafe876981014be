import * as z from 'zod';
import { type Example, exampleNames, routeOf } from './examples.ts';
import type { Snippet } from './snippet.ts';

/** What examples with the typed client begin with. */
export const typescriptPreamble = `import { connect } from '@quoth/client/node';

const quoth = await connect();`;

/** What examples of OpenAI's dialect begin with. Where a proxy is set, NO_PROXY has to name 127.0.0.1. */
export const openAiPreamble = `import { findServer } from '@quoth/client/node';
import OpenAI from 'openai';

const { baseUrl, discovery } = await findServer();
const openai = new OpenAI({ baseURL: \`\${baseUrl}/v1\`, apiKey: discovery.token });`;

const openAiMethods: Readonly<Record<string, string>> = {
  createOpenAiTranscription: 'audio.transcriptions.create',
  createOpenAiTranslation: 'audio.translations.create',
  listOpenAiModels: 'models.list',
  getOpenAiModel: 'models.retrieve',
};

/** An example with the typed client, or with OpenAI's own for its dialect. Node runs it as it is. */
export function printTypescript(example: Example): Snippet {
  if (routeOf(example).dialect === 'openai') return { preamble: openAiPreamble, code: openAiCode(example) };
  return { preamble: typescriptPreamble, code: code(example) };
}

function code(example: Example): string {
  const { route, params, headers, body, upload, query, saves } = example;
  const { returns, body: takes } = routeOf(example);
  if (returns.kind === 'events') return eventsCode(example);
  const fields = [
    ...(params ? [`params: ${literal(params)}`] : []),
    ...(headers ? [`headers: ${literal(headers)}`] : []),
    ...(body ? [`${takes.kind === 'audio' ? 'json' : 'body'}: ${literal(body)}`] : []),
    ...(upload ? [`bytes: createReadStream('${exampleNames.upload}')`, `contentType: 'audio/wav'`] : []),
    ...(query ? [`query: ${literal(query)}`] : []),
  ];
  const call = `await quoth.${route}(${argument(fields)})`;
  const first = upload ? [`import { createReadStream } from 'node:fs';`, ''] : [];
  if (saves)
    return [
      `import { writeFile } from 'node:fs/promises';`,
      '',
      `const audio = ${call};`,
      `await writeFile('${exampleNames.saved}', new Uint8Array(await audio.arrayBuffer()));`,
    ].join('\n');
  if (returns.kind === 'file')
    return [`const transcript = ${call};`, 'console.log(await transcript.text());'].join('\n');
  return [...first, ...printed(example, call)].join('\n');
}

function eventsCode({ query }: Example): string {
  const types = String(query?.types).split(',');
  return [
    '// Goes on over interruptions and restarts, until it is ended.',
    `const types = ${literal(types)} as const;`,
    'for await (const event of quoth.events({ types })) {',
    '  console.log(event.type, event);',
    '}',
  ].join('\n');
}

function openAiCode(example: Example): string {
  const { route, params, upload, query } = example;
  const fields = [
    ...(upload ? [`file: createReadStream('${exampleNames.upload}')`] : []),
    ...Object.entries(query ?? {}).map(([name, value]) => `${name}: ${literal(value)}`),
  ];
  const given = params ? literal(params.id) : argument(fields);
  const first = upload ? [`import { createReadStream } from 'node:fs';`, ''] : [];
  return [...first, ...printed(example, `await openai.${openAiMethods[route]}(${given})`)].join('\n');
}

/** The lines that take what is printed out of the answer. */
function printed(example: Example, call: string): string[] {
  const [first = '', second, third] = example.prints ?? [];
  const { returns } = routeOf(example);
  if (returns.kind === 'json' && returns.schema instanceof z.ZodUnion)
    return [`const answer = ${call};`, `if ('${first}' in answer) console.log(answer.${first});`];
  const line = `const { ${first} } = ${call};`;
  if (second === '*') return [line, `for (const { ${third} } of ${first}) console.log(${third});`];
  return [line, `console.log(${[first, second].filter(Boolean).join('.')});`];
}

function argument(fields: readonly string[]): string {
  if (fields.length === 0) return '';
  const line = `{ ${fields.join(', ')} }`;
  return line.length <= 44 ? line : `{\n${fields.map((field) => `  ${field},`).join('\n')}\n}`;
}

/** A value as TypeScript is usually written. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${/^\w+$/.test(name) ? name : literal(name)}: ${literal(field)}`,
  );
  return `{ ${fields.join(', ')} }`;
}
