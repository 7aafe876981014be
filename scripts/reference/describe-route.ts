import {
  eventSchemas,
  eventTypes,
  limits,
  type NeededScopes,
  openAiErrors,
  openAiRoutes,
  type Route,
  routes,
} from '@quoth/contract';
import type * as z from 'zod';
import { type Example, examples, type languages } from '../examples/index.ts';
import { type Field, fieldsOf } from './fields.ts';

/** A table of fields and what it is a table of. */
export interface FieldTable {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Everything that the reference says about a route; texts are Markdown of one line. */
export interface RouteDescription {
  readonly name: string;
  readonly tag: string;
  readonly method: Route['method'];
  readonly path: string;
  /** Each a paragraph. */
  readonly texts: readonly string[];
  readonly takes: readonly FieldTable[];
  readonly gives: readonly FieldTable[];
  /** An answer without fields. */
  readonly givesOther: string | undefined;
  /** Event types and their fields, for the route that streams them. */
  readonly events: readonly { readonly type: string; readonly fields: readonly Field[] }[];
  readonly errors: readonly { readonly words: string; readonly anchor: string | undefined }[];
  readonly bounds: string | undefined;
  readonly examples: readonly Example[];
}

/** Every public route, in the order of the tables. */
export function describeRoutes(): RouteDescription[] {
  return Object.entries<Route>({ ...routes, ...openAiRoutes })
    .filter(([, route]) => route.audience === 'api')
    .map(([name, route]) => ({
      name,
      tag: route.tag,
      method: route.method,
      path: route.path,
      texts: textsOf(route),
      takes: [
        ...table('Path', route.params),
        ...table('Query', route.body.kind === 'audio' ? undefined : route.query),
        ...table('Header', route.headers),
        ...bodyTable(route),
      ],
      ...answer(route),
      errors: errorsOf(route),
      bounds: boundsOf(route),
      examples: examples.filter((example) => example.route === name),
    }));
}

/** The examples of a route in one language. */
export function examplesIn(language: (typeof languages)[number], route: RouteDescription) {
  return route.examples.map((example) => ({ ...example, ...language.print(example) }));
}

function textsOf({ summary, description, needsToken, scopes }: Route): string[] {
  const isSaid = description?.includes('no token') ?? false;
  const token = needsToken || isSaid ? '' : ' Needs no token.';
  return [
    `${summary}.${token}`,
    ...(description ? [description] : []),
    ...(scopes && scopes.length > 0 ? [`Scopes: ${scopesInWords(scopes)}.`] : []),
  ];
}

function scopesInWords(scopes: NeededScopes): string {
  return scopes
    .map((entry) => [entry].flat().map((scope) => `\`${scope}\``))
    .map((choices) => choices.join(' or '))
    .join(' and ');
}

function table(title: string, schema: z.ZodType | undefined, io: 'input' | 'output' = 'input'): FieldTable[] {
  const fields = schema ? fieldsOf(schema, io) : [];
  return fields.length > 0 ? [{ title, fields }] : [];
}

function bodyTable({ body }: Route): FieldTable[] {
  if (body.kind === 'none' || body.kind === 'bytes') return [];
  if (body.kind === 'json')
    return table(body.optional ? 'JSON body (may be left out)' : 'JSON body', body.schema);
  if (body.kind === 'audio') return table('JSON body; with an upload, form fields or query', body.json);
  const file = { name: 'file', required: true, type: 'audio', meaning: 'The recording, streamed.' };
  return [{ title: 'Form fields', fields: [file, ...fieldsOf(body.fields, 'input')] }];
}

function answer({ returns }: Route): Pick<RouteDescription, 'gives' | 'givesOther' | 'events'> {
  const nothing = { gives: [], givesOther: undefined, events: [] };
  if (returns.kind === 'events') {
    const events = eventTypes.map((type) => ({ type, fields: fieldsOf(eventSchemas[type], 'output') }));
    return { ...nothing, givesOther: 'Server-sent events.', events };
  }
  if (returns.kind === 'socket') {
    const gives = [
      ...table('Events to send', returns.takes),
      ...table('Events to get', returns.gives, 'output'),
    ];
    return { ...nothing, gives, givesOther: 'A WebSocket.' };
  }
  if (returns.kind === 'file')
    return {
      ...nothing,
      givesOther: `A file: ${returns.contentTypes.map((type) => `\`${type}\``).join(', ')}.`,
    };
  if (returns.kind === 'json') {
    const { schema, stream } = returns;
    const events = stream ? table('Answer `text/event-stream`', stream, 'output') : [];
    return { ...nothing, gives: [...table('Answer', schema, 'output'), ...events] };
  }
  const variants = Object.entries(returns.content);
  const texts = variants.flatMap(([type, schema]) => (schema ? [] : [`\`${type}\``]));
  return {
    ...nothing,
    gives: variants.flatMap(([type, schema]) => table(`Answer \`${type}\``, schema, 'output')),
    givesOther: texts.length > 0 ? `Or text: ${texts.join(', ')}.` : undefined,
  };
}

function errorsOf({ errors, dialect }: Route): RouteDescription['errors'] {
  const words = errors.map((code) =>
    dialect === 'openai'
      ? { words: `${openAiErrors[code].status} \`${openAiErrors[code].code}\``, anchor: undefined }
      : { words: `\`${code}\``, anchor: code },
  );
  return [...new Map(words.map((error) => [error.words, error])).values()];
}

function boundsOf({ body }: Route): string | undefined {
  if (body.kind === 'none') return undefined;
  if (body.kind === 'bytes') return 'The bytes of a file.';
  const json = `JSON at most ${sizeInWords(limits.jsonBodyBytes)}`;
  if (body.kind === 'json') return `${json}.`;
  const upload = `uploads at most ${sizeInWords(limits.uploadBytes)} and ${limits.audioSeconds / 3_600} hours of audio`;
  if (body.kind === 'form') return `${upload.replace(/^u/, 'U')}.`;
  return `${json}, with \`audio_base64\` ${sizeInWords(limits.base64BodyBytes)}; ${upload}.`;
}

/** Bytes in the largest binary unit that leaves a whole number. */
export function sizeInWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && value % 1024 === 0 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value} ${units[unit]}`;
}
