import {
  type Capabilities,
  type Health,
  type ListModelsQuery,
  localModelFamilies,
  type Model,
  wordsFor,
} from '@quoth/contract';
import type { Models } from './declarations/index.ts';
import type { EngineModel, Engines } from './engines/index.ts';
import type { ModelSpeeds } from './models/index.ts';
import type { ModeSource } from './modes.ts';
import type { LanguageProvider } from './rewriting/index.ts';
import { autoModel, type PlannableProvider, type PlanSources } from './transcription/index.ts';

export interface ModelSources {
  readonly engines: Pick<Engines, 'models'>;
  readonly speeds: Pick<ModelSpeeds, 'of'>;
  readonly planning: PlanSources;
  readonly modes: Pick<ModeSource, 'default'>;
  /** Providers whose language models rewrite. */
  readonly rewriters: () => readonly LanguageProvider[];
}

/**
 * Every model that can be used: those of this machine first, then the speech models of providers, then their language
 * models.
 */
export function listAllModels({ engines, speeds, planning, modes, rewriters }: ModelSources): Models {
  return {
    list: (query) => [
      ...listModels(engines.models(), query, {
        autoModel: autoModel(planning, modes.default()),
        measuredSpeed: (id) => speeds.of(id),
      }),
      ...listCloudModels(planning.cloud.providers(), query),
      ...listTextModels(rewriters(), query),
    ],
    local: () => localModels(engines.models()),
  };
}

/** What is known about this machine's models beyond their descriptions. */
interface LocalSituation {
  /** The model that `auto` stands for. */
  readonly autoModel: string | undefined;
  /** Times real time that a model was measured at on this machine. */
  readonly measuredSpeed: (id: string) => number | undefined;
}

/** The catalog as GET /models shows it. */
function listModels(
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
      word_error_rate: model.wordErrorRate,
      ...measured(measuredSpeed(model.id)),
      ...(model.id === autoModel && { auto: true as const }),
      ...(model.included === true && { included: true as const }),
      ...(typeof model.selfTestErrorRate === 'number' && { self_test_error_rate: model.selfTestErrorRate }),
      ...(!model.installed &&
        model.installHint !== undefined && { install_hint: wordsFor('api', [model.installHint]) }),
    }));
}

function measured(speed: number | undefined): Pick<Model, 'measured_speed'> {
  return speed === undefined ? {} : { measured_speed: speed };
}

/** Models of providers with a key; they count as installed. */
function listCloudModels(providers: readonly PlannableProvider[], query: ListModelsQuery): Model[] {
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

/**
 * Language models of vendors with a key. Those of the user's own servers are listed by `GET
 * /providers/endpoints/{id}/models`.
 */
function listTextModels(providers: readonly LanguageProvider[], query: ListModelsQuery): Model[] {
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

/**
 * Installed models by family, as GET /health shows them; every family in the contract is included. What could be
 * installed is in GET /models.
 */
function localModels(models: readonly EngineModel[]): Health['local_models'] {
  const known = byFamily.get(models);
  if (known) return known;
  const families: Record<string, { id: string; displayName: string; installed: boolean }[]> = {};
  for (const family of localModelFamilies) families[family] = [];
  for (const { family, id, displayName, installed } of models) {
    if (!installed) continue;
    families[family] = [...(families[family] ?? []), { id, displayName, installed }];
  }
  byFamily.set(models, families as Health['local_models']);
  return families as Health['local_models'];
}

/** GET /health is called many times a second, and the list stays the same until something else is installed. */
const byFamily = new WeakMap<readonly EngineModel[], Health['local_models']>();
