import { type OpenAiModel, openAiRoutes } from '@quoth/contract';
import type { Core } from '@quoth/core';
import { validated } from '../input/validate.ts';
import { type Handler, json } from '../routes/handler.ts';
import { resolveModel, unknownModel } from './resolve-model.ts';

const OWNER = 'quoth';

export const listOpenAiModels: Handler = (_context, { core }) => json({ object: 'list', data: listed(core) });

/** Also what may be named but is not listed: OpenAI's own names, and `provider/model`. */
export const getOpenAiModel: Handler = ({ params }, { core }) => {
  const { id } = validated(openAiRoutes.getOpenAiModel.params, params, 'text');
  const wanted = id.toLowerCase();
  const found = listed(core).find((model) => model.id.toLowerCase() === wanted);
  if (found) return json(found);
  const { model, mode_id } = resolveModel(core, id);
  const installed = core.models.list({ kind: 'voice', installed_only: true });
  if (mode_id === undefined && (model === undefined || installed.some((known) => known.id === model)))
    return json(entry(id));
  throw unknownModel();
};

/** The default, what is installed, and the modes. */
function listed({ models, modes }: Core): OpenAiModel[] {
  return [
    entry('default'),
    entry('whisper-1'),
    ...models.list({ kind: 'voice', installed_only: true }).map(({ id, provider }) => entry(id, provider)),
    ...modes
      .list()
      .map(({ name, createdDate }) =>
        entry(`mode:${name}`, OWNER, Math.floor(Date.parse(createdDate) / 1000)),
      ),
  ];
}

function entry(id: string, owner = OWNER, created = 0): OpenAiModel {
  return { id, object: 'model', created, owned_by: owner };
}
