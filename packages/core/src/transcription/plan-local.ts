import {
  AppError,
  engineNames,
  isUnfit,
  type Message,
  type Mode,
  parseEngineName,
  primaryLanguage,
  say,
  typedEngineName,
} from '@quoth/contract';
import type { EngineModel } from '../engines/index.ts';

/** True when the model takes the language; `auto` fits every model. Compared by the primary tag: `en-GB` is `en`. */
export function knowsLanguage(model: { readonly languages: readonly string[] }, language: string): boolean {
  if (language === 'auto' || model.languages.includes('*')) return true;
  const primary = primaryLanguage(language);
  return model.languages.some((known) => primaryLanguage(known) === primary);
}

/** More would be a wall of codes. */
const A_FEW = 8;

/** What is said of the languages of a model: all of a few, else the first of them and how many there are. */
export function languagesOf(
  { languages: all }: { readonly languages: readonly string[] },
  what: 'supported' | 'to specify',
): Message {
  const languages = { list: all.slice(0, A_FEW) };
  const more = all.length - A_FEW;
  if (what === 'supported')
    return more > 0
      ? say('supportedLanguagesAndMore', { languages, more })
      : say('supportedLanguages', { languages });
  return more > 0 ? say('specifyLanguageOfMore', { languages, more }) : say('specifyLanguage', { languages });
}

/** A language for a sentence: its name, and the tag as it was given. */
function languageWithTag(tag: string): Message {
  let name: string | undefined;
  try {
    name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
  } catch {
    // No well-formed tag has no name.
  }
  return name === undefined
    ? say('unnamedLanguage', { tag })
    : say('languageWithTag', { language: { language: tag }, tag });
}

/** What a ranking knows of the machine. */
export interface RankingMachine {
  readonly cores: number;
  /** Bytes of memory in all. */
  readonly memory: number;
  /** True where every model runs on a fast processor of its own: Apple's chips. */
  readonly accelerated: boolean;
}

/** What a ranking needs to know of a model. */
export type RankableModel = Pick<
  PlannableModel,
  | 'languages'
  | 'detectsLanguage'
  | 'sizeMb'
  | 'wordErrorRate'
  | 'selfTestErrorRate'
  | 'capabilities'
  | 'included'
>;

/** What a model is wanted for. */
interface Wishes {
  readonly language: string;
  /** True where times are wanted, as for captions. */
  readonly timed?: boolean;
}

/** Percent. A model of which nothing is published is taken after those of the catalog. */
const UNKNOWN_ERRORS = 25;
/** A model may fill so much of the memory. */
const SHARE_OF_MEMORY = 0.6;
/** Megabytes of model that one core of a processor works through about as fast as people speak. */
const MB_PER_CORE = 250;

/**
 * Models from the best to the least for a language and a machine, without those that failed their test: those that fit
 * into memory first, then those that find out the language where none is said, then those that keep up with speech,
 * then those that give times where they are wanted, then by word error rate. What is still equal stays in its order.
 */
export function rankModels<Model extends RankableModel>(
  models: readonly Model[],
  { language, timed = false }: Wishes,
  machine: RankingMachine,
): Model[] {
  const order = (model: Model): number[] => [
    fits(model, machine) ? 0 : 1,
    language === 'auto' ? guesswork(model) : 0,
    keepsUp(model, machine) ? 0 : 1,
    timed && !model.capabilities.segment_timestamps ? 1 : 0,
    model.wordErrorRate?.percent ?? UNKNOWN_ERRORS,
  ];
  const ranked = models
    .filter(({ selfTestErrorRate }) => !isUnfit(selfTestErrorRate))
    .map((model, index) => ({ model, keys: [...order(model), index] }))
    .sort((one, other) => compare(one.keys, other.keys));
  const [first] = ranked;
  const wanted = ranked.find(
    ({ model, keys }) => first?.model.included && !model.included && isWanted({ model, keys }, first),
  );
  const rest = ranked.filter((each) => each !== wanted);
  return [...(wanted ? [wanted] : []), ...rest].map(({ model }) => model);
}

/**
 * The models that can be used with the least effort first: installed ones, then included ones that were removed or are
 * damaged, then those to download, with one file for each. Each kind in its order.
 */
export function nearestModels(
  models: readonly PlannableModel[],
  wishes: Wishes,
  machine: RankingMachine,
): PlannableModel[] {
  const kinds = [
    models.filter(({ installed }) => installed),
    models.filter(({ included, installed }) => included && !installed),
    models.filter(({ listed, included, installed }) => listed && !included && !installed),
  ];
  return kinds.flatMap((kind) => rankModels(kind, wishes, machine));
}

/**
 * Someone who installed a more accurate model than the included one wants it, although it may be slow here. The same is
 * supposed of a larger file of their own, of which nothing is published.
 */
function isWanted(own: Ranked, included: Ranked): boolean {
  const [fits, guesses, , timed, errors = 0] = own.keys;
  const [first, second, , fourth, least = 0] = included.keys;
  if (fits !== first || guesses !== second || timed !== fourth) return false;
  const isLarger = (own.model.sizeMb ?? 0) > (included.model.sizeMb ?? 0);
  return errors < least || (own.model.wordErrorRate === null && isLarger);
}

interface Ranked {
  readonly model: RankableModel;
  readonly keys: readonly number[];
}

function fits({ sizeMb }: RankableModel, { memory }: RankingMachine): boolean {
  return (sizeMb ?? 0) * 1_000_000 <= memory * SHARE_OF_MEMORY;
}

/**
 * Without a given language, any may be spoken: a model that detects several is best, one that must be told is worst.
 */
function guesswork({ detectsLanguage, languages }: RankableModel): number {
  if (!detectsLanguage) return 2;
  return languages.includes('*') || languages.length > 1 ? 0 : 1;
}

function keepsUp({ sizeMb }: RankableModel, { cores, accelerated }: RankingMachine): boolean {
  return accelerated || (sizeMb ?? 0) <= cores * MB_PER_CORE;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

/** What the plan needs to know of a model. */
export interface PlannableModel extends Omit<EngineModel, 'provider' | 'family' | 'wordErrorRate'> {
  /** Null if unknown. */
  readonly wordErrorRate: { readonly percent: number } | null;
}

/** What a caller said explicitly; it stands above the mode. */
export interface ExplicitChoice {
  readonly engine?: string | undefined;
  readonly model?: string | undefined;
  readonly language?: string | undefined;
  readonly translate?: boolean | undefined;
  /** Times that are wanted with the text. */
  readonly timestamp_granularities?: readonly unknown[] | undefined;
}

/** A model on this machine, and the language (`auto` if it may detect it). */
export interface LocalPlan {
  readonly kind: 'local';
  readonly model: PlannableModel;
  readonly language: string;
  /**
   * Another included model, for what the first one could not hear; undefined where somebody named the model or its
   * engine.
   */
  readonly second?: PlannableModel | undefined;
}

/** Its models decode a few seconds in a tenth of a second. */
const QUICK_ENGINE = 'moonshine';

/**
 * The model of this machine that shows the words at once while another one, which is slower or elsewhere, has yet to
 * write them.
 */
export function quickModel(
  models: readonly PlannableModel[],
  language: string,
  slower?: PlannableModel,
): PlannableModel | undefined {
  const known = models.filter(
    (model) =>
      model.installed &&
      model.engine === QUICK_ENGINE &&
      knowsLanguage(model, language) &&
      !isUnfit(model.selfTestErrorRate),
  );
  const [quick] = known.sort((one, other) => (one.sizeMb ?? 0) - (other.sizeMb ?? 0));
  if (!quick || language === 'auto' || slower?.engine === QUICK_ENGINE) return undefined;
  return (slower?.sizeMb ?? Number.POSITIVE_INFINITY) > (quick.sizeMb ?? 0) ? quick : undefined;
}

/** What there is on this machine; the providers are only named. */
export interface LocalChoices {
  readonly models: readonly PlannableModel[];
  readonly providers: readonly { readonly id: string }[];
  readonly machine: RankingMachine;
}

/** Settles which model of this machine recognises. Throws as `planTranscription` does. */
export function planLocal(
  mode: Pick<Mode, 'model' | 'language'>,
  explicit: ExplicitChoice,
  choices: LocalChoices,
  language: string,
): LocalPlan {
  const { models, machine } = choices;
  const engine =
    explicit.engine === undefined ? undefined : knownEngine(explicit.engine, models, choices.providers);
  const named = explicit.model === undefined ? undefined : namedModel(explicit.model, models);
  if (named && engine && named.engine !== engine) {
    throw new AppError('INVALID_REQUEST', {
      message: say('modelOfOtherEngine', { model: named.id, engine: named.engine, asked: engine }),
      hint: say('omitEngine'),
    });
  }
  const chosen = named ?? (explicit.model === undefined ? modeModel(mode, engine, models) : undefined);
  const translate = explicit.translate === true;
  const timed = (explicit.timestamp_granularities?.length ?? 0) > 0;
  const model = chosen ?? bestModel({ language, timed, engine, translate }, models, machine);
  if (!model.installed) throw notInstalled(model);
  if (translate && !model.capabilities.translation) {
    throw new AppError('INVALID_REQUEST', {
      message: say('modelTranslatesNothing', { model: model.id }),
      remedy: say('omitOrChooseTranslatingModel'),
    });
  }
  if (language === 'auto' && !model.detectsLanguage) {
    throw new AppError('INVALID_REQUEST', {
      message: say('modelDetectsNoLanguage', { model: model.id }),
      remedy: languagesOf(model, 'to specify'),
    });
  }
  if (!knowsLanguage(model, language)) {
    throw new AppError('INVALID_REQUEST', {
      message: say('modelLacksLanguage', { model: model.id, language }),
      remedy: [languagesOf(model, 'supported'), say('omitOrChooseModel'), say('listsModels')],
    });
  }
  const isNamed = chosen !== undefined || engine !== undefined;
  const second = isNamed ? undefined : secondModel(model, { language, translate }, choices);
  return { kind: 'local', model, language, ...(second && { second }) };
}

/** The included model that is tried where the best one could not hear what was said. */
function secondModel(
  first: PlannableModel,
  { language, translate }: { readonly language: string; readonly translate: boolean },
  { models, machine }: LocalChoices,
): PlannableModel | undefined {
  const others = models.filter(
    (model) =>
      model !== first &&
      model.included &&
      model.installed &&
      knowsLanguage(model, language) &&
      (!translate || model.capabilities.translation),
  );
  return rankModels(others, { language }, machine)[0];
}

/**
 * Settles the engine of this machine that is meant. Throws INVALID_REQUEST for an unknown one, ENGINE_UNAVAILABLE for
 * one that is not here.
 */
export function knownEngine(
  written: string,
  models: readonly PlannableModel[],
  providers: readonly { readonly id: string }[],
): string {
  const engine = parseEngineName(written);
  if (!engine) {
    throw new AppError('INVALID_REQUEST', {
      message: say('engineNotFound'),
      hint: say('knownEngines', { names: { list: [...engineNames, ...providers.map(({ id }) => id)] } }),
    });
  }
  if (!models.some((model) => model.engine === engine)) {
    const present = [...new Set(models.map((model) => model.engine))];
    throw new AppError('ENGINE_UNAVAILABLE', {
      message: say('engineNotIncluded', { engine }),
      hint: say('availableEngines', { names: listOrNone(present) }),
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
    remedy: [
      say('installedModels', {
        names: listOrNone(models.filter(({ installed }) => installed).map(({ id }) => id)),
      }),
      say('showsEveryModel'),
      say('cloudModelsAreWritten'),
    ],
  });
}

/** Names for a sentence that says which there are. */
export function listOrNone(names: readonly string[]) {
  return names.length === 0 ? say('none') : { list: names };
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

interface Demand extends Wishes {
  readonly engine: string | undefined;
  readonly translate: boolean;
}

function bestModel(
  demand: Demand,
  models: readonly PlannableModel[],
  machine: RankingMachine,
): PlannableModel {
  const { language, engine, translate } = demand;
  const candidates = models.filter(
    (model) =>
      (engine === undefined || model.engine === engine) && (!translate || model.capabilities.translation),
  );
  const fitting = candidates.filter((model) => knowsLanguage(model, language));
  const [nearest] = nearestModels(fitting, demand, machine);
  if (nearest?.installed) return nearest;
  const offered = nearest ?? fitting.find(({ installed }) => !installed);
  if (translate && candidates.length === 0) {
    throw new AppError('MODEL_NOT_INSTALLED', {
      message: say('noModelTranslates'),
      remedy: say('showsTranslatingModels'),
    });
  }
  if (offered)
    throw language === 'auto' || offered.problem
      ? notInstalled(offered)
      : lacking(language, undefined, offered);
  // An engine was named that does not know the language: another one may.
  const others = models.filter((model) => knowsLanguage(model, language));
  const [elsewhere] = nearestModels(others, demand, machine);
  if (elsewhere && !translate && engine !== undefined) throw lacking(language, engine, elsewhere);
  throw new AppError('MODEL_NOT_INSTALLED', {
    message: noModelFor({ language, engine, translate }),
    remedy: say('listsLanguages'),
  });
}

function noModelFor({ language: tag, engine: named, translate }: Demand): Message {
  const language = languageWithTag(tag);
  if (named === undefined)
    return say(translate ? 'noModelTranslatesLanguage' : 'noModelSupportsLanguage', { language });
  return say(translate ? 'noModelOfEngineTranslatesLanguage' : 'noModelOfEngineSupportsLanguage', {
    engine: typedEngineName(named),
    language,
  });
}

/** A model supports the language, but it is not installed, or not of the engine that was named. */
function lacking(tag: string, engine: string | undefined, model: PlannableModel): AppError {
  const { id, displayName, installed, installHint } = model;
  const how = installed ? say('modelInstalledChooseIt', { id }) : installHint;
  const found = { language: languageWithTag(tag), model: displayName };
  return new AppError('MODEL_NOT_INSTALLED', {
    message:
      engine === undefined
        ? say('noInstalledModelSupports', found)
        : say('noModelOfEngineSupports', { engine: typedEngineName(engine), ...found }),
    ...(how !== undefined && { remedy: [how] }),
  });
}

function notInstalled(model: PlannableModel): AppError {
  return new AppError('MODEL_NOT_INSTALLED', {
    message: model.problem ?? say('modelNotInstalledHere', { model: model.displayName }),
    ...(model.installHint !== undefined && { remedy: [model.installHint] }),
  });
}
