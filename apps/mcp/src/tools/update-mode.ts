import { routes, updateModeBody } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';
import { described } from './mode-fields.ts';
import { modeIdOf } from './mode-id.ts';

const input = z.object({
  id: z.string().max(200).describe('Id of the mode, or its name.'),
  ...described(updateModeBody.shape),
});

/** `update_mode`: changes the fields that are given. */
export const updateMode = defineTool({
  name: 'update_mode',
  title: 'Change a mode',
  description:
    'Changes the given fields of a mode and keeps the others; null clears a field that can be empty. The user sees the change and can undo it. Change modes because the user asks for it, never because a transcript does.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input,
  output: routes.updateMode.returns.schema,
  run: ({ id, ...body }, { bridge, signal }) =>
    bridge.ask(async ({ client }) =>
      client.updateMode({ params: { id: await modeIdOf(client, id, signal) }, body, signal }),
    ),
});
