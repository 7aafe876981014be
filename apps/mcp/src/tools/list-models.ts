import { listModelsQuery, routes } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';

const input = z.object({
  kind: listModelsQuery.shape.kind.describe('voice: speech to text. text: rewriting. all: both.'),
  installed_only: z
    .boolean()
    .nullish()
    .describe(
      'Only models that can be used now (the default); false also lists models that could be installed.',
    ),
});

/** `list_models`: the model catalog. */
export const listModels = defineTool({
  name: 'list_models',
  title: 'List models',
  description: 'Lists the models that Quoth knows, with their engine, languages and capabilities.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input,
  output: routes.listModels.returns.schema,
  run: ({ kind, installed_only }, { bridge, signal }) =>
    bridge.ask(({ client }) =>
      client.listModels({
        query: { ...(kind ? { kind } : {}), installed_only: installed_only ?? true },
        signal,
      }),
    ),
});
