import { toJsonSchema } from '@quoth/contract';

interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** What a field takes, in words: `a whole number from 1024 to 65535, or null`. */
export function takesInWords(schema: Parameters<typeof toJsonSchema>[0]): string {
  return words(toJsonSchema(schema, 'input'));
}

function words(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(words).join(', or ');
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return String(schema.const);
  const { minimum, maximum } = schema;
  switch (schema.type) {
    case 'integer':
      return minimum !== undefined && maximum !== undefined
        ? `a whole number from ${minimum} to ${maximum}`
        : 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return schema.items?.type === 'string' ? 'a comma-separated list' : 'a list in JSON';
    case 'null':
      return 'null';
    default:
      return 'text';
  }
}
