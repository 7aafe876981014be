import {
  AppError,
  accuracyTier,
  comparableName,
  isCloud,
  type Mode,
  say,
  splitCloudModel,
  type TranscribeOptions,
} from '@quoth/contract';
import type { SpeechDomain, SpeechModel } from '@quoth/vendors';
import { knowsLanguage, languagesOf, listOrNone } from './plan-local.ts';

/** What a plan needs to know of a provider that transcribes. */
export interface PlannableProvider {
  readonly id: string;
  readonly displayName: string;
  /** Empty where only the server itself knows. */
  readonly models: readonly SpeechModel[];
  /** Empty where only the user can know. */
  readonly defaultModel: string;
  /** True for a gateway, whose models are the tiers of a mode. */
  readonly hasTiers?: boolean;
  readonly keyPresent: boolean;
  readonly healthy: boolean;
  /** A server on this computer. */
  readonly isLocal: boolean;
}

/** What of a mode decides about the cloud. */
export type CloudFields = Pick<
  Mode,
  'model' | 'cloudProvider' | 'cloudTranscriptionModel' | 'cloudTranscriptionDomain' | 'cloudAccuracyTier'
>;

/**
 * True if the plan's model transcribes while one speaks, and what is asked of it can be had that way: streams do not
 * translate, and not all have times. Where it knows fewer languages that way, one of them has to be named: anyone who
 * lets the provider detect it may speak another.
 */
export function canStream(
  { model, language }: Pick<CloudPlan, 'model' | 'language'>,
  {
    translate = false,
    timestamp_granularities: times = [],
  }: Pick<TranscribeOptions, 'translate' | 'timestamp_granularities'>,
): boolean {
  if (!model.live || translate || times.length > 0) return false;
  const { languages } = model.live;
  return languages === undefined || (language !== 'auto' && knowsLanguage({ languages }, language));
}

/** Which provider is asked, with which of its models, and for what kind of speech. */
export interface CloudPlan {
  readonly kind: 'cloud';
  readonly provider: PlannableProvider;
  readonly model: SpeechModel;
  /** BCP-47, or `auto`. */
  readonly language: string;
  readonly domain: SpeechDomain;
}

/** A provider, or any, and one of its models, or its own choice. */
export interface CloudChoice {
  readonly provider: PlannableProvider | 'any';
  readonly model: string | undefined;
  /** True if the mode's cloud model is ignored, too. */
  readonly dropsModes?: boolean;
}

/** What is asked of the chosen model. */
export interface CloudDemand {
  readonly language: string;
  readonly translate: boolean;
}

/** `openai/whisper-1` as provider and model; undefined where what stands before the first slash is no provider. */
export function providerAndModel(
  written: string,
  known: { readonly providers: readonly PlannableProvider[] },
): { readonly provider: PlannableProvider; readonly model: string } | undefined {
  const parts = splitCloudModel(written);
  const provider = parts && namedProvider(parts.provider, known.providers);
  return provider && { provider, model: parts.model };
}

/** The provider of this id, compared as engine names are: without case, hyphens, underscores and spaces. */
export function namedProvider(
  written: string,
  providers: readonly PlannableProvider[],
): PlannableProvider | undefined {
  const wanted = comparableName(written);
  return providers.find(({ id }) => comparableName(id) === wanted);
}

/**
 * Settles provider and model of a cloud transcription. `any` is the mode's provider, else the first with a key, healthy
 * ones before others. Without a model it is the mode's, where that belongs to the provider, else the provider's choice
 * for the mode's kind of speech.
 *
 * Throws INVALID_REQUEST (unknown provider, language, translation or kind of speech that the model lacks, no model
 * named where only the user knows one) and MISSING_API_KEY (no provider has a key).
 */
export function planCloud(
  mode: CloudFields,
  choice: CloudChoice,
  demand: CloudDemand,
  providers: readonly PlannableProvider[],
): CloudPlan {
  const tiered = choiceOfTier(mode, choice, providers);
  if (tiered) return planCloud({ ...mode, cloudAccuracyTier: null }, tiered, demand, providers);
  const modes = choice.dropsModes === true ? null : mode.cloudTranscriptionModel;
  const isOpen = choice.provider === 'any' && mode.cloudProvider === null;
  const wanted = choice.model ?? modes ?? undefined;
  const provider = choice.provider === 'any' ? anyProvider(mode, wanted, providers) : choice.provider;
  const isModes = isOpen || modeProvider(mode, providers) === provider;
  const domain = isModes ? (mode.cloudTranscriptionDomain ?? 'general') : 'general';
  const named = choice.model ?? (isModes ? wanted : undefined);
  const model = named === undefined ? ownChoice(provider, domain) : modelOf(provider, named);
  const { language, translate } = demand;
  if (translate && !model.capabilities.translation) {
    throw new AppError('INVALID_REQUEST', {
      message: say('cloudModelTranslatesNothing', { provider: provider.displayName, model: model.id }),
      remedy: say('chooseTranslatingModel'),
    });
  }
  if (!knowsLanguage(model, language)) {
    throw new AppError('INVALID_REQUEST', {
      message: say('cloudModelLacksLanguage', {
        provider: provider.displayName,
        model: model.id,
        language,
      }),
      remedy: [languagesOf(model, 'supported'), say('chooseOtherModel'), say('listsModels')],
    });
  }
  // A model that was named stands above the mode's kind of speech.
  const isMadeFor = domain === 'general' || (model.domains?.includes(domain) ?? false);
  if (!isMadeFor && choice.model === undefined) throw notMadeFor(provider, model, domain);
  return { kind: 'cloud', provider, model, language, domain: isMadeFor ? domain : 'general' };
}

/**
 * A mode's tier goes to the gateway, and to no one's own key. Throws MISSING_API_KEY where the mode is of the
 * application's own cloud and there is no gateway.
 */
function choiceOfTier(
  mode: CloudFields,
  choice: CloudChoice,
  providers: readonly PlannableProvider[],
): CloudChoice | undefined {
  const { cloudAccuracyTier, cloudProvider, cloudTranscriptionModel } = mode;
  if (cloudAccuracyTier === null || choice.model !== undefined || choice.dropsModes === true)
    return undefined;
  if (cloudTranscriptionModel !== null) return undefined;
  const tier = accuracyTier(cloudAccuracyTier);
  if (choice.provider !== 'any') return choice.provider.hasTiers ? { ...choice, model: tier } : undefined;
  if (cloudProvider !== null) {
    const chosen = modeProvider(mode, providers);
    return chosen?.hasTiers ? { ...choice, provider: chosen, model: tier } : undefined;
  }
  if (!isCloud(mode.model)) return undefined;
  const gateway = providers.find(({ hasTiers }) => hasTiers);
  if (gateway) return { ...choice, provider: gateway, model: tier };
  throw new AppError('MISSING_API_KEY', {
    message: say('tierWithoutGateway', { tier }),
    remedy: say('addGateway'),
  });
}

function modeProvider(
  { model, cloudProvider }: CloudFields,
  providers: readonly PlannableProvider[],
): PlannableProvider | undefined {
  const written = providerAndModel(model, { providers });
  if (written) return written.provider;
  return cloudProvider === null ? undefined : namedProvider(cloudProvider, providers);
}

function anyProvider(
  mode: CloudFields,
  model: string | undefined,
  providers: readonly PlannableProvider[],
): PlannableProvider {
  if (mode.cloudProvider !== null) {
    const chosen = modeProvider(mode, providers);
    if (chosen) return chosen;
    throw new AppError('INVALID_REQUEST', {
      message: say('modeProviderTranscribesNothing', { provider: mode.cloudProvider }),
      hint: say('transcriptionProviders', { names: listOrNone(providers.map(({ id }) => id)) }),
    });
  }
  const having = model === undefined ? providers : providers.filter((provider) => has(provider, model));
  const withKey = having.filter(({ keyPresent }) => keyPresent);
  const found = withKey.find(({ healthy }) => healthy) ?? withKey[0];
  if (found) return found;
  if (model !== undefined && having.length === 0) {
    throw new AppError('MODEL_NOT_FOUND', {
      message: say('cloudModelNotFound'),
      hint: say('giveProviderAndModel'),
      remedy: say('listsModelsWithKey'),
    });
  }
  throw new AppError('MISSING_API_KEY', {
    message: say('noTranscriptionKey'),
    remedy: [
      say('setOneKey', { provider: `<${having.map(({ id }) => id).join('|')}>` }),
      say('autoUsesLocalModel'),
    ],
  });
}

function has({ models }: PlannableProvider, model: string): boolean {
  return models.some(({ id }) => id.toLowerCase() === model.toLowerCase());
}

/** The provider's default, unless another of its models is the one for this kind of speech. */
function ownChoice(provider: PlannableProvider, domain: SpeechDomain): SpeechModel {
  const { models, defaultModel, displayName, id } = provider;
  const first = models.find((model) => model.id === defaultModel) ?? models[0];
  if (!first) {
    throw new AppError('INVALID_REQUEST', {
      message: say('noCloudModelChosen', { provider: displayName }),
      remedy: say('nameCloudModel', { provider: id }),
    });
  }
  if (domain === 'general') return first;
  return [first, ...models].find((model) => model.domains?.includes(domain)) ?? first;
}

/** A model that came after this version is taken to be able to do what the provider's default can. */
function modelOf({ models, defaultModel }: PlannableProvider, id: string): SpeechModel {
  const known = models.find((model) => model.id.toLowerCase() === id.toLowerCase());
  if (known) return known;
  const like = models.find((model) => model.id === defaultModel);
  return {
    id,
    displayName: id,
    languages: ['*'],
    capabilities: like?.capabilities ?? {
      segment_timestamps: true,
      word_timestamps: true,
      streaming: false,
      vocabulary: true,
      translation: false,
    },
  };
}

function notMadeFor(provider: PlannableProvider, model: SpeechModel, domain: SpeechDomain): AppError {
  const fitting = provider.models.filter((candidate) => candidate.domains?.includes(domain));
  return new AppError('INVALID_REQUEST', {
    message: say('modelNotForMedicine', { provider: provider.displayName, model: model.id }),
    remedy:
      fitting.length === 0
        ? say('chooseOtherSubject')
        : say('chooseModelForSubject', { models: { anyOf: fitting.map(({ id }) => id) } }),
  });
}
