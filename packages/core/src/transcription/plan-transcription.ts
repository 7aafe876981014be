import {
  AppError,
  type Destination,
  isCloud,
  type Mode,
  parseEngineName,
  say,
  type TranscribeOptions,
} from '@quoth/contract';
import type { Engines } from '../engines/index.ts';
import type { ModeSource } from '../modes.ts';
import type { PlannedWebhook } from '../recordings/index.ts';
import type { PostProcessingService } from '../rewriting/index.ts';
import type { CloudTranscriber } from './cloud-files.ts';
import { destinationsOf } from './destinations.ts';
import {
  type CloudChoice,
  type CloudFields,
  type CloudPlan,
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
  type RankingMachine,
} from './plan-local.ts';

/** The options of a transcription but for what becomes of it. */
export type WorkOptions = Omit<
  TranscribeOptions,
  'save' | 'async' | 'source_name' | 'captions' | 'max_line_length' | 'max_lines'
>;

export type TranscriptionPlan = LocalPlan | CloudPlan;

/** What there is to choose from. */
export interface PlanChoices {
  readonly models: readonly PlannableModel[];
  /** Providers that transcribe, with and without keys. Asked for only where one may be meant. */
  readonly providers: readonly PlannableProvider[];
  readonly machine: RankingMachine;
}

type PlanMode = Pick<Mode, 'language'> & CloudFields;

/**
 * Settles engine, model and language from the mode and what the caller said. What is said stands
 * above the mode:
 *
 * | engine | model | result |
 * |---|---|---|
 * | - | - | the mode's: its model, or where that is `cloud`, its provider and its cloud model |
 * | - | `auto` | the best installed model on this machine for the language (`plan-local.ts`) |
 * | - | a local id | that model |
 * | - | `cloud` | as engine `cloud` |
 * | - | `provider/model` | that provider's model; one of a cloud mode's provider may be named alone |
 * | a local engine | - | the mode's model where it is of that engine, else the best of the engine |
 * | a local engine | a model | that model; one of another engine is refused |
 * | `cloud` | - or `auto` | the mode's provider, else the first with a key, healthy ones first; its model as below |
 * | `cloud` | a model | of the mode's provider, else of the first with a key that has it; `provider/model` says which |
 * | a provider | - | the mode's cloud model where the mode is of that provider, else the provider's choice |
 * | a provider | `auto` | the provider's choice |
 * | a provider | a model | that model, also one that is newer than Quoth; another provider's is refused |
 *
 * The mode's `cloudTranscriptionDomain` counts where its provider does, and not for a model that was named and lacks
 * it.
 *
 * Throws INVALID_REQUEST (unknown engine, model of another engine, language or translation that the chosen model
 * lacks), MODEL_NOT_FOUND, MODEL_NOT_INSTALLED, ENGINE_UNAVAILABLE (no such engine in this build or on this platform),
 * MISSING_API_KEY (no provider has a key).
 */
export function planTranscription(
  mode: PlanMode,
  explicit: ExplicitChoice,
  choices: PlanChoices,
): TranscriptionPlan {
  const language = (explicit.language ?? mode.language).replace('_', '-');
  const translate = explicit.translate === true;
  const choice = cloudChoice(mode, explicit, choices);
  if (choice) return planCloud(mode, choice, { language, translate }, choices.providers);
  return planLocal(mode, explicit, choices, language);
}

/** What is wanted of the cloud; undefined where this machine is meant. */
function cloudChoice(
  mode: PlanMode,
  explicit: ExplicitChoice,
  choices: PlanChoices,
): CloudChoice | undefined {
  const { models } = choices;
  const model = explicit.model?.trim() || undefined;
  const isLocal = model !== undefined && isLocalModel(model, models);
  const written = model === undefined || isLocal ? undefined : providerAndModel(model, choices);
  if (explicit.engine !== undefined) {
    const { providers } = choices;
    const provider = cloudEngine(explicit.engine, providers);
    if (provider) return choiceOfEngine(provider, model, written, mode, providers);
    if (!written && model?.toLowerCase() !== 'cloud') return undefined;
    // A local engine and a cloud model; an engine that is unknown is reported first.
    knownEngine(explicit.engine, models, providers);
    throw otherEngine(model ?? '', explicit.engine);
  }
  if (isLocal || model?.toLowerCase() === 'auto') return undefined;
  if (written) return written;
  if (model !== undefined && isCloud(model)) return { provider: 'any', model: undefined };
  const modes = providerAndModel(mode.model, choices);
  const isCloudMode = modes !== undefined || isCloud(mode.model);
  if (!isCloudMode) return undefined;
  if (model === undefined) return modes ?? { provider: 'any', model: undefined };
  const provider = modes?.provider ?? namedProvider(mode.cloudProvider ?? '', choices.providers);
  return provider?.models.some(({ id }) => id.toLowerCase() === model.toLowerCase())
    ? { provider, model }
    : undefined;
}

/**
 * The provider that an engine's name means, `any` for `cloud`; undefined for an engine of this machine and for an
 * unknown one.
 */
function cloudEngine(
  engine: string,
  providers: readonly PlannableProvider[],
): CloudChoice['provider'] | undefined {
  const known = parseEngineName(engine);
  if (known === 'cloud') return 'any';
  return known === undefined ? namedProvider(engine, providers) : undefined;
}

function choiceOfEngine(
  provider: CloudChoice['provider'],
  model: string | undefined,
  written: ReturnType<typeof providerAndModel>,
  mode: PlanMode,
  providers: readonly PlannableProvider[],
): CloudChoice {
  if (written && (provider === 'any' || written.provider === provider)) return written;
  const isProvidersOwn = provider !== 'any' && provider.models.some(({ id }) => id === model);
  const wanted = model?.toLowerCase();
  // A server of the user's may have names with slashes in them; without a list of its models, the name is taken as it
  // is.
  const isUnverified = provider !== 'any' && provider.models.length === 0;
  if (written && !isProvidersOwn && !isUnverified)
    throw otherEngine(model ?? '', provider === 'any' ? 'cloud' : provider.id);
  if (wanted === undefined || wanted === 'cloud') return choiceOfMode(provider, mode, providers);
  if (wanted === 'auto') return { provider, model: undefined, dropsModes: true };
  return { provider, model };
}

/** A mode whose model is written `provider/model` is of that provider. */
function choiceOfMode(
  provider: CloudChoice['provider'],
  mode: PlanMode,
  providers: readonly PlannableProvider[],
): CloudChoice {
  const modes = providerAndModel(mode.model, { providers });
  return modes && (provider === 'any' || provider === modes.provider)
    ? modes
    : { provider, model: undefined };
}

function otherEngine(model: string, engine: string): AppError {
  return new AppError('INVALID_REQUEST', {
    message: say('modelNotOfEngine', { model, engine }),
    hint: say('omitEngine'),
  });
}

/** Everything about a transcription that is decided before its audio is read. */
export interface PlannedTranscription {
  /** As it was when the work was requested; later changes affect later work only. */
  readonly mode: Mode;
  readonly options: WorkOptions;
  /** Who recognises. */
  readonly plan: TranscriptionPlan;
  /** The queue in which it waits for that. */
  readonly queue: string;
  /** Every provider that may receive something of it. */
  readonly destinations: readonly Destination[];
  /** Those that may get its text. */
  readonly webhooks: readonly PlannedWebhook[];
  /** The program that a dictation began in. In memory alone: it is never written down. */
  readonly program?: string | undefined;
}

/** What a transcription is planned from; all of it is in memory. */
export interface PlanSources {
  readonly modes: ModeSource;
  readonly engines: Pick<Engines, 'models' | 'hostOf' | 'refresh'>;
  readonly cloud: Pick<CloudTranscriber, 'providers' | 'check'>;
  readonly machine: RankingMachine;
  readonly rewriting: Pick<PostProcessingService, 'receivers'>;
  readonly webhooks: (modeId: string) => readonly PlannedWebhook[];
}

/**
 * Decides once, from mode and options, everything that a transcription follows from then on. Throws MODE_NOT_FOUND,
 * MISSING_API_KEY, and what `planTranscription` does. `preferredMode` is a recording's own: it is used if the options
 * name none and it still exists.
 */
export function planWork(
  sources: PlanSources,
  options: WorkOptions,
  preferredMode: string | null = null,
): PlannedTranscription {
  return planWith(sources, requestedMode(sources.modes, options, preferredMode), options);
}

/** The same with a mode that need not be saved. */
export function planWith(sources: PlanSources, mode: Mode, options: WorkOptions): PlannedTranscription {
  const { engines, cloud, rewriting } = sources;
  const plan = replan(sources, mode, options);
  if (plan.kind === 'cloud') cloud.check(plan);
  const queue = plan.kind === 'cloud' ? CLOUD_QUEUE : engines.hostOf(plan.model.id);
  return {
    ...{ mode, options, plan, queue },
    destinations: destinationsOf(rewriting, { mode, options, plan }),
    webhooks: sources.webhooks(mode.id),
  };
}

/** The requested mode, or the preferred one if it still exists, or the default. Throws MODE_NOT_FOUND. */
export function requestedMode(
  modes: ModeSource,
  { mode_id }: Pick<TranscribeOptions, 'mode_id'>,
  preferred: string | null = null,
): Mode {
  if (mode_id !== undefined) return modes.get(mode_id);
  return modes.list().find((mode) => mode.id === preferred) ?? modes.default();
}

/** The model that `auto` stands for on this machine in a mode's language; undefined if none exists. */
export function autoModel(sources: PlanSources, mode: Mode): string | undefined {
  return planIfPossible(sources, { ...mode, model: 'auto' })?.model.id;
}

/**
 * Id of the provider that a mode's transcriptions go to, however the mode spells it; undefined where they stay on this
 * machine or the mode cannot work as it is. Asked again and again, it never looks for models again.
 */
export function providerOf(sources: PlanSources, mode: Mode): string | undefined {
  const plan = planIfPossible(sources, mode);
  return plan?.kind === 'cloud' ? plan.provider.id : undefined;
}

function planIfPossible(sources: PlanSources, mode: Mode): TranscriptionPlan | undefined {
  try {
    return planTranscription(mode, {}, choicesOf(sources));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Looks for models once more where one is missing: it may have been installed since we looked. */
function replan(sources: PlanSources, mode: Mode, explicit: ExplicitChoice): TranscriptionPlan {
  try {
    return planTranscription(mode, explicit, choicesOf(sources));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MODEL_NOT_INSTALLED') throw error;
    sources.engines.refresh();
    return planTranscription(mode, explicit, choicesOf(sources));
  }
}

function choicesOf({ engines, machine, cloud }: PlanSources): PlanChoices {
  let known: readonly PlannableProvider[] | undefined;
  return {
    models: engines.models(),
    machine,
    // Looked at only where one may be meant: it takes the health of each.
    get providers() {
      known ??= cloud.providers();
      return known;
    },
  };
}

const CLOUD_QUEUE = 'cloud';
/** Providers work side by side; so many requests at a time hold a machine's sockets and disk in bounds. */
const CLOUD_CONCURRENCY = 64;

/** How much work of a kind one queue takes at a time. */
export function concurrencyOf(queue: string): number {
  return queue === CLOUD_QUEUE ? CLOUD_CONCURRENCY : 1;
}
