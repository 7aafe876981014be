import * as z from 'zod';

/**
 * A schema as JSON Schema 2020-12, with the defaults of optional fields: zod leaves them out of a request's schema where the
 * field is transformed, and ours all are.
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
