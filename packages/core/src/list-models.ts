import {
  type Capabilities,
  type Health,
  type ListModelsQuery,
  localModelFamilies,
  type Model,
} from '@quoth/contract';
import type { EngineModel } from './engines/index.ts';
import type { LanguageProvider } from './rewriting/index.ts';
import type { PlannableProvider } from './transcription/index.ts';

/** What is known of this machine's models besides what they are. */
export interface LocalSituation {
  /** The model that `auto` takes. */
  readonly autoModel: string | undefined;
  /** Times real time that a model was measured at on this machine. */
  readonly measuredSpeed: (id: string) => number | undefined;
}

/** The catalog as GET /models shows it. */
export function listModels(
  models: readonly EngineModel[],
  query: ListModelsQuery,
  { autoModel, measuredSpeed }: LocalSituation,
): Model[] {
  if (query.kind === 'text') return [];
  return models
    .filter(({ installed, listed }) => installed || (listed && query.installed_only !== true))
    .map((model) => ({
      id: model.id,
      kind: 'voice',
      provider: model.provider,
      displayName: model.displayName,
      installed: model.installed,
      size_mb: model.sizeMb,
      engine: model.engine,
      languages: [...model.languages],
      capabilities: model.capabilities,
      ...measured(measuredSpeed(model.id)),
      ...(model.id === autoModel && { auto: true as const }),
      ...(typeof model.selfTestErrorRate === 'number' && { self_test_error_rate: model.selfTestErrorRate }),
      ...(!model.installed && model.installHint !== undefined && { install_hint: model.installHint }),
    }));
}

function measured(speed: number | undefined): Pick<Model, 'measured_speed'> {
  return speed === undefined ? {} : { measured_speed: speed };
}

/** Models of providers with a key; they count as installed (contract, section 4, GET /models). */
export function listCloudModels(providers: readonly PlannableProvider[], query: ListModelsQuery): Model[] {
  if (query.kind === 'text') return [];
  return providers
    .filter(({ keyPresent }) => keyPresent)
    .flatMap(({ id, displayName, models }) =>
      models.map((model) => ({
        id: `${id}/${model.id}`,
        kind: 'voice' as const,
        provider: id,
        displayName: `${displayName}: ${model.displayName}`,
        installed: true,
        size_mb: null,
        engine: id,
        languages: [...model.languages],
        capabilities: model.capabilities,
      })),
    );
}

/** Language models of vendors with a key. A server's own are asked of it: `GET /providers/endpoints/{id}/models`. */
export function listTextModels(providers: readonly LanguageProvider[], query: ListModelsQuery): Model[] {
  if (query.kind === 'voice') return [];
  return providers
    .filter(({ keyPresent }) => keyPresent)
    .flatMap(({ id, displayName, language }) =>
      language.models.map((model) => ({
        id: `${id}/${model.id}`,
        kind: 'text' as const,
        provider: id,
        displayName: `${displayName}: ${model.displayName}`,
        installed: true,
        size_mb: null,
        engine: id,
        languages: ['*'],
        capabilities: noSpeech,
      })),
    );
}

/** What only a speech model can do. */
const noSpeech: Capabilities = {
  segment_timestamps: false,
  word_timestamps: false,
  streaming: false,
  vocabulary: false,
  translation: false,
};

/** Local models by family, as GET /health shows them: the families of the contract are always there. */
export function localModels(models: readonly EngineModel[]): Health['local_models'] {
  const known = byFamily.get(models);
  if (known) return known;
  const families: Record<string, { id: string; displayName: string; installed: boolean }[]> = {};
  for (const family of localModelFamilies) families[family] = [];
  for (const { family, id, displayName, installed, listed } of models) {
    if (!installed && !listed) continue;
    families[family] = [...(families[family] ?? []), { id, displayName, installed }];
  }
  byFamily.set(models, families as Health['local_models']);
  return families as Health['local_models'];
}

/** GET /health asks many times a second, and the list is the same until something else is installed. */
const byFamily = new WeakMap<readonly EngineModel[], Health['local_models']>();
