import * as z from 'zod';
import { capabilities } from './engines.ts';
import { given, queryBoolean } from './fields.ts';

/** An entry of the model catalog. Cloud models count as installed. */
export const model = z
  .object({
    id: z.string(),
    kind: z.enum(['voice', 'text']),
    provider: z.string(),
    displayName: z.string(),
    installed: z.boolean(),
    size_mb: z.number().nullable(),
    engine: z.string(),
    languages: z.array(z.string()),
    capabilities,
    /** Where the model is not installed: what installs it, as one line. */
    install_hint: z.string().optional(),
  })
  .meta({ id: 'Model' });
export type Model = z.output<typeof model>;

export const listModelsQuery = z.object({
  kind: given(z.enum(['voice', 'text', 'all'])),
  installed_only: given(queryBoolean),
});
export type ListModelsQuery = z.output<typeof listModelsQuery>;
