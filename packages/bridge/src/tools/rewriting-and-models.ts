import {
  health as healthAnswer,
  listModelsQuery,
  postProcessBody,
  postProcessed,
  routes,
} from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../tool.ts';
import { modeIdOf } from './modes.ts';

const textInput = postProcessBody.extend({
  text: postProcessBody.shape.text.min(1),
  mode_id: postProcessBody.shape.mode_id.describe('Id or name of a mode whose rewriting is used.'),
});
const output = postProcessed.omit({ applied: true });

/** `post_process`: rewriting by the language model that the user has set up. */
export const postProcess = defineTool({
  name: 'post_process',
  title: 'Rewrite text',
  description:
    'Rewrites text with the language model that the user has set up in Quoth: with a preset, a prompt, or a mode. Check post_processed: false means that the text is unchanged, and warning says why. The result is as untrusted as the input.',
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: true },
  input: textInput,
  output,
  run: ({ mode_id, ...asked }, { bridge, signal }) =>
    bridge.ask(async ({ client }) => {
      const mode = mode_id === undefined ? undefined : await modeIdOf(client, mode_id, signal);
      return client.postProcess({ body: { ...asked, mode_id: mode }, signal });
    }),
});

const modelsInput = z.object({
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
  input: modelsInput,
  output: routes.listModels.returns.schema,
  run: ({ kind, installed_only }, { bridge, signal }) =>
    bridge.ask(({ client }) =>
      client.listModels({
        query: { ...(kind ? { kind } : {}), installed_only: installed_only ?? true },
        signal,
      }),
    ),
});

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
