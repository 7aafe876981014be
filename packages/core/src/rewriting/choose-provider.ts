import {
  AppError,
  type ErrorCode,
  type HealthStatus,
  type Mode,
  type PostProcessBody,
} from '@quoth/contract';
import type { LanguageProvider } from './language-access.ts';

/** What a caller asks for explicitly; it stands above the mode. */
export type ExplicitRewriting = Pick<PostProcessBody, 'preset' | 'prompt' | 'provider' | 'model'>;

/** Who rewrites, or why nobody can. */
export interface ChosenProvider {
  /** Undefined if no provider can be used; `problem` says why. */
  readonly provider: LanguageProvider | undefined;
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
 * 1. The caller's `provider`; an unknown one throws INVALID_REQUEST. `local` stands for the first server on this machine, `auto` for
 *    nobody in particular.
 * 2. Else, with a mode whose `postProcessingMode` is 2, a server on this machine and never another one.
 * 3. Else the vendor that the caller's `model` belongs to, where it belongs to one that is set up; else the provider that the mode names.
 * 4. Else the vendor of the mode's model; else the first that is set up, healthy ones before untested ones before those that failed.
 *
 * A model may be written as GET /models lists it, with its provider in front: `openai/gpt-6-luna`. The model is the caller's; else the mode's, where the provider is the mode's or has it; else the provider's own choice.
 * The mode is undefined where it has rewriting off.
 */
export function chooseProvider(
  explicit: ExplicitRewriting,
  written: ModeChoice | undefined,
  providers: readonly LanguageProvider[],
): ChosenProvider {
  const mode = written && resolved(written, providers);
  const { provider: named, model: wanted } = apart(explicit, providers);
  const modeModel = mode?.languageModel ?? undefined;
  const found = provider(named, wanted, modeModel, mode, providers);
  if ('problem' in found) return { provider: undefined, model: wanted ?? modeModel ?? '', ...found };
  const { chosen } = found;
  const isModes = named === undefined || sameId(named, mode?.postProcessingProvider ?? '');
  const fits = modeModel !== undefined && (hasModel(chosen, modeModel) || (isModes && wanted === undefined));
  return {
    provider: chosen,
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

/** Takes `openai/gpt-6-luna` apart, unless that is a model's own whole name. */
function apart(
  { provider: named, model }: ExplicitRewriting,
  providers: readonly LanguageProvider[],
): Pick<ExplicitRewriting, 'provider' | 'model'> {
  const [id = '', ...rest] = model?.split('/') ?? [];
  const owner = find(id, providers);
  const isWhole = model !== undefined && providers.some((one) => hasModel(one, model));
  const fits = named === undefined || isAuto(named) || (owner && find(named, providers) === owner);
  if (!owner || !fits || isWhole || rest.length === 0) return { provider: named, model };
  return { provider: owner.id, model: rest.join('/') };
}

type Found = { readonly chosen: LanguageProvider } | Required<Pick<ChosenProvider, 'problem'>>;

function provider(
  named: string | undefined,
  wanted: string | undefined,
  modeModel: string | undefined,
  mode: ModeChoice | undefined,
  providers: readonly LanguageProvider[],
): Found {
  if (named !== undefined && !isAuto(named)) {
    if (isLocalWord(named)) return best(providers.filter(({ isLocal }) => isLocal)) ?? noLocal;
    return { chosen: known(named, providers) };
  }
  if (mode?.postProcessingMode === 2) return local(mode, providers);
  const owner = wanted === undefined ? undefined : best(providers.filter((one) => hasModel(one, wanted)));
  if (owner) return owner;
  const ofMode = mode?.postProcessingProvider;
  if (ofMode && !isAuto(ofMode)) {
    if (isLocalWord(ofMode)) return best(providers.filter(({ isLocal }) => isLocal)) ?? noLocal;
    const chosen = find(ofMode, providers);
    return chosen ? { chosen } : gone(mode);
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
  if (chosen) return { chosen };
  if (!find(named, providers)) return gone(mode);
  return {
    problem: {
      code: 'ENGINE_UNAVAILABLE',
      message: `The mode "${mode.name}" rewrites on this machine only, but its provider is remote. Nothing was sent.`,
    },
  };
}

const nobody: Found = {
  problem: {
    code: 'MISSING_API_KEY',
    message:
      'No language model is set up. Set a key ("quoth providers set-key openai"), or add a server of your own ("quoth providers add-endpoint ollama").',
  },
};

const noLocal: Found = {
  problem: {
    code: 'ENGINE_UNAVAILABLE',
    message:
      'No language model on this machine is set up. Start Ollama or LM Studio and add it: "quoth providers add-endpoint ollama".',
  },
};

function gone({ name }: Pick<ModeChoice, 'name'>): Found {
  return {
    problem: {
      code: 'ENGINE_UNAVAILABLE',
      message: `The provider of the mode "${name}" does not exist. Choose another one in the mode.`,
    },
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

function best(providers: readonly LanguageProvider[]): Found | undefined {
  const [chosen] = providers
    .filter(({ keyPresent }) => keyPresent)
    .sort((a, b) => order[a.status] - order[b.status]);
  return chosen && { chosen };
}

/** Short forms that people write. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['google', 'gemini'],
  ['claude', 'anthropic'],
  ['grok', 'xai'],
  ['x.ai', 'xai'],
  ['chatgpt', 'openai'],
]);

function known(named: string, providers: readonly LanguageProvider[]): LanguageProvider {
  const found = find(named, providers);
  if (found) return found;
  throw new AppError('INVALID_REQUEST', {
    message: 'There is no language model provider with this name.',
    hint: `Available: ${providers.map(({ id }) => id).join(', ')}.`,
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
