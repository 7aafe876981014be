import { type Capabilities, engineNames, type Mode, parseEngineName, primaryLanguage } from '@quoth/contract';
import { AppError } from '../base/index.ts';
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
  /** What is missing and the line that mends it. */
  readonly installHint?: string | undefined;
  readonly capabilities: Capabilities;
  /** True when it finds out by itself which language is spoken, or knows only one. */
  readonly detectsLanguage: boolean;
  readonly sizeMb: number | null;
  /** Published word error rate in percent; null where none is known. */
  readonly wordErrorRate: number | null;
}

/** What a caller said explicitly; it stands above the mode. */
export interface ExplicitChoice {
  readonly engine?: string | undefined;
  readonly model?: string | undefined;
  readonly language?: string | undefined;
  readonly translate?: boolean | undefined;
}

/** Which model recognises, and in which language (`auto` where the engine may find out itself). */
export interface TranscriptionPlan {
  readonly model: PlannableModel;
  readonly language: string;
}

/**
 * Settles engine, model and language from the mode and what the caller said (contract, section 4, POST /transcribe).
 * `auto` takes the best installed model for the language and the machine (`rank-models.ts`).
 *
 * Throws INVALID_REQUEST (unknown engine, model of another engine, language or translation that the chosen model lacks), MODEL_NOT_FOUND,
 * MODEL_NOT_INSTALLED, ENGINE_UNAVAILABLE (no such engine in this build or on this platform).
 */
export function planTranscription(
  mode: Pick<Mode, 'model' | 'language'>,
  explicit: ExplicitChoice,
  models: readonly PlannableModel[],
  machine: Machine,
): TranscriptionPlan {
  const language = (explicit.language ?? mode.language).replace('_', '-');
  const engine = explicit.engine === undefined ? undefined : knownEngine(explicit.engine, models);
  const named = explicit.model === undefined ? undefined : namedModel(explicit.model, models);
  if (named && engine && named.engine !== engine) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${named.id} belongs to the engine ${named.engine}, not to ${engine}.`,
      hint: 'Leave the engine out, or name a model of that engine.',
    });
  }
  const chosen = named ?? (explicit.model === undefined ? modeModel(mode, engine, models) : undefined);
  const translate = explicit.translate === true;
  const model = chosen ?? bestModel({ language, engine, translate }, models, machine);
  if (!model.installed) throw notInstalled(model);
  if (translate && !model.capabilities.translation) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} does not translate.`,
      hint: 'Leave the model out, or choose one whose capabilities in GET /models have translation.',
    });
  }
  if (language === 'auto' && !model.detectsLanguage) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} does not find out by itself which language is spoken.`,
      hint: `Say which, here or in the mode: ${model.languages.join(', ')}.`,
    });
  }
  if (!knowsLanguage(model, language)) {
    throw new AppError('INVALID_REQUEST', {
      message: `The model ${model.id} does not know the language "${language}".`,
      hint: `It knows ${model.languages.join(', ')}. Leave the model out, or choose another one: GET /models lists them.`,
    });
  }
  return { model, language };
}

/** True when the model takes the language; `auto` fits every model. */
export function knowsLanguage(model: Pick<PlannableModel, 'languages'>, language: string): boolean {
  if (language === 'auto' || model.languages.includes('*')) return true;
  const primary = primaryLanguage(language);
  return model.languages.some((known) => primaryLanguage(known) === primary);
}

function knownEngine(written: string, models: readonly PlannableModel[]): string {
  const engine = parseEngineName(written);
  if (!engine) {
    throw new AppError('INVALID_REQUEST', {
      message: 'There is no engine of that name.',
      hint: `Known engines: ${engineNames.join(', ')}.`,
    });
  }
  if (engine === 'cloud') throw noCloud();
  if (!models.some((model) => model.engine === engine)) {
    const present = [...new Set(models.map((model) => model.engine))].join(', ');
    throw new AppError('ENGINE_UNAVAILABLE', {
      message: `The engine ${engine} is not part of this version of Quoth.`,
      hint: `Engines here: ${present || 'none'}.`,
    });
  }
  return engine;
}

/** The model that a caller named; undefined for `auto`. */
function namedModel(id: string, models: readonly PlannableModel[]): PlannableModel | undefined {
  const wanted = id.trim().toLowerCase();
  if (wanted === 'auto' || wanted === '') return undefined;
  if (wanted === 'cloud') throw noCloud();
  const model = models.find((candidate) => candidate.id.toLowerCase() === wanted);
  if (model) return model;
  const variants = models.filter((candidate) => candidate.slug?.toLowerCase() === wanted);
  const variant =
    variants.find(({ installed }) => installed) ?? variants.find(({ listed }) => listed) ?? variants[0];
  if (variant) return variant;
  throw new AppError('MODEL_NOT_FOUND', {
    message: 'There is no model with this id.',
    hint: `Installed here: ${installedIds(models)}. "auto" takes the best of them; "quoth models list --all" shows every model.`,
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
  const [first] = fitting;
  if (first) throw notInstalled(first);
  if (translate && candidates.length === 0) {
    throw new AppError('MODEL_NOT_INSTALLED', {
      message: 'No speech model here translates.',
      hint: '"quoth models list --all" shows which models do.',
    });
  }
  throw new AppError('MODEL_NOT_INSTALLED', {
    message: `No speech model here knows the language "${language}".`,
    hint: `Languages here: ${[...new Set(candidates.flatMap((model) => model.languages))].join(', ') || 'none'}.`,
  });
}

function notInstalled(model: PlannableModel): AppError {
  return new AppError('MODEL_NOT_INSTALLED', {
    message: `The model ${model.displayName} is not installed.`,
    ...(model.installHint !== undefined && { hint: model.installHint }),
  });
}

function noCloud(): AppError {
  return new AppError('ENGINE_UNAVAILABLE', {
    message: 'No cloud transcriber is set up in this version of Quoth.',
    hint: 'Choose a model on this machine: GET /models lists them, "auto" takes the best one.',
  });
}
