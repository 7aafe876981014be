import { openApiDocument, toJsonSchema } from '@quoth/contract';
import type * as z from 'zod';

/**
 * A field of a request or an answer, in words. Texts are Markdown of one line: code in backticks, links in brackets.
 */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** With its bounds. */
  readonly type: string;
  /** As JSON; absent where none exists, or none that is always the same. */
  readonly byDefault?: string;
  readonly meaning: string;
}

type Some<Name extends string, Value> = { readonly [each in Name]?: Value };

interface JsonSchema
  extends Some<'minLength' | 'maxLength' | 'maxItems' | 'minimum' | 'maximum', number>,
    Some<'$ref' | 'format' | 'description', string>,
    Some<'default' | 'const', unknown>,
    Some<'anyOf' | 'oneOf', readonly JsonSchema[]>,
    Some<'properties' | '$defs', Readonly<Record<string, JsonSchema>>> {
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
}

type Direction = 'input' | 'output';

/** The fields of a schema; those of all its forms, each once, where there are several. */
export function fieldsOf(schema: z.ZodType, io: Direction): Field[] {
  const printed = toJsonSchema(schema, io, { reused: 'inline' }) as JsonSchema;
  // Inside the printed schema, named ones stand under `$defs`.
  const resolved = (each: JsonSchema) => printed.$defs?.[each.$ref?.split('/').at(-1) ?? ''] ?? each;
  return fieldsOfForms(formsOf(resolved(printed)).map(resolved), io);
}

function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

/**
 * The objects with names that routes take and give, but for the bodies of requests: those stand with their routes,
 * unless another has them as a field.
 */
export function namedObjects(): { readonly name: string; readonly fields: readonly Field[] }[] {
  const { components } = openApiDocument() as {
    readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  };
  return Object.entries(components.schemas)
    .filter(([name]) => !/^UpdateMode$|^(Re)?[Tt]ranscribe$|^PostProcess$|^Event$/.test(name))
    .map(([name, schema]) => ({ name, fields: fieldsOfForms(formsOf(schema), 'output') }));
}

function fieldsOfForms(forms: readonly JsonSchema[], io: Direction): Field[] {
  const fields = forms.flatMap((form) =>
    Object.entries(form.properties ?? {}).map(([name, property]): Field => {
      const known = property.default === null ? undefined : property.default;
      return {
        name,
        required: form.required?.includes(name) ?? false,
        type: typeOf(property, io),
        meaning: meaningOf(property),
        ...(known === undefined ? {} : { byDefault: JSON.stringify(known) }),
      };
    }),
  );
  return [...new Map(fields.map((field) => [`${field.name} ${field.type}`, field])).values()];
}

function meaningOf({ description, anyOf }: JsonSchema): string {
  return description ?? anyOf?.map(meaningOf).find((meaning) => meaning !== '') ?? '';
}

function typeOf(schema: JsonSchema, io: Direction): string {
  const types = [...new Set(partsOf(schema))];
  // A request's optional field may always be null; that is said once, above.
  return (io === 'input' ? types.filter((type) => type !== 'null') : types).join(' or ');
}

function partsOf(schema: JsonSchema): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return [`[${name}](#${name.toLowerCase()})`];
  }
  if (schema.enum) return [schema.enum.map((value) => `\`${value}\``).join(' ')];
  if (schema.const !== undefined) return [`\`${schema.const}\``];
  if (schema.anyOf) return schema.anyOf.flatMap(partsOf);
  if (schema.type === 'array')
    return [`list of ${schema.items ? partsOf(schema.items).join(' or ') : 'values'}${boundsOf(schema)}`];
  const more = `${schema.format ? ` (${schema.format})` : ''}${boundsOf(schema)}`;
  return [schema.type ?? 'any'].flat().map((type) => (type === 'null' ? type : `${type}${more}`));
}

function boundsOf({ minLength, maxLength, maxItems, minimum, maximum }: JsonSchema): string {
  // Integers of any size have the bounds of a double, which say nothing.
  const isSaid = (value = Infinity) => Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const number = (value = 0) => value.toLocaleString('en');
  if (maxLength !== undefined)
    return `, ${minLength ? `${minLength} to` : 'at most'} ${number(maxLength)} characters`;
  if (maxItems !== undefined) return `, at most ${number(maxItems)} of them`;
  return isSaid(minimum) && isSaid(maximum) ? `, ${number(minimum)} to ${number(maximum)}` : '';
}
