import * as z from 'zod';
import { errorEnvelope } from './error-envelope.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { quothEvent } from './events.ts';
import { appVersion } from './limits.ts';
import { openAiError, openAiErrors, openAiRoutes } from './openai.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import type { NeededScopes, Scope } from './scopes.ts';

/**
 * A schema as JSON Schema 2020-12, with the defaults of optional fields: zod leaves them out of a request's schema
 * where the field is transformed, and ours all are.
 */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  options: { readonly reused?: 'inline' | 'ref' } = {},
): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    ...options,
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const known = z.globalRegistry.get(zodSchema)?.default;
      if (io === 'input' && known !== undefined) jsonSchema.default = known as typeof jsonSchema.default;
    },
  });
}

type Json = Record<string, unknown>;

/** Errors that any route except GET /health may return before it examines the request. */
const everyRoute: readonly ErrorCode[] = [
  'FORBIDDEN_ORIGIN',
  'UNAUTHORIZED',
  'FORBIDDEN_SCOPE',
  'INTERNAL_ERROR',
  'DISK_FULL',
];

/** The public local API as an OpenAPI 3.1 document, printed from the route table. */
export function openApiDocument(serverUrl = 'http://127.0.0.1:39217'): Json {
  const components: Record<string, unknown> = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, route] of Object.entries({ ...routes, ...openAiRoutes }) as [string, Route][]) {
    if (route.audience !== 'api') continue;
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operation(name, route, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quoth local API',
      version: appVersion,
      description:
        'Transcription, modes, models and past transcripts for programs on the same machine. Served on 127.0.0.1 only. Responses with status 200 may have `ok: false`: check `ok` first.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(apiRoutes().map((route) => route.tag))].map((tag) => ({ name: tag })),
    paths,
    components: {
      schemas: sorted(components),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of the discovery file local-api.json, or one that the user made for a program: that one needs the scopes named at each operation, and without `history.read` it sees only recordings that it made itself.',
        },
      },
    },
  };
}

function apiRoutes(): Route[] {
  return (Object.values({ ...routes, ...openAiRoutes }) as Route[]).filter(
    (route) => route.audience === 'api',
  );
}

function operation(name: string, route: Route, components: Json): Json {
  const body = requestBody(route, components);
  return {
    operationId: name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.needsToken ? securityOf(route.scopes ?? []) : [],
    ...parameters(route, components),
    ...(body && { requestBody: body }),
    responses: responses(route, components),
  };
}

/** Each way to be allowed; the scopes are what OpenAPI 3.1 calls the role names of a scheme that is not OAuth's. */
function securityOf(needed: NeededScopes): Json[] {
  const ways = needed.reduce<Scope[][]>(
    (before, entry) => before.flatMap((way) => [entry].flat().map((choice) => [...way, choice])),
    [[]],
  );
  return ways.map((bearer) => ({ bearer }));
}

function parameters(route: Route, components: Json): Json {
  const list = [
    ...fieldsOf(route.params, components).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(route.query, components).map((field) => ({ ...field, in: 'query' })),
    ...fieldsOf(route.headers, components).map((field) => ({ ...field, in: 'header' })),
  ];
  return list.length > 0 ? { parameters: list } : {};
}

function fieldsOf(schema: z.ZodObject | undefined, components: Json): Json[] {
  if (!schema) return [];
  const printed = print(schema, 'input', components);
  const properties = (printed.properties ?? {}) as Record<string, Json>;
  return Object.entries(properties).map(([name, property]) => ({ name, schema: property }));
}

function requestBody(route: Route, components: Json): Json | undefined {
  const { body } = route;
  if (body.kind === 'none') return undefined;
  if (body.kind === 'json') {
    return {
      required: !body.optional,
      content: { 'application/json': { schema: print(body.schema, 'input', components) } },
    };
  }
  if (body.kind === 'bytes') return { required: true, content: { 'application/octet-stream': {} } };
  const form = multipart(body.kind === 'form' ? body.fields : body.options, components);
  if (body.kind === 'form') return { required: true, content: { 'multipart/form-data': form } };
  const bytes = { schema: { type: 'string', format: 'binary' } };
  return {
    required: true,
    content: {
      'application/json': { schema: print(body.json, 'input', components) },
      'multipart/form-data': form,
      'audio/*': bytes,
      'video/*': bytes,
      'application/ogg': bytes,
      'application/octet-stream': bytes,
    },
  };
}

/** A form with a file part and the options as its other fields. */
function multipart(fields: z.ZodType, components: Json): Json {
  const options = print(fields, 'input', components);
  return {
    schema: {
      ...options,
      properties: { file: { type: 'string', format: 'binary' }, ...(options.properties as Json) },
      required: ['file'],
    },
  };
}

function responses(route: Route, components: Json): Json {
  const isOpenAi = route.dialect === 'openai';
  const error = print(isOpenAi ? openAiError : errorEnvelope, 'output', components);
  const byStatus = new Map<number, ErrorCode[]>();
  const codes = new Set<ErrorCode>([
    ...(route.needsToken ? everyRoute : (['FORBIDDEN_ORIGIN', 'INTERNAL_ERROR'] as const)),
    ...route.errors,
  ]);
  if (route.body.kind !== 'none')
    for (const code of ['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE'] as const) codes.add(code);
  for (const code of codes) {
    const { status } = isOpenAi ? openAiErrors[code] : errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const business = byStatus.get(200) ?? [];
  const ok = route.returns.kind === 'socket' ? '101' : '200';
  const result: Json = { [ok]: success(route, business, error, components) };
  if (!isOpenAi && (route.body.kind !== 'none' || route.query)) {
    result['400'] = refusal('`INVALID_REQUEST`: not JSON, or a field of the wrong JSON type.', error);
  }
  if (route.body.kind !== 'none')
    result['408'] = refusal('`TIMEOUT`: the body did not arrive in time.', error);
  if (route.returns.kind === 'file' && route.returns.ranges) {
    const content = Object.fromEntries(route.returns.contentTypes.map((type) => [type, {}]));
    result['206'] = { description: 'The bytes requested by `Range`.', content };
    result['416'] = refusal('`INVALID_REQUEST`: the range is outside the file.', error);
  }
  for (const [status, list] of [...byStatus].sort(([a], [b]) => a - b)) {
    if (status !== 200) result[String(status)] = refusal(list.map((code) => `\`${code}\``).join(', '), error);
  }
  return result;
}

function success(route: Route, business: readonly ErrorCode[], error: Json, components: Json): Json {
  const codes =
    business.length > 0 ? ` Or \`ok: false\` with ${business.map((code) => `\`${code}\``).join(', ')}.` : '';
  const description = `Success.${codes}`;
  if (route.returns.kind === 'events') {
    const schema = print(quothEvent, 'output', components);
    return { description, content: { 'text/event-stream': { schema } } };
  }
  if (route.returns.kind === 'socket') {
    const { takes, gives } = route.returns;
    return {
      description: 'Switching protocols: the connection is a WebSocket from now on. Its messages are JSON.',
      'x-websocket': {
        takes: print(takes, 'input', components),
        gives: print(gives, 'output', components),
      },
    };
  }
  if (route.returns.kind === 'file') {
    const content = Object.fromEntries(route.returns.contentTypes.map((type) => [type, {}]));
    return {
      description,
      content: {
        ...content,
        ...(business.length > 0 && !content['application/json'] && { 'application/json': { schema: error } }),
      },
    };
  }
  if (route.returns.kind === 'variants') {
    const content = Object.entries(route.returns.content).map(([type, variant]) => [
      type,
      variant ? { schema: print(variant, 'output', components) } : {},
    ]);
    return { description, content: Object.fromEntries(content) };
  }
  const schema = print(route.returns.schema, 'output', components);
  const { stream } = route.returns;
  return {
    description,
    content: {
      'application/json': { schema: business.length > 0 ? { anyOf: [schema, error] } : schema },
      ...(stream && { 'text/event-stream': { schema: print(stream, 'output', components) } }),
    },
  };
}

function refusal(description: string, error: Json): Json {
  return { description, content: { 'application/json': { schema: error } } };
}

/** A schema as JSON Schema 2020-12; zod moves those with an id to $defs, we move them on to the components. */
function print(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const printed = toJsonSchema(schema, io);
  const definitions = (printed.$defs ?? {}) as Json;
  const { $schema: _schema, $defs: _definitions, id: _id, ...rest } = printed;
  for (const [name, definition] of Object.entries(definitions)) components[name] = repoint(strip(definition));
  return repoint(rest);
}

function strip(definition: unknown): unknown {
  if (typeof definition !== 'object' || definition === null) return definition;
  const { id: _id, ...rest } = definition as Json;
  return rest;
}

/** `#/$defs/X` becomes `#/components/schemas/X`, everywhere below. */
function repoint<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Value;
}

function sorted(object: Json): Json {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
