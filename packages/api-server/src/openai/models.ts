import { type OpenAiModel, openAiRoutes } from '@quoth/contract';
import type { Core, ProgramIdentity } from '@quoth/core';
import { validated } from '../input/validate.ts';
import { type Handler, json } from '../routes/handler.ts';
import { resolveModel, unknownModel } from './resolve-model.ts';

const OWNER = 'quoth';

export const listOpenAiModels: Handler = ({ program }, { core }) =>
  json({ object: 'list', data: listed(core, program) });

/** Also what may be named but is not listed: OpenAI's own names, and `provider/model`. */
export const getOpenAiModel: Handler = ({ params, program }, { core }) => {
  const { id } = validated(openAiRoutes.getOpenAiModel.params, params, 'text');
  const wanted = id.toLowerCase();
  const found = listed(core, program).find((model) => model.id.toLowerCase() === wanted);
  if (found) return json(found);
  // Who may not see the modes is not told either that there is one of this name.
  if (wanted.startsWith('mode:') && !seesModes(program)) throw unknownModel();
  const { model, mode_id } = resolveModel(core, id);
  const installed = core.models.list({ kind: 'voice', installed_only: true });
  if (mode_id === undefined && (model === undefined || installed.some((known) => known.id === model)))
    return json(entry(id));
  throw unknownModel();
};

function seesModes(program: ProgramIdentity | undefined): boolean {
  return program?.scopes.has('modes.read') ?? true;
}

/** The default, what is installed, and the modes as far as the caller sees them. */
function listed({ models, modes }: Core, program: ProgramIdentity | undefined): OpenAiModel[] {
  return [
    entry('default'),
    entry('whisper-1'),
    ...models.list({ kind: 'voice', installed_only: true }).map(({ id, provider }) => entry(id, provider)),
    ...(seesModes(program) ? modes.list() : []).map(({ name, createdDate }) =>
      entry(`mode:${name}`, OWNER, Math.floor(Date.parse(createdDate) / 1000)),
    ),
  ];
}

function entry(id: string, owner = OWNER, created = 0): OpenAiModel {
  return { id, object: 'model', created, owned_by: owner };
}
