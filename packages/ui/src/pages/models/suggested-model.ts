import type { CatalogModel, SpeedClass } from '@quoth/contract';

/** What the browser says of this machine. */
export interface BrowserMachine {
  readonly cores: number;
  /** Gigabytes, as browsers tell it: 8 at most. */
  readonly memory: number;
  /** A language tag of the system, such as `de-AT`. */
  readonly language: string;
  /**
   * Of 100 words of the model that is chosen: another one has to make fewer. Without it, nothing is chosen, or no one
   * has measured it.
   */
  readonly errors?: number | undefined;
}

/** What this machine is, as far as a page may know; a browser that does not tell its memory gets a cautious guess. */
export function thisMachine(): BrowserMachine {
  const { hardwareConcurrency, language } = navigator;
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 4;
  return { cores: hardwareConcurrency, memory, language };
}

const SPEEDS: readonly SpeedClass[] = ['fastest', 'fast', 'medium', 'slow', 'slowest'];
const GIGABYTE = 1_000_000_000;
/** A model in memory takes more than its file, and other programs are to have the other half. */
const MEMORY_FOR_FILE = 3;

/**
 * The one model to download first: of the recommended ones that know the language, the most accurate that this machine
 * runs well, else the smallest. Undefined where none knows the language, the best is installed, or it makes no fewer
 * errors than the chosen one.
 */
export function suggestedModel(
  models: readonly CatalogModel[],
  { cores, memory, language, errors = Number.POSITIVE_INFINITY }: BrowserMachine,
): CatalogModel | undefined {
  const known = models.filter(
    (model) => model.recommended !== null && !model.included && knows(model, language),
  );
  const fitting = known.filter((model) => fitsMemory(model, memory) && !isSlowHere(model, { cores }));
  const best =
    fitting.toSorted((one, other) => errorsOf(one) - errorsOf(other))[0] ??
    known.toSorted((one, other) => one.size_bytes - other.size_bytes)[0];
  return best && !best.installed && errorsOf(best) < errors ? best : undefined;
}

/** What people look for in a model. */
const needs = ['fast', 'live', 'accurate'] as const;
type Need = (typeof needs)[number];

/** A model that serves a need on this machine. */
export interface ModelSuggestion {
  readonly need: Need;
  readonly model: CatalogModel;
}

/**
 * For each need the model that serves it best of those that know the language: the fastest, the most accurate that
 * transcribes while one speaks, and the most accurate that fits the memory. What is slow on this machine is none.
 * Recommended ones come first, and none is named twice; a need that no model serves is left out.
 */
export function choicesByNeed(
  models: readonly CatalogModel[],
  { cores, memory, language }: BrowserMachine,
): readonly ModelSuggestion[] {
  const known = offered(models, language).filter((model) => !isSlowHere(model, { cores }));
  const chosen: ModelSuggestion[] = [];
  for (const need of needs) {
    const serving = known.filter(
      (model) =>
        (need !== 'live' || model.capabilities.streaming) &&
        (need === 'fast' || fitsMemory(model, memory)) &&
        !chosen.some((each) => each.model.id === model.id),
    );
    const order = (one: CatalogModel, other: CatalogModel) =>
      (need === 'fast' ? speedOf(one) - speedOf(other) : 0) ||
      Number(other.recommended !== null) - Number(one.recommended !== null) ||
      errorsOf(one) - errorsOf(other);
    const model = serving.toSorted(order)[0];
    if (model) chosen.push({ need, model });
  }
  return chosen;
}

/**
 * What one gives up for speed: the most accurate model that fits the memory, where it is slow on this machine and makes
 * fewer errors than the chosen one.
 */
export function slowButBetter(
  models: readonly CatalogModel[],
  { cores, memory, language, errors = Number.POSITIVE_INFINITY }: BrowserMachine,
): CatalogModel | undefined {
  const [best] = offered(models, language)
    .filter((model) => fitsMemory(model, memory))
    .toSorted((one, other) => errorsOf(one) - errorsOf(other));
  const isBetter = best && best.word_error_rate !== null && best.word_error_rate.percent < errors;
  return isBetter && isSlowHere(best, { cores }) ? best : undefined;
}

function offered(models: readonly CatalogModel[], language: string): readonly CatalogModel[] {
  return models.filter((model) => model.listed && model.address !== null && knows(model, language));
}

/** The languages that models of a catalog know, as their main tags. */
export function spokenLanguages(models: readonly CatalogModel[]): readonly string[] {
  return [
    ...new Set(models.filter(({ listed }) => listed).flatMap(({ languages }) => languages.map(mainTag))),
  ].filter((tag) => tag !== '*');
}

/** The main tag of a language: `de` of `de-AT`. */
export function mainTag(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? tag;
}

/** Whether the model writes speech in this language. */
export function knows({ languages }: Pick<CatalogModel, 'languages'>, language: string): boolean {
  return languages.some((tag) => tag === '*' || mainTag(tag) === mainTag(language));
}

function fitsMemory({ size_bytes }: CatalogModel, memory: number): boolean {
  return size_bytes * MEMORY_FOR_FILE <= memory * GIGABYTE;
}

/** True for a model that is more than this machine runs well. */
export function isSlowHere(model: CatalogModel, { cores }: Pick<BrowserMachine, 'cores'>): boolean {
  return speedOf(model) > SPEEDS.indexOf(slowestOf(cores));
}

function slowestOf(cores: number): SpeedClass {
  return cores <= 2 ? 'fast' : cores <= 4 ? 'medium' : 'slow';
}

/** Its place from the fastest; one that no one has measured comes last. */
function speedOf({ speed }: CatalogModel): number {
  return speed === null ? SPEEDS.length : SPEEDS.indexOf(speed);
}

function errorsOf({ word_error_rate: rate }: CatalogModel): number {
  return rate?.percent ?? 100;
}
