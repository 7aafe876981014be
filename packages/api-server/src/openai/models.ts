import {
  AppError,
  modeMeant,
  type OpenAiModel,
  openAiRoutes,
  parseEngineName,
  say,
  type TranscribeOptions,
} from '@quoth/contract';
import { type Caller, type Core, may } from '@quoth/core';
import { type Handler, json } from '../handler.ts';
import { validated } from '../http/body.ts';

const OWNER = 'quoth';

export const listOpenAiModels: Handler = ({ caller }, { core }) =>
  json({ object: 'list', data: listed(core, caller) });

/** Also what may be named but is not listed: OpenAI's own names, and `provider/model`. */
export const getOpenAiModel: Handler = ({ params, caller }, { core }) => {
  const { id } = validated(openAiRoutes.getOpenAiModel.params, params, 'text');
  const wanted = id.toLowerCase();
  const found = listed(core, caller).find((model) => model.id.toLowerCase() === wanted);
  if (found) return json(found);
  // A program that may not see the modes is not told whether one of this name exists.
  if (wanted.startsWith('mode:') && !may(caller, 'modes.read')) throw unknownModel();
  const { model, mode_id } = resolveModel(core, id);
  const installed = core.models.list({ kind: 'voice', installed_only: true });
  if (mode_id === undefined && (model === undefined || installed.some((known) => known.id === model)))
    return json(entry(id));
  throw unknownModel();
};

/** The default, what is installed, and the modes as far as the caller sees them. */
function listed({ models, modes }: Core, caller: Caller): OpenAiModel[] {
  return [
    entry('default'),
    entry('whisper-1'),
    ...models.list({ kind: 'voice', installed_only: true }).map(({ id, provider }) => entry(id, provider)),
    ...(may(caller, 'modes.read') ? modes.list() : []).map(({ name, createdDate }) =>
      entry(`mode:${name}`, OWNER, Math.floor(Date.parse(createdDate) / 1000)),
    ),
  ];
}

function entry(id: string, owner = OWNER, created = 0): OpenAiModel {
  return { id, object: 'model', created, owned_by: owner };
}

/** What `model` chooses. */
type ChosenModel = Pick<TranscribeOptions, 'mode_id' | 'model' | 'engine' | 'post_process'>;

/** OpenAI's own speech models; here each of them stands for the default. */
const openAiNames =
  /^(whisper-1|gpt-transcribe|gpt-live-transcribe|gpt-realtime-whisper|gpt-4o(-mini)?-transcribe(-\d{4}-\d{2}-\d{2})?)$/;

/**
 * What a `model` of OpenAI's dialect means here: a local model's id, `provider/model`, `mode:NAME` (or a mode's id; the
 * whole mode, its rewriting included), `default`, or one of OpenAI's own names. Throws MODEL_NOT_FOUND.
 */
export function resolveModel(
  { models, modes }: Pick<Core, 'models' | 'modes'>,
  written: string | undefined,
): ChosenModel {
  const name = (written ?? '').trim();
  const key = name.toLowerCase();
  if (key === '' || key === 'default' || key === 'auto' || openAiNames.test(key)) return {};
  if (key.startsWith('mode:')) {
    const mode = modeMeant(key.slice('mode:'.length), modes.list());
    if (!mode) throw unknownModel();
    return { mode_id: mode.id, ...(mode.postProcessingMode !== 0 && { post_process: true }) };
  }
  const list = models.list({ kind: 'voice' });
  const exact = list.find(({ id }) => id.toLowerCase() === key);
  if (exact) return { model: exact.id };
  const slash = key.indexOf('/');
  const [provider, id] = [key.slice(0, Math.max(0, slash)), key.slice(slash + 1)];
  const engine = parseEngineName(provider);
  const found = list.find(
    (model) =>
      model.id.toLowerCase() === id && (model.provider.toLowerCase() === provider || model.engine === engine),
  );
  if (slash < 0 || !found) throw unknownModel();
  return { model: found.id, engine: found.engine };
}

/** The error for a name that means no model in OpenAI's dialect. */
function unknownModel(): AppError {
  return new AppError('MODEL_NOT_FOUND', {
    remedy: say('listsDialectModels'),
  });
}
