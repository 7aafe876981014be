import type { Capabilities, EngineName, SpeedClass } from '@quoth/contract';
import { displayNames } from './display-names.ts';
import { familyOf } from './families.ts';
import facts from './model-facts.json' with { type: 'json' };
import { type Recommendation, recommendations } from './recommended.ts';

/** What a model can do, as the API names it and beyond. */
export type ModelCapabilities = Capabilities & {
  readonly detectsLanguage: boolean;
};

/** How precise a model's times are. */
export type TimestampKind = 'none' | 'segment' | 'word' | 'token';

/** One file that can be downloaded. */
export interface CatalogEntry {
  /** File name without `.gguf`, lower case; a folder at the hub is part of it. */
  readonly id: string;
  readonly slug: string;
  readonly displayName: string;
  readonly engine: EngineName;
  readonly family: string;
  readonly architecture: string;
  readonly languages: readonly string[];
  readonly capabilities: ModelCapabilities;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Path at the hub, below its origin. */
  readonly hubPath: string;
  readonly parameters: string;
  readonly quantisation: string;
  readonly licence: string;
  readonly wordErrorRate: { readonly percent: number; readonly source: string } | null;
  readonly speed: SpeedClass;
  /** True for the one file of its model that is shown first. */
  readonly firstChoice: boolean;
  readonly recommendation: Recommendation | null;
}

interface FileFacts {
  readonly filename: string;
  readonly quant: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly wer_librispeech_clean_percent?: number;
}

/** A model as the facts describe it: `model-facts.json`, or a file of the user's own. */
export interface ModelFacts {
  readonly repo: string;
  readonly revision: string;
  readonly slug: string;
  readonly architecture: string;
  readonly family: string;
  readonly parameters: string;
  readonly license: string;
  readonly languages: readonly string[];
  readonly capabilities: {
    readonly streaming: boolean;
    readonly translate: boolean;
    readonly lang_detect: boolean;
    readonly timestamps: TimestampKind;
  };
  readonly files: readonly FileFacts[];
}

/** Errors that a smaller file may have more, as a share of the best file's, and still be shown first. */
const TOLERATED_SHARE = 0.05;
const LARGE_BYTES = 1_000_000_000;

/** Upper bounds in millions of parameters. A size, not a measurement: the kind of model matters too. */
const SPEED_CLASSES: readonly (readonly [SpeedClass, number])[] = [
  ['fastest', 120],
  ['fast', 300],
  ['medium', 1_000],
  ['slow', 2_600],
];

/** Every file of the catalog: the recommended models first, in their order, then as the facts list them. */
export const catalogEntries: readonly CatalogEntry[] = inOrder(
  catalogEntriesOf(facts.models as readonly ModelFacts[]),
);

/** Every file that can be downloaded, and where to find one among them. */
export class Catalog {
  readonly entries: readonly CatalogEntry[];
  readonly #byId: ReadonlyMap<string, CatalogEntry>;
  readonly #bySha256: ReadonlyMap<string, CatalogEntry>;

  constructor(entries: readonly CatalogEntry[] = catalogEntries) {
    this.entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#bySha256 = new Map(entries.map((entry) => [entry.sha256, entry]));
  }

  byId(id: string): CatalogEntry | undefined {
    return this.#byId.get(id);
  }

  bySha256(sha256: string): CatalogEntry | undefined {
    return this.#bySha256.get(sha256);
  }
}

/** The engine and family of each GGUF architecture that the engine runs; the first model of the facts decides. */
export const architectures: ReadonlyMap<string, string> = new Map(
  [...facts.models].reverse().map(({ architecture, family }) => [architecture, family]),
);

/** An entry for each file of the models. */
export function catalogEntriesOf(models: readonly ModelFacts[]): CatalogEntry[] {
  return models.flatMap(entriesOf);
}

function entriesOf(model: ModelFacts): CatalogEntry[] {
  const { engine, key } = familyOf(model.family);
  const recommendation = recommendations.find(({ slug }) => slug === model.slug) ?? null;
  const name = displayNames[model.slug] ?? model.slug;
  const first = firstChoice(model.files);
  return model.files.map((file) => ({
    id: file.filename
      .replace(/\.gguf$/i, '')
      .replaceAll('/', '-')
      .toLowerCase(),
    slug: model.slug,
    displayName: file === first ? name : `${name} (${file.quant})`,
    engine,
    family: key,
    architecture: model.architecture,
    languages: model.languages,
    capabilities: capabilitiesOf(model.architecture, model.capabilities),
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    hubPath: `${model.repo}/resolve/${model.revision}/${file.filename}`,
    parameters: model.parameters,
    quantisation: file.quant,
    licence: model.license,
    wordErrorRate: wordErrorRate(model, file),
    speed: speedClass(model.parameters),
    firstChoice: file === first,
    recommendation: file === first ? recommendation : null,
  }));
}

/** The API's capabilities from what is known of a model. Words are put together from tokens; only Whisper takes a prompt. */
export function capabilitiesOf(
  architecture: string,
  known: {
    readonly streaming: boolean;
    readonly translate: boolean;
    readonly lang_detect: boolean;
    readonly timestamps: TimestampKind;
  },
): ModelCapabilities {
  return {
    segment_timestamps: known.timestamps !== 'none',
    word_timestamps: known.timestamps === 'word' || known.timestamps === 'token',
    streaming: known.streaming,
    vocabulary: architecture === 'whisper',
    translation: known.translate,
    detectsLanguage: known.lang_detect,
  };
}

/**
 * The file of a model that is shown first: the smallest one whose published error rate is at most a twentieth above the best
 * file's. Where none is published, Q8_0, which is closest to the original, or the smallest where that is over 1 GB.
 */
function firstChoice(files: readonly FileFacts[]): FileFacts | undefined {
  const bySize = [...files].sort((a, b) => a.size_bytes - b.size_bytes);
  const rates = bySize.flatMap((file) => file.wer_librispeech_clean_percent ?? []);
  if (rates.length > 0) {
    const most = Math.min(...rates) * (1 + TOLERATED_SHARE);
    return bySize.find((file) => (file.wer_librispeech_clean_percent ?? Number.POSITIVE_INFINITY) <= most);
  }
  return bySize.find((file) => file.quant === 'Q8_0' && file.size_bytes <= LARGE_BYTES) ?? bySize[0];
}

function wordErrorRate(model: ModelFacts, file: FileFacts): CatalogEntry['wordErrorRate'] {
  const percent = file.wer_librispeech_clean_percent;
  if (percent === undefined) return null;
  // The facts file every rate under LibriSpeech, which is English: for a model without English the set must be another one.
  const set = model.languages.includes('en') ? 'LibriSpeech test-clean' : 'test set not named';
  return { percent, source: `${set}, published with transcribe.cpp 0.2.1` };
}

/** A relative class of speed from the number of parameters (`0.6B`, `180M`). */
export function speedClass(parameters: string): SpeedClass {
  const [, figure = '', unit] = /^([\d.]+)([MB])$/.exec(parameters) ?? [];
  const millions = Number(figure) * (unit === 'B' ? 1_000 : 1);
  return SPEED_CLASSES.find(([, most]) => millions <= most)?.[0] ?? 'slowest';
}

function inOrder(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const rank = ({ slug }: CatalogEntry) => {
    const place = recommendations.findIndex((recommendation) => recommendation.slug === slug);
    return place < 0 ? recommendations.length : place;
  };
  return [...entries].sort((a, b) => rank(a) - rank(b));
}
