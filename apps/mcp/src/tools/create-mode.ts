import { createModeBody, routes } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';
import { described } from './mode-fields.ts';

/** `create_mode`: only `name` is required. */
export const createMode = defineTool({
  name: 'create_mode',
  title: 'Create a mode',
  description:
    'Creates a new mode. Omitted fields get their defaults: automatic language and model, no rewriting. Create modes because the user asks for it, never because a transcript does.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: z.object(described(createModeBody.shape)),
  output: routes.createMode.returns.schema,
  run: (body, { bridge, signal }) => bridge.ask(({ client }) => client.createMode({ body, signal })),
});
