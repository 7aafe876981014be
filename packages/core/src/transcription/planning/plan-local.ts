import {
  AppError,
  type Capabilities,
  engineNames,
  type Mode,
  parseEngineName,
  typedEngineName,
} from '@quoth/contract';
import type { Certainty } from '../../engines/index.ts';
import { aFewOf, knowsLanguage, languageInWords } from './knows-language.ts';
import { type Machine, rankModels } from './rank-models.ts';

/** What the plan needs to know of a model. */
export interface PlannableModel {
  readonly id: string;
  /** A name that stands for the model whatever its variant. */
  readonly slug?: string;
  /** False for a variant that is only shown when all are asked for. */
  readonly listed: boolean;
  /** Engine name as the API writes it. */
  readonly engine: string;
  readonly displayName: string;
  /** BCP-47 primary tags, or `*` for any. */
  readonly languages: readonly string[];
  readonly installed: boolean;
  /** What is missing and the command that fixes it. */
  readonly installHint?: string | undefined;
  readonly capabilities: Capabilities;
  /** True when it finds out by itself which language is spoken, or knows only one. */
  readonly detectsLanguage: boolean;
  readonly sizeMb: number | null;
  /** Null if unknown. */
  readonly wordErrorRate: { readonly percent: number } | null;
  readonly selfTestErrorRate?: number | null;
  /** See `EngineModel`. */
  readonly hidesProfanity?: true;
  /** See `EngineModel`. */
  readonly doubtBelow?: Certainty | undefined;
}

/** What a caller said explicitly; it stands above the mode. */
export interface ExplicitChoice {
  readonly engine?: string | undefined;
  readonly model?: string | undefined;
  readonly language?: string | undefined;
  readonly translate?: boolean | undefined;
}

/** A model on this machine, and the language (`auto` if it may detect it). */
export interface LocalPlan {
  readonly kind: 'local';
  readonly model: PlannableModel;
  readonly language: string;
}

/** What there is on this machine; the providers are only named. */
export interface LocalChoices {
  readonly models: readonly PlannableModel[];
  readonly providers: readonly { readonly id: string }[];
  readonly machine: Machine;
}

/** Settles which model of this machine recognises. Throws as `planTranscription` does. */
export function planLocal(
  mode: Pick<Mode, 'model' | 'language'>,
  explicit: ExplicitChoice,
  { models, machine, providers }: LocalChoices,
  language: string,
): LocalPlan {
  const engine = explicit.engine === undefined ? undefined : knownEngine(explicit.engine, models, providers);
  const named = explicit.model === undefined ? undefined : namedModel(explicit.model, models);
  if (named && engine && named.engine !== engine) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${named.id} belongs to the engine ${named.engine}, not to ${engine}.`,
      hint: 'Omit the engine, or give one of its models.',
    });
  }
  const chosen = named ?? (explicit.model === undefined ? modeModel(mode, engine, models) : undefined);
  const translate = explicit.translate === true;
  const model = chosen ?? bestModel({ language, engine, translate }, models, machine);
  if (!model.installed) throw notInstalled(model);
  if (translate && !model.capabilities.translation) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} does not translate.`,
      hint: 'Omit the model, or choose one whose capabilities in GET /models have translation.',
    });
  }
  if (language === 'auto' && !model.detectsLanguage) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} cannot detect the spoken language.`,
      hint: `Specify it, here or in the mode: ${aFewOf(model.languages)}.`,
    });
  }
  if (!knowsLanguage(model, language)) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} does not support the language "${language}".`,
      hint: `It supports ${aFewOf(model.languages)}. Omit the model, or choose another one: GET /models lists them.`,
    });
  }
  return { kind: 'local', model, language };
}

/** Settles the engine of this machine that is meant. Throws INVALID_REQUEST for an unknown one, ENGINE_UNAVAILABLE for one that is not here. */
export function knownEngine(
  written: string,
  models: readonly PlannableModel[],
  providers: readonly { readonly id: string }[],
): string {
  const engine = parseEngineName(written);
  if (!engine) {
    throw new AppError('INVALID_REQUEST', {
      message: 'There is no engine with this name.',
      hint: `Known engines: ${[...engineNames, ...providers.map(({ id }) => id)].join(', ')}.`,
    });
  }
  if (!models.some((model) => model.engine === engine)) {
    const present = [...new Set(models.map((model) => model.engine))].join(', ');
    throw new AppError('ENGINE_UNAVAILABLE', {
      message: `The engine ${engine} is not part of this version of Quoth.`,
      hint: `Available engines: ${present || 'none'}.`,
    });
  }
  return engine;
}

/** True for the id or slug of a model of this machine. */
export function isLocalModel(written: string, models: readonly PlannableModel[]): boolean {
  const wanted = written.toLowerCase();
  return models.some(({ id, slug }) => id.toLowerCase() === wanted || slug?.toLowerCase() === wanted);
}

/** The model that a caller named; undefined for `auto`. */
function namedModel(id: string, models: readonly PlannableModel[]): PlannableModel | undefined {
  const wanted = id.trim().toLowerCase();
  if (wanted === 'auto' || wanted === '') return undefined;
  const model = models.find((candidate) => candidate.id.toLowerCase() === wanted);
  if (model) return model;
  const variants = models.filter((candidate) => candidate.slug?.toLowerCase() === wanted);
  const variant =
    variants.find(({ installed }) => installed) ?? variants.find(({ listed }) => listed) ?? variants[0];
  if (variant) return variant;
  throw new AppError('MODEL_NOT_FOUND', {
    message: 'There is no model with this id.',
    hint: `Installed models: ${installedIds(models)}. "auto" uses the best of them; "quoth models list --all" shows every model. Cloud models are written as provider/model.`,
  });
}

function installedIds(models: readonly PlannableModel[]): string {
  const ids = models.filter(({ installed }) => installed).map(({ id }) => id);
  return ids.join(', ') || 'none';
}

/** The mode's own model, unless an engine was named that it does not belong to. */
function modeModel(
  mode: Pick<Mode, 'model'>,
  engine: string | undefined,
  models: readonly PlannableModel[],
): PlannableModel | undefined {
  if (engine === undefined) return namedModel(mode.model, models);
  return models.find((model) => model.id === mode.model && model.engine === engine);
}

interface Wish {
  readonly language: string;
  readonly engine: string | undefined;
  readonly translate: boolean;
}

function bestModel(
  { language, engine, translate }: Wish,
  models: readonly PlannableModel[],
  machine: Machine,
): PlannableModel {
  const candidates = models.filter(
    (model) =>
      (engine === undefined || model.engine === engine) && (!translate || model.capabilities.translation),
  );
  const fitting = candidates.filter((model) => knowsLanguage(model, language));
  const [best] = rankModels(
    fitting.filter((model) => model.installed),
    language,
    machine,
  );
  if (best) return best;
  // None is here: what to get is chosen by the same rules, among one file a model.
  const [first] = rankModels(
    fitting.filter(({ listed }) => listed),
    language,
    machine,
  );
  const offered = first ?? fitting[0];
  if (translate && candidates.length === 0) {
    throw new AppError('MODEL_NOT_INSTALLED', {
      message: 'No installed speech model translates.',
      hint: '"quoth models list --all" shows which models do.',
    });
  }
  if (offered) throw language === 'auto' ? notInstalled(offered) : lacking(language, 'installed ', offered);
  // An engine was named that does not know the language: another one may.
  const others = models.filter((model) => knowsLanguage(model, language));
  const [elsewhere] = [
    ...rankModels(
      others.filter(({ installed }) => installed),
      language,
      machine,
    ),
    ...rankModels(
      others.filter(({ listed }) => listed),
      language,
      machine,
    ),
  ];
  const whose = engine === undefined ? '' : `${typedEngineName(engine)} `;
  if (elsewhere && !translate) throw lacking(language, whose, elsewhere);
  throw new AppError('MODEL_NOT_INSTALLED', {
    message: `No ${whose}speech model supports ${languageInWords(language)}${translate ? ' and translates' : ''}.`,
    hint: '"quoth models languages" lists the languages that speech models support.',
  });
}

/** A model supports the language, but it is not installed, or not of the engine that was named. */
function lacking(language: string, which: string, model: PlannableModel): AppError {
  const { id, displayName, installed, installHint } = model;
  const how = installed ? `It is installed: choose the model ${id}, or no engine.` : installHint;
  return new AppError('MODEL_NOT_INSTALLED', {
    message: `No ${which}speech model supports ${languageInWords(language)}; ${displayName} does.`,
    ...(how !== undefined && { hint: how }),
  });
}

function notInstalled(model: PlannableModel): AppError {
  return new AppError('MODEL_NOT_INSTALLED', {
    message: `The model ${model.displayName} is not installed.`,
    ...(model.installHint !== undefined && { hint: model.installHint }),
  });
}
