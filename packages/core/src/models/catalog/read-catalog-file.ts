import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type CatalogEntry, catalogEntriesOf } from './catalog.ts';

const modelFacts = z.object({
  repo: z.string().min(1),
  revision: z.string().min(1),
  slug: z.string().regex(/^[\w.-]+$/),
  architecture: z.string(),
  family: z.string(),
  parameters: z.string().regex(/^[\d.]+[MB]$/, 'A number of parameters reads like 110M or 0.6B.'),
  license: z.string(),
  languages: z.array(z.string()).min(1),
  capabilities: z.object({
    streaming: z.boolean(),
    translate: z.boolean(),
    lang_detect: z.boolean(),
    timestamps: z.enum(['none', 'segment', 'word', 'token']),
  }),
  files: z
    .array(
      z.object({
        filename: z.string().regex(/^[\w.-]+\.gguf$/i),
        quant: z.string(),
        size_bytes: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
});

const catalogFile = z.object({ models: z.array(modelFacts) });

/**
 * Models of an organisation's own, from a JSON file of the same shape as `model-facts.json`: they are offered beside the product's and
 * come from the same hub or mirror. Throws an Error that names the file and the field.
 */
export function readCatalogFile(path: string): CatalogEntry[] {
  try {
    const { models } = catalogFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return catalogEntriesOf(models);
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`The model catalog ${path} can't be used: ${reason}`, { cause });
  }
}
