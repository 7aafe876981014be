/** What a ranking knows of the machine. */
export interface Machine {
  readonly cores: number;
  /** Bytes of memory in all. */
  readonly memory: number;
  /** True where every model runs on a fast processor of its own: Apple's chips. */
  readonly accelerated: boolean;
}

/** What a ranking needs to know of a model. */
export interface RankableModel {
  readonly languages: readonly string[];
  readonly detectsLanguage: boolean;
  readonly sizeMb: number | null;
  readonly wordErrorRate: { readonly percent: number } | null;
  /** Share of the words of a bundled sentence that it got wrong; null or absent if it was not tested. */
  readonly selfTestErrorRate?: number | null;
}

/** A model that gets more of a clear sentence wrong is not taken while there is another one. */
const MOST_ERRORS = 0.25;
/** Percent. A model of which nothing is published is taken after those of the catalog, and before PocketSphinx. */
const UNKNOWN_ERRORS = 25;
/** A model may fill so much of the memory. */
const SHARE_OF_MEMORY = 0.6;
/** Megabytes of model that one core of a processor works through about as fast as people speak. */
const MB_PER_CORE = 250;

/**
 * Models from the best to the least for a language and a machine: those that have not failed their test, then those that fit into memory, then those that find out the language
 * where none is said, then those that keep up with speech, then by word error rate. What is still equal stays in its order.
 */
export function rankModels<Model extends RankableModel>(
  models: readonly Model[],
  language: string,
  machine: Machine,
): Model[] {
  const order = (model: Model): number[] => [
    failedTest(model) ? 1 : 0,
    fits(model, machine) ? 0 : 1,
    language === 'auto' ? guesswork(model) : 0,
    keepsUp(model, machine) ? 0 : 1,
    model.wordErrorRate?.percent ?? UNKNOWN_ERRORS,
  ];
  return models
    .map((model, index) => ({ model, keys: [...order(model), index] }))
    .sort((one, other) => compare(one.keys, other.keys))
    .map(({ model }) => model);
}

/** True if a model failed on a clear sentence when it was imported. */
export function failedTest({ selfTestErrorRate }: Pick<RankableModel, 'selfTestErrorRate'>): boolean {
  return (selfTestErrorRate ?? 0) > MOST_ERRORS;
}

function fits({ sizeMb }: RankableModel, { memory }: Machine): boolean {
  return (sizeMb ?? 0) * 1_000_000 <= memory * SHARE_OF_MEMORY;
}

/** Without a given language, any may be spoken: a model that detects several is best, one that must be told is worst. */
function guesswork({ detectsLanguage, languages }: RankableModel): number {
  if (!detectsLanguage) return 2;
  return languages.includes('*') || languages.length > 1 ? 0 : 1;
}

function keepsUp({ sizeMb }: RankableModel, { cores, accelerated }: Machine): boolean {
  return accelerated || (sizeMb ?? 0) <= cores * MB_PER_CORE;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}
