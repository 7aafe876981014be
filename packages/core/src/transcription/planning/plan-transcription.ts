import { AppError, type Mode, parseEngineName } from '@quoth/contract';
import {
  type CloudFields,
  type CloudPlan,
  type CloudWish,
  namedProvider,
  type PlannableProvider,
  planCloud,
  providerAndModel,
} from './plan-cloud.ts';
import {
  type ExplicitChoice,
  isLocalModel,
  knownEngine,
  type LocalPlan,
  type PlannableModel,
  planLocal,
} from './plan-local.ts';
import type { Machine } from './rank-models.ts';

export type TranscriptionPlan = LocalPlan | CloudPlan;

/** What there is to choose from. */
export interface PlanChoices {
  readonly models: readonly PlannableModel[];
  /** Providers that transcribe, with and without keys. */
  readonly providers: readonly PlannableProvider[];
  readonly machine: Machine;
}

type PlanMode = Pick<Mode, 'language'> & CloudFields;

/**
 * Settles engine, model and language from the mode and what the caller said (contract, section 4, POST /transcribe). What is said stands
 * above the mode:
 *
 * | engine | model | result |
 * |---|---|---|
 * | - | - | the mode's: its model, or where that is `cloud`, its provider and its cloud model |
 * | - | `auto` | the best installed model on this machine for the language (`rank-models.ts`) |
 * | - | a local id | that model |
 * | - | `cloud` | as engine `cloud` |
 * | - | `provider/model` | that provider's model; where the mode is a cloud one, its provider's model may be named alone |
 * | a local engine | - | the mode's model where it is of that engine, else the best of the engine |
 * | a local engine | a model | that model; one of another engine is refused |
 * | `cloud` | - or `auto` | the mode's provider, else the first with a key, healthy ones first; the mode's cloud model (not with `auto`), else the provider's choice |
 * | `cloud` | a model | of the mode's provider, else of the first with a key that has it; `provider/model` says which |
 * | a provider | - or `auto` | the mode's cloud model where the mode is of that provider (not with `auto`), else the provider's choice |
 * | a provider | a model | that model of that provider, also one that is newer than Quoth; another provider's is refused |
 *
 * The mode's `cloudTranscriptionDomain` counts where its provider does, and not for a model that was named and lacks it.
 *
 * Throws INVALID_REQUEST (unknown engine, model of another engine, language or translation that the chosen model lacks), MODEL_NOT_FOUND,
 * MODEL_NOT_INSTALLED, ENGINE_UNAVAILABLE (no such engine in this build or on this platform), MISSING_API_KEY (no provider has a key).
 */
export function planTranscription(
  mode: PlanMode,
  explicit: ExplicitChoice,
  choices: PlanChoices,
): TranscriptionPlan {
  const language = (explicit.language ?? mode.language).replace('_', '-');
  const translate = explicit.translate === true;
  const wish = cloudWish(mode, explicit, choices);
  if (wish) return planCloud(mode, wish, { language, translate }, choices.providers);
  return planLocal(mode, explicit, choices, language);
}

/** What is wanted of the cloud; undefined where this machine is meant. */
function cloudWish(
  mode: PlanMode,
  explicit: ExplicitChoice,
  { models, providers }: PlanChoices,
): CloudWish | undefined {
  const model = explicit.model?.trim() || undefined;
  const isLocal = model !== undefined && isLocalModel(model, models);
  const written = model === undefined || isLocal ? undefined : providerAndModel(model, providers);
  if (explicit.engine !== undefined) {
    const provider = cloudEngine(explicit.engine, providers);
    if (provider) return engineWish(provider, model, written, mode, providers);
    if (!written && model?.toLowerCase() !== 'cloud') return undefined;
    // A local engine and a cloud model; an engine that nobody knows is told first.
    knownEngine(explicit.engine, models, providers);
    throw otherEngine(model ?? '', explicit.engine);
  }
  if (isLocal || model?.toLowerCase() === 'auto') return undefined;
  if (written) return written;
  if (model?.toLowerCase() === 'cloud') return { provider: 'any', model: undefined };
  const modes = providerAndModel(mode.model, providers);
  const isCloudMode = modes !== undefined || mode.model.toLowerCase() === 'cloud';
  if (!isCloudMode) return undefined;
  if (model === undefined) return modes ?? { provider: 'any', model: undefined };
  const provider = modes?.provider ?? namedProvider(mode.cloudProvider ?? '', providers);
  return provider?.models.some(({ id }) => id.toLowerCase() === model.toLowerCase())
    ? { provider, model }
    : undefined;
}

/** The provider that an engine's name means, `any` for `cloud`; undefined for an engine of this machine and for an unknown one. */
function cloudEngine(
  engine: string,
  providers: readonly PlannableProvider[],
): CloudWish['provider'] | undefined {
  const known = parseEngineName(engine);
  if (known === 'cloud') return 'any';
  return known === undefined ? namedProvider(engine, providers) : undefined;
}

function engineWish(
  provider: CloudWish['provider'],
  model: string | undefined,
  written: ReturnType<typeof providerAndModel>,
  mode: PlanMode,
  providers: readonly PlannableProvider[],
): CloudWish {
  if (written && (provider === 'any' || written.provider === provider)) return written;
  const isProvidersOwn = provider !== 'any' && provider.models.some(({ id }) => id === model);
  const wanted = model?.toLowerCase();
  // A server of the user's may have names with slashes in them; whoever has no list is believed.
  const isBelieved = provider !== 'any' && provider.models.length === 0;
  if (written && !isProvidersOwn && !isBelieved)
    throw otherEngine(model ?? '', provider === 'any' ? 'cloud' : provider.id);
  if (wanted === undefined || wanted === 'cloud') return modeWish(provider, mode, providers);
  if (wanted === 'auto') return { provider, model: undefined, dropsModes: true };
  return { provider, model };
}

/** A mode whose model is written `provider/model` is of that provider. */
function modeWish(
  provider: CloudWish['provider'],
  mode: PlanMode,
  providers: readonly PlannableProvider[],
): CloudWish {
  const modes = providerAndModel(mode.model, providers);
  return modes && (provider === 'any' || provider === modes.provider)
    ? modes
    : { provider, model: undefined };
}

function otherEngine(model: string, engine: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: `The model ${model} does not belong to the engine ${engine}.`,
    hint: 'Omit the engine, or give one of its models.',
  });
}
