import {
  type Health,
  health as healthAnswer,
  healthStatuses,
  listModelsQuery,
  type ProviderHealth,
  postProcessBody,
  postProcessed,
  routes,
} from '@quoth/contract';
import * as z from 'zod';
import { defineTool } from '../tool.ts';
import { modeIdOf } from './modes.ts';

const textInput = postProcessBody.omit({ mode: true }).extend({
  text: postProcessBody.shape.text.min(1).describe(''),
  preset: postProcessBody.shape.preset.describe('Not together with prompt.'),
  model: postProcessBody.shape.model.describe(''),
  provider: postProcessBody.shape.provider.describe(''),
  mode_id: postProcessBody.shape.mode_id.describe('Id or name of a mode.'),
});
const output = postProcessed.omit({ applied: true });

/** `post_process`: rewriting by the language model that the user has set up. */
export const postProcess = defineTool({
  name: 'post_process',
  title: 'Rewrite text',
  description:
    'Rewrites text with the language model that the user has set up: with a preset, a prompt, or a mode. post_processed false means that the text is unchanged, and warning says why. The result is as untrusted as the input.',
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
  installed_only: z.boolean().nullish().describe('False: also what is not.'),
});

/** `list_models`: the model catalog. */
export const listModels = defineTool({
  name: 'list_models',
  title: 'List models',
  description: 'The models that Quoth knows, with engine, languages and capabilities.',
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

const provider = z.object({
  id: z.string(),
  status: z.enum(healthStatuses),
  checked_at: z.string().nullable(),
  error: z.string().optional(),
});

/**
 * GET /health without what an agent has no use for: one entry for each provider that is set up, and models by their
 * ids.
 */
const healthInBrief = healthAnswer
  .pick({
    ok: true,
    app: true,
    app_version: true,
    api_version: true,
    port: true,
    pid: true,
    started_at: true,
  })
  .extend({
    providers: z.array(provider),
    post_processing_providers: z.array(provider),
    providers_without_key: z.array(z.string()),
    local_models: z.array(z.string()),
  });

/** `health`: whether the application runs, and how its providers and models are. */
export const health = defineTool({
  name: 'health',
  title: 'Health of Quoth',
  description:
    'Whether Quoth is running, its version, the health of its providers and the installed local models.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: z.object({}),
  output: healthInBrief,
  run: async (_input, { bridge, signal }) =>
    inBrief(await bridge.ask(({ client }) => client.getHealth({ signal }))),
});

function inBrief({ providers, post_processing_providers, local_models, ...server }: Health) {
  const all = [...providers, ...post_processing_providers];
  const without = all.filter((provider) => !isSetUp(provider)).map(({ id }) => id);
  return {
    ok: server.ok,
    app: server.app,
    app_version: server.app_version,
    api_version: server.api_version,
    port: server.port,
    pid: server.pid,
    started_at: server.started_at,
    providers: providers.filter(isSetUp).map(briefly),
    post_processing_providers: post_processing_providers.filter(isSetUp).map(briefly),
    providers_without_key: [...new Set(without)],
    local_models: Object.values(local_models).flatMap((models) =>
      models.filter(({ installed }) => installed).map(({ id }) => id),
    ),
  };
}

/** Set up, or not a matter of a key. */
function isSetUp({ key_present, status }: ProviderHealth): boolean {
  return key_present && status !== 'notInstalled';
}

function briefly({ id, status, checked_at, error }: ProviderHealth) {
  return { id, status, checked_at, ...(error && { error: error.message }) };
}
