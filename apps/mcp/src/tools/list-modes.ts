import { routes } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';

/** `list_modes`: every mode. */
export const listModes = defineTool({
  name: 'list_modes',
  title: 'List modes',
  description:
    "The user's modes: saved settings of language, model, text rules and rewriting. One of them is the default, which is used when none is named.",
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: routes.listModes.returns.schema,
  run: (_input, { bridge, signal }) => bridge.ask(({ client }) => client.listModes({ signal })),
});
