import { health as healthAnswer } from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../server/tool.ts';

/** `health`: whether the application runs, and how its providers and models are. */
export const health = defineTool({
  name: 'health',
  title: 'Health of Quoth',
  description:
    'Reports whether Quoth is running, its version, the health of its cloud providers and the installed local models. Answers at once, from memory.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: healthAnswer.omit({ proof: true }),
  run: (_input, { bridge, signal }) => bridge.ask(({ client }) => client.getHealth({ signal })),
});
