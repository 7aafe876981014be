import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

type Json = Record<string, unknown>;

/**
 * A schema as the protocol announces it. It lets everything through: `defineTool` checks, and answers with a code and a hint.
 * References are written out, because not every client follows them.
 */
export function asAdvertised(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  const json = jsonSchemaOf(schema, io);
  return {
    '~standard': {
      version: 1,
      vendor: 'quoth',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** JSON Schema 2020-12 without `$ref` and `$defs`. None of our schemas holds itself. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _version, $defs = {}, ...rest } = z.toJSONSchema(schema, { io });
  return writtenOut(rest, $defs as Json) as Json;
}

function writtenOut(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => writtenOut(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...fields } = value as Json;
  const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : {};
  return Object.fromEntries(
    Object.entries({ ...(target as Json), ...fields }).map(([key, field]) => [
      key,
      writtenOut(field, definitions),
    ]),
  );
}
