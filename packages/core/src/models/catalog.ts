import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Capabilities,
  type EngineName,
  type Message,
  primaryLanguage,
  type SpeedClass,
  say,
} from '@quoth/contract';
import { includedModels } from '@quoth/processes/places';
import { listedLanguages } from '@quoth/text';
import * as z from 'zod';
import facts from './model-facts.json' with { type: 'json' };

/** Languages in which a text is corrected by sound. */
const corrected = new Set<string>(listedLanguages);

/** What a model can do, as the API names it and beyond. */
export type ModelCapabilities = Capabilities & {
  readonly detectsLanguage: boolean;
};

/** How precise a model's times are. */
export type TimestampKind = 'none' | 'segment' | 'word' | 'token';

/** What a model file is, in the catalog or imported by the user. */
export interface DescribedModel {
  /** File name without `.gguf`, lower case; a folder at the hub is part of it. */
  readonly id: string;
  readonly slug: string;
  readonly displayName: string;
  readonly engine: EngineName;
  /** Key in `local_models` of GET /health. */
  readonly family: string;
  readonly architecture: string;
  readonly languages: readonly string[];
  readonly capabilities: ModelCapabilities;
  readonly sizeBytes: number;
  readonly licence: string;
  /** Published, not measured here. */
  readonly wordErrorRate: { readonly percent: number; readonly source: string } | null;
}

/** One file that can be downloaded, or is part of Quoth. */
export interface CatalogEntry extends DescribedModel {
  readonly sha256: string;
  /** Path at the hub, below its origin; null for a file that is part of Quoth. */
  readonly hubPath: string | null;
  /** Where the file lies that is part of Quoth; null for one that is downloaded. */
  readonly included: string | null;
  readonly parameters: string;
  readonly quantisation: string;
  readonly speed: SpeedClass;
  /** True for the one file of its model that is shown first. */
  readonly firstChoice: boolean;
  readonly recommendation: Recommendation | null;
}

/** A model as its facts describe it: ours, which have error rates too, or those in a file of the user's own. */
type ModelFacts = z.output<typeof modelFacts>;
type FileFacts = ModelFacts['files'][number] & { readonly wer_librispeech_clean_percent?: number };

/** A model of `model-facts.json`, which leaves out what follows from the slug. */
interface FactsRow
  extends Pick<
    ModelFacts,
    'revision' | 'slug' | 'architecture' | 'family' | 'parameters' | 'license' | 'capabilities'
  > {
  readonly name: string;
  /** Tags with spaces between them; `{whisper}` stands for the list below. */
  readonly languages: string;
  /** How the files' names begin, where not with the slug. */
  readonly file_stem?: string;
  /** Quantisation, behind the folder that the file lies in; bytes; SHA-256; published error rate in percent. */
  readonly files: readonly (readonly [string, number, string, number?])[];
}

const whisperLanguages =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la ' +
  'mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be ' +
  'tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su';

const rows = facts.models as readonly unknown[] as readonly FactsRow[];

/** The models of the catalog. */
export const catalogModels: readonly ModelFacts[] = rows.map(({ languages, file_stem, files, ...model }) => ({
  ...model,
  repo: `handy-computer/${model.slug}-gguf`,
  languages: languages.replace('{whisper}', whisperLanguages).split(' '),
  files: files.map(([place, size_bytes, sha256, rate]) => {
    const [, folder = '', quant = ''] = /^(.*\/)?(.+)$/.exec(place) ?? [];
    const filename = `${folder}${file_stem ?? model.slug}-${quant}.gguf`;
    const published = rate === undefined ? {} : { wer_librispeech_clean_percent: rate };
    return { filename, quant, size_bytes, sha256, ...published };
  }),
}));

/** How the models of the catalog are called, by slug. */
const displayNames = new Map(rows.map(({ slug, name }) => [slug, name]));

/**
 * The files that are part of Quoth, by the model that they are of (`packages/ear/README.md`). They were converted for
 * Quoth, so their bytes differ from those of the hub's files with the same name; the error rates are the ones published
 * for those.
 */
const includedFiles: Readonly<Record<string, FileFacts & { readonly license: string }>> = {
  'moonshine-tiny': {
    filename: 'moonshine-tiny-q8_0.gguf',
    quant: 'Q8_0',
    size_bytes: 31_102_624,
    sha256: '923702f921cec2a763400f68c8958f684930f7ffa030d60d1554cedf1398bf1e',
    wer_librispeech_clean_percent: 4.6,
    license: 'mit',
  },
  'whisper-base': {
    filename: 'whisper-base-q8_0.gguf',
    quant: 'Q8_0',
    size_bytes: 83_143_968,
    sha256: 'b196b41b2f624dd65716473dfe93e85ce24139602bf40b9c721887f4ec5f3987',
    wer_librispeech_clean_percent: 5.1,
    license: 'mit',
  },
};

/** Which engine name and which key of `local_models` a family has. */
interface Family {
  readonly engine: EngineName;
  /** Key in `local_models` of GET /health. */
  readonly key: string;
}

const families: Readonly<Record<string, Family>> = {
  whisper: { engine: 'whisperLocal', key: 'whisper' },
  parakeet: { engine: 'parakeet', key: 'parakeet' },
  nemotron: { engine: 'nemotron', key: 'nemotron' },
  canary: { engine: 'canary', key: 'canary' },
  qwen3: { engine: 'qwen3Asr', key: 'qwen3_asr' },
  moonshine: { engine: 'moonshine', key: 'moonshine' },
  sensevoice: { engine: 'senseVoice', key: 'sensevoice' },
  cohere: { engine: 'cohere', key: 'cohere' },
  fun: { engine: 'funAsr', key: 'fun_asr' },
  gigaam: { engine: 'gigaAm', key: 'gigaam' },
  granite: { engine: 'granite', key: 'granite' },
  medasr: { engine: 'medAsr', key: 'medasr' },
  moss: { engine: 'moss', key: 'moss' },
  voxtral: { engine: 'voxtral', key: 'voxtral' },
};

/** The family that the facts name. Throws for one that no one has given a place yet. */
export function familyOf(name: string): Family {
  const family = families[name];
  if (!family) throw new Error(`The model family ${name} has no engine name yet.`);
  return family;
}

/** A first choice for one need. */
export interface Recommendation {
  readonly slug: string;
  /** What it is the first choice for. */
  readonly for: Message;
  /** Why, from the catalog's own facts; a test compares them. */
  readonly reason: Message;
}

/**
 * The short list, in the order in which it is shown: what is part of Quoth, then what is worth a download. Chosen by
 * the published figures alone; nothing here was measured by us.
 */
export const recommendations: readonly Recommendation[] = (
  [
    ['moonshine-tiny', 'quickEnglish'],
    ['whisper-base', 'languages99'],
    ['parakeet-tdt_ctc-110m', 'fastestEnglish'],
    ['parakeet-unified-en-0.6b', 'liveEnglish'],
    ['cohere-transcribe-03-2026', 'bestEnglish'],
    ['parakeet-tdt-0.6b-v3', 'europeanLanguages'],
    ['whisper-large-v3-turbo', 'hundredLanguages'],
  ] as const
).map(([slug, need]) => ({ slug, for: say(need), reason: say(`${need}Why`) }));

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
  catalogModels.flatMap((model) => entriesOf(model, includedFiles[model.slug])),
);

/** The language that the system's user speaks first, if a model that is part of Quoth knows it; else `auto`. */
export function spokenLanguage([first = 'auto']: readonly string[] = []): string {
  const spoken = primaryLanguage(first);
  const isKnown = catalogEntries.some(
    ({ included, languages }) => included !== null && languages.includes(spoken),
  );
  return isKnown ? spoken : 'auto';
}

/** Every file of the catalog, and where to find one among them. */
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
  [...catalogModels].reverse().map(({ architecture, family }) => [architecture, family]),
);

/** An entry for each file of the model; the one that is part of Quoth is shown first. */
function entriesOf(model: ModelFacts, included?: FileFacts & { readonly license: string }): CatalogEntry[] {
  const { engine, key } = familyOf(model.family);
  const recommendation = recommendations.find(({ slug }) => slug === model.slug) ?? null;
  const name = displayNames.get(model.slug) ?? model.slug;
  const first = included ?? firstChoice(model.files);
  return [...(included ? [included] : []), ...model.files].map((file) => ({
    id:
      file === included
        ? `${model.slug}-included`
        : file.filename
            .replace(/\.gguf$/i, '')
            .replaceAll('/', '-')
            .toLowerCase(),
    slug: model.slug,
    displayName: file === first ? name : `${name} (${file.quant})`,
    engine,
    family: key,
    architecture: model.architecture,
    languages: model.languages,
    capabilities: capabilitiesOf(model, model.capabilities),
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
    hubPath: file === included ? null : `${model.repo}/resolve/${model.revision}/${file.filename}`,
    included: file === included ? join(includedModels, file.filename) : null,
    parameters: model.parameters,
    quantisation: file.quant,
    licence: file === included ? included.license : model.license,
    wordErrorRate: wordErrorRate(model, file),
    speed: speedClass(model.parameters),
    firstChoice: file === first,
    recommendation: file === first ? recommendation : null,
  }));
}

/**
 * The API's capabilities from what is known of a model. Words are put together from tokens. Only Whisper is prompted
 * with a vocabulary; the text of others is corrected by sound, in languages whose words are known.
 */
export function capabilitiesOf(
  { architecture, languages }: { readonly architecture: string; readonly languages: readonly string[] },
  known: ModelFacts['capabilities'],
): ModelCapabilities {
  return {
    segment_timestamps: known.timestamps !== 'none',
    word_timestamps: known.timestamps === 'word' || known.timestamps === 'token',
    streaming: known.streaming,
    vocabulary: architecture === 'whisper' || languages.some((language) => corrected.has(language)),
    translation: known.translate,
    detectsLanguage: known.lang_detect,
  };
}

/**
 * The file of a model that is shown first: the smallest one whose published error rate is at most a twentieth above the
 * best file's. Where none is published, Q8_0, which is closest to the original, or the smallest where that is over 1
 * GB.
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
  // The facts file every rate under LibriSpeech, which is English: for a model without English the set must be another
  // one.
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

const modelFacts = z.object({
  repo: z.string().min(1),
  revision: z.string().min(1),
  slug: z.string().regex(/^[\w.-]+$/),
  architecture: z.string(),
  family: z.string(),
  parameters: z.string().regex(/^[\d.]+[MB]$/, 'A number of parameters reads like 110M or 0.6B.'),
  license: z.string(),
  languages: z.array(z.string()).min(1),
  capabilities: z.object({
    streaming: z.boolean(),
    translate: z.boolean(),
    lang_detect: z.boolean(),
    timestamps: z.enum(['none', 'segment', 'word', 'token']),
  }),
  files: z
    .array(
      z.object({
        filename: z.string().regex(/^[\w.-]+\.gguf$/i),
        quant: z.string(),
        size_bytes: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
});

const catalogFile = z.object({ models: z.array(modelFacts) });

/**
 * Models of an organisation's own, from a JSON file of the shape of `catalogModels`: they are offered beside the
 * product's and come from the same hub or mirror. Throws an Error that names the file and the field.
 */
export function readCatalogFile(path: string): CatalogEntry[] {
  try {
    const { models } = catalogFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    return models.flatMap((one) => entriesOf(one));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new Error(`The model catalog ${path} can't be used: ${reason}`, { cause });
  }
}
