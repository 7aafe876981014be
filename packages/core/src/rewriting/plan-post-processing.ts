import {
  AppError,
  type ErrorCode,
  type HealthStatus,
  type Mode,
  type PostProcessBody,
  say,
  withAdvice,
} from '@quoth/contract';
import type { ModeWithVocabulary } from '../modes.ts';
import type { LanguageProvider } from './language-access.ts';
import { customWithoutPrompt, type PresetFacts, presetFacts } from './presets.ts';

/** A mode, and whether the caller named it. */
interface PlannedMode {
  readonly mode: Mode;
  readonly named: boolean;
}

/** How a text is rewritten: decided before anything is sent. */
export interface PostProcessingPlan extends ChosenProvider {
  readonly preset: PresetFacts;
  /** A prompt of the user's own, in place of the preset's task. */
  readonly prompt: string | undefined;
  readonly instructions: string | undefined;
  /** What is written how, no matter who rewrites. */
  readonly mode: ModeWithVocabulary;
  /** BCP-47 or `auto`. */
  readonly language: string;
  /** The program that the text is for, if the mode allows it to be sent. */
  readonly program?: string | undefined;
}

/**
 * Settles how a text is rewritten, from what the caller said, the mode, and who can be asked:
 *
 * 1. `preset` and `prompt` exclude one another. A prompt makes the preset `custom`; without either, the mode's preset
 *    counts, and `hyper` where the default mode has rewriting off.
 * 2. A mode that was named and has rewriting off is refused, unless the caller says what to do: a preset, a prompt, a
 *    provider or a model.
 * 3. `custom` takes the mode's own prompt, else its instructions; with neither it cleans up as `hyper` does. A caller's
 *    prompt stands alone; with a preset of the caller's, the instructions of a mode that was not named are left out.
 * 4. Vocabulary and spelling are the mode's (the default one's where none was named); so is its language where it was
 *    named.
 * 5. Provider and model: `chooseProvider`.
 *
 * Throws INVALID_REQUEST. That no one can be asked is no error but a `problem`: the text then comes back as it is.
 */
export function planPostProcessing(
  explicit: ExplicitRewriting,
  { mode, named }: PlannedMode,
  providers: readonly LanguageProvider[],
): PostProcessingPlan {
  const { preset, prompt, provider, model } = explicit;
  if (preset !== undefined && prompt !== undefined) {
    throw new AppError('INVALID_REQUEST', {
      message: say('presetAndPrompt'),
      hint: say('givePresetOrPrompt'),
    });
  }
  if (prompt !== undefined && prompt.trim() === '') {
    throw new AppError('INVALID_REQUEST', {
      message: say('promptEmpty'),
      hint: say('sayWhatToDo'),
    });
  }
  const isOff = mode.postProcessingMode === 0;
  const override = [preset, prompt, provider, model].some((value) => value !== undefined);
  if (named && isOff && !override) {
    throw new AppError('INVALID_REQUEST', {
      message: say('modeRewritesNothing', { mode: mode.name }),
      remedy: say('turnOnRewriting'),
    });
  }
  const chosen: ChosenProvider = chooseProvider(explicit, isOff ? undefined : mode, providers);
  return {
    ...task(explicit, { mode, named }),
    mode,
    language: named ? mode.language : 'auto',
    ...chosen,
  };
}

/** Which preset, and in whose words. */
function task(
  { preset, prompt }: ExplicitRewriting,
  { mode, named }: PlannedMode,
): Pick<PostProcessingPlan, 'preset' | 'prompt' | 'instructions'> {
  if (prompt !== undefined) return { preset: presetFacts.custom, prompt, instructions: undefined };
  const fromMode = mode.postProcessingMode === 0 ? 'hyper' : mode.preset;
  const wanted = preset ?? (named ? mode.preset : fromMode);
  const instructions = named || preset === undefined ? filled(mode.customInstructions) : undefined;
  if (wanted !== 'custom') return { preset: presetFacts[wanted], prompt: undefined, instructions };
  const own = filled(mode.userSystemPrompt);
  if (own !== undefined) return { preset: presetFacts.custom, prompt: own, instructions };
  const written = filled(mode.customInstructions);
  if (written !== undefined) return { preset: presetFacts.custom, prompt: written, instructions: undefined };
  return { preset: customWithoutPrompt, prompt: undefined, instructions: undefined };
}

function filled(text: string | null): string | undefined {
  return text === null || text.trim() === '' ? undefined : text;
}

/** What a caller asks for explicitly; it stands above the mode. */
export type ExplicitRewriting = Pick<PostProcessBody, 'preset' | 'prompt' | 'provider' | 'model'>;

/** Who rewrites, or why no one can. */
interface ChosenProvider {
  /** Undefined if no provider can be used; `problem` says why. */
  readonly provider: LanguageProvider | undefined;
  /** Everybody who may be asked while keys stay as they are: health decides only who comes first. */
  readonly candidates: readonly LanguageProvider[];
  /** Empty: the first that the server has. */
  readonly model: string;
  readonly problem: { readonly code: ErrorCode; readonly message: string } | undefined;
}

type ModeChoice = Pick<
  Mode,
  'name' | 'postProcessingMode' | 'postProcessingProvider' | 'languageModel' | 'cloudPostProcessingModel'
>;

/**
 * Who rewrites:
 *
 * 1. The caller's `provider`; an unknown one throws INVALID_REQUEST. `local` stands for the first server on this
 *    machine, `auto` for no one in particular.
 * 2. Else, with a mode whose `postProcessingMode` is 2, a server on this machine and never another one.
 * 3. Else the vendor that the caller's `model` belongs to, where it belongs to one that is set up; else the provider
 *    that the mode names.
 * 4. Else the vendor of the mode's model; else the first that is set up, healthy ones before untested ones before those
 *    that failed.
 *
 * A model may be written as GET /models lists it, with its provider in front: `openai/gpt-6-luna`. The model is the
 * caller's; else the mode's, where the provider is the mode's or has it; else the provider's own choice. The mode is
 * undefined where it has rewriting off.
 */
function chooseProvider(
  explicit: ExplicitRewriting,
  written: ModeChoice | undefined,
  providers: readonly LanguageProvider[],
): ChosenProvider {
  const mode = written && resolved(written, providers);
  const { provider: named, model: wanted } = apart(explicit, providers);
  const modeModel = mode?.languageModel ?? undefined;
  const found = provider(named, wanted, modeModel, mode, providers);
  if ('problem' in found)
    return { provider: undefined, candidates: [], model: wanted ?? modeModel ?? '', ...found };
  const { candidates } = found;
  const [chosen] = candidates;
  const isModes = named === undefined || sameId(named, mode?.postProcessingProvider ?? '');
  const fits = modeModel !== undefined && (hasModel(chosen, modeModel) || (isModes && wanted === undefined));
  return {
    provider: chosen,
    candidates,
    model: wanted ?? (fits ? modeModel : chosen.language.defaultModel),
    problem: undefined,
  };
}

/** The mode with its model taken apart; a mode for this machine knows no other providers. */
function resolved(mode: ModeChoice, providers: readonly LanguageProvider[]): ModeChoice {
  const reachable = mode.postProcessingMode === 2 ? providers.filter(({ isLocal }) => isLocal) : providers;
  const model = mode.languageModel || mode.cloudPostProcessingModel || undefined;
  const parts = apart({ provider: mode.postProcessingProvider || undefined, model }, reachable);
  return { ...mode, postProcessingProvider: parts.provider ?? null, languageModel: parts.model ?? null };
}

/** Takes `openai/gpt-6-luna`, or `openai:gpt-6-luna`, apart, unless that is a model's own whole name. */
function apart(
  { provider: named, model }: ExplicitRewriting,
  providers: readonly LanguageProvider[],
): Pick<ExplicitRewriting, 'provider' | 'model'> {
  const [, id = '', rest = ''] = /^([^/:]+)[/:](.+)$/.exec(model ?? '') ?? [];
  const owner = find(id, providers);
  const isWhole = model !== undefined && providers.some((one) => hasModel(one, model));
  const fits = named === undefined || isAuto(named) || (owner && find(named, providers) === owner);
  if (!owner || !fits || isWhole) return { provider: named, model };
  return { provider: owner.id, model: rest };
}

type Found = Candidates | Required<Pick<ChosenProvider, 'problem'>>;

/** Who may be asked, the best first. */
interface Candidates {
  readonly candidates: readonly [LanguageProvider, ...LanguageProvider[]];
}

function provider(
  named: string | undefined,
  wanted: string | undefined,
  modeModel: string | undefined,
  mode: ModeChoice | undefined,
  providers: readonly LanguageProvider[],
): Found {
  if (named !== undefined && !isAuto(named)) {
    if (isLocalWord(named)) return best(providers.filter(({ isLocal }) => isLocal)) ?? noLocal;
    return { candidates: [providerNamed(named, providers)] };
  }
  if (mode?.postProcessingMode === 2) return local(mode, providers);
  const owner = wanted === undefined ? undefined : best(providers.filter((one) => hasModel(one, wanted)));
  if (owner) return owner;
  const ofMode = mode?.postProcessingProvider;
  if (ofMode && !isAuto(ofMode)) {
    if (isLocalWord(ofMode)) return best(providers.filter(({ isLocal }) => isLocal)) ?? noLocal;
    const chosen = find(ofMode, providers);
    return chosen ? { candidates: [chosen] } : gone(mode);
  }
  const modeOwner =
    modeModel === undefined ? undefined : best(providers.filter((one) => hasModel(one, modeModel)));
  return modeOwner ?? best(providers) ?? nobody;
}

/** What a mode for this machine alone asks is never asked of anybody else. */
function local(mode: ModeChoice, providers: readonly LanguageProvider[]): Found {
  const named = mode.postProcessingProvider;
  const here = providers.filter(({ isLocal }) => isLocal);
  if (!named || isAuto(named) || isLocalWord(named)) return best(here) ?? noLocal;
  const chosen = find(named, here);
  if (chosen) return { candidates: [chosen] };
  if (!find(named, providers)) return gone(mode);
  return {
    problem: withAdvice(
      { code: 'ENGINE_UNAVAILABLE' },
      { message: [say('modeRewritesHereOnly', { mode: mode.name })] },
    ),
  };
}

const nobody: Found = {
  problem: withAdvice(
    { code: 'MISSING_API_KEY' },
    { message: [say('noLanguageModel'), say('addLanguageModel')] },
  ),
};

const noLocal: Found = {
  problem: withAdvice(
    { code: 'ENGINE_UNAVAILABLE' },
    { message: [say('noLocalLanguageModel'), say('addLocalLanguageModel')] },
  ),
};

function gone({ name }: Pick<ModeChoice, 'name'>): Found {
  return {
    problem: withAdvice(
      { code: 'ENGINE_UNAVAILABLE' },
      { message: [say('modeProviderGone', { mode: name })] },
    ),
  };
}

const order: Readonly<Record<HealthStatus, number>> = {
  healthy: 0,
  checking: 1,
  unknown: 1,
  unreachable: 2,
  unauthorized: 3,
  notInstalled: 4,
};

function best(providers: readonly LanguageProvider[]): Candidates | undefined {
  const [first, ...others] = providers
    .filter(({ keyPresent }) => keyPresent)
    .sort((a, b) => order[a.status] - order[b.status]);
  return first && { candidates: [first, ...others] };
}

/** Short forms that people write. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['google', 'gemini'],
  ['claude', 'anthropic'],
  ['grok', 'xai'],
  ['x.ai', 'xai'],
  ['chatgpt', 'openai'],
]);

function providerNamed(named: string, providers: readonly LanguageProvider[]): LanguageProvider {
  const found = find(named, providers);
  if (found) return found;
  throw new AppError('INVALID_REQUEST', {
    message: say('languageProviderNotFound'),
    hint: say('availableProviders', { names: { list: providers.map(({ id }) => id) } }),
  });
}

function find(named: string, providers: readonly LanguageProvider[]): LanguageProvider | undefined {
  const wanted = named.trim().toLowerCase();
  const exact = providers.find(({ id }) => id.toLowerCase() === wanted);
  return exact ?? providers.find(({ id }) => id === aliases.get(wanted));
}

function sameId(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function hasModel({ language }: LanguageProvider, model: string): boolean {
  return language.models.some(({ id }) => id === model);
}

function isAuto(named: string): boolean {
  return ['auto', ''].includes(named.trim().toLowerCase());
}

function isLocalWord(named: string): boolean {
  return named.trim().toLowerCase() === 'local';
}
