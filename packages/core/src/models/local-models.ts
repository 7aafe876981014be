import { resolve } from 'node:path';
import {
  AppError,
  type CatalogModel,
  type Message,
  readMessage,
  type SpeedClass,
  say,
  visibleLine,
  withAdvice,
} from '@quoth/contract';
import {
  architectures,
  type CatalogEntry,
  capabilitiesOf,
  type DescribedModel,
  familyOf,
  type Recommendation,
  speedClass,
  type TimestampKind,
} from './catalog.ts';
import type { GgufHeader } from './gguf-header.ts';
import { countsAsInstalled, type ModelRow } from './model-rows.ts';

/** What is learnt about a model by loading its file. */
export interface ProbedModel {
  readonly architecture: string;
  readonly variant: string;
  readonly languages: readonly string[];
  readonly streaming: boolean;
  readonly translate: boolean;
  readonly detectsLanguage: boolean;
  readonly timestamps: TimestampKind;
  /**
   * Share of the words of a bundled sentence that it got wrong; null or absent if it was not tested, as before there
   * was a test.
   */
  readonly selfTestErrorRate?: number | null;
}

/** A model file: of the catalog, or imported by the user. */
export interface LocalModel extends DescribedModel {
  /** Such as `0.6B`. */
  readonly parameters: string | null;
  readonly quantisation: string | null;
  /** Of a file that the user imported: share of the words of a bundled sentence that it got wrong. */
  readonly selfTestErrorRate?: number | null;
  /** From the number of parameters; not measured. */
  readonly speed: SpeedClass | null;
  /** What it is the first choice for; null for most. */
  readonly recommendation: Pick<Recommendation, 'for' | 'reason'> | null;
  /** True for one file a model, and for every installed one: what GET /models shows. */
  readonly listed: boolean;
  readonly installed: boolean;
  /** Path of the file; null unless it is installed. */
  readonly path: string | null;
  readonly sha256: string | null;
  /** True for a file that the user imported. */
  readonly imported: boolean;
  /** True for a model that is part of Quoth. */
  readonly included: boolean;
  /** False for a file that is the user's own: it cannot be downloaded. */
  readonly inCatalog: boolean;
  /** Why a file that was installed no longer counts as installed. */
  readonly problem: Message | null;
}

/** What is known of a model besides what it is. */
interface ModelSituation {
  /** Where it is downloaded from. */
  readonly address: string | null;
  /** Speed on this machine as a multiple of real time; null if it was not measured. */
  readonly measuredSpeed: number | null;
}

/** The model as the application's own routes show it. */
export function toCatalogModel(model: LocalModel, { address, measuredSpeed }: ModelSituation): CatalogModel {
  const { detectsLanguage, ...capabilities } = model.capabilities;
  const { recommendation } = model;
  const shown = {
    id: model.id,
    slug: model.slug,
    displayName: model.displayName,
    engine: model.engine,
    family: model.family,
    architecture: model.architecture,
    languages: [...model.languages],
    capabilities: { ...capabilities, detects_language: detectsLanguage },
    size_bytes: model.sizeBytes,
    parameters: model.parameters,
    quantisation: model.quantisation,
    licence: model.licence,
    word_error_rate: model.wordErrorRate && { ...model.wordErrorRate },
    self_test_error_rate: model.selfTestErrorRate ?? null,
    speed: model.speed,
    measured_speed: measuredSpeed,
    recommended:
      recommendation && withAdvice({}, { for: [recommendation.for], reason: [recommendation.reason] }),
    listed: model.listed,
    installed: model.installed,
    imported: model.imported,
    included: model.included,
    path: model.path,
    sha256: model.sha256,
    address,
    problem: null,
  };
  return model.problem === null ? shown : withAdvice(shown, { problem: [model.problem] });
}

/** The catalog with what is installed of it, then the files that the user imported. */
export function localModels(
  catalog: readonly CatalogEntry[],
  rows: readonly ModelRow[],
  folder: string,
): readonly LocalModel[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const imported = rows.flatMap((row) => {
    if (row.facts === null || (row.status !== 'installed' && row.status !== 'missing')) return [];
    // Written by us from the same type.
    const facts = JSON.parse(row.facts) as ImportedFacts;
    const state = stateOf(row, folder);
    return [
      {
        ...describeImported(row.id, facts),
        ...state,
        id: row.id,
        sizeBytes: row.size_bytes,
        listed: true,
        inCatalog: false,
        included: false,
      },
    ];
  });
  return [...catalog.map((entry) => fromCatalog(entry, byId.get(entry.id), folder)), ...imported];
}

function fromCatalog(entry: CatalogEntry, row: ModelRow | undefined, folder: string): LocalModel {
  const { hubPath: _elsewhere, firstChoice, ...described } = entry;
  const state = stateOf(row, folder);
  return {
    ...described,
    listed: firstChoice || state.installed,
    ...state,
    inCatalog: true,
    included: entry.included !== null,
    // A file that was installed under an older catalog is what it was then.
    sizeBytes: row && state.installed ? row.size_bytes : entry.sizeBytes,
    sha256: (state.installed ? row?.sha256 : null) ?? entry.sha256,
  };
}

function stateOf(row: ModelRow | undefined, folder: string) {
  const installed = row !== undefined && countsAsInstalled(row);
  return {
    installed,
    path: row && installed ? resolve(folder, row.file) : null,
    sha256: row?.sha256 ?? null,
    imported: row !== undefined && row.source !== 'download' && row.source !== 'included',
    problem: row?.status === 'missing' ? (readMessage(row.error_message ?? '') ?? null) : null,
  };
}

/** What is stored about a file that is not in the catalog: its header's facts, and what was learnt by loading it. */
export interface ImportedFacts extends ProbedModel {
  readonly displayName: string;
  readonly licence: string;
  readonly parameters: string | null;
}

/** Facts from the header and from loading; the latter take precedence. */
export function importedFacts(header: GgufHeader, probed: ProbedModel, fileName: string): ImportedFacts {
  return {
    ...probed,
    languages: probed.languages.length > 0 ? probed.languages : header.languages,
    displayName: header.name ?? visibleLine(fileName.replace(/\.gguf$/i, '')),
    licence: header.licence ?? 'not stated',
    parameters: header.parameters,
  };
}

type Described = Omit<
  LocalModel,
  | 'id'
  | 'sizeBytes'
  | 'listed'
  | 'installed'
  | 'path'
  | 'sha256'
  | 'imported'
  | 'included'
  | 'inCatalog'
  | 'problem'
>;

/** A file that is not in the catalog, as a model. */
function describeImported(id: string, facts: ImportedFacts): Described {
  const family = familyOf(
    /nemotron/i.test(facts.variant) ? 'nemotron' : (architectures.get(facts.architecture) ?? 'parakeet'),
  );
  const { parameters } = facts;
  return {
    slug: id,
    displayName: facts.displayName,
    engine: family.engine,
    family: family.key,
    architecture: facts.architecture,
    languages: facts.languages,
    capabilities: capabilitiesOf(facts, { ...facts, lang_detect: facts.detectsLanguage }),
    parameters,
    quantisation: null,
    licence: facts.licence,
    wordErrorRate: null,
    selfTestErrorRate: facts.selfTestErrorRate ?? null,
    speed: parameters !== null && /^[\d.]+[MB]$/.test(parameters) ? speedClass(parameters) : null,
    recommendation: null,
  };
}

/**
 * The model that is meant by an id, a file name, or a slug: for a slug the file that `prefers` says yes to, else the
 * installed one, else the one that is shown first. Upper and lower case count as the same. Throws MODEL_NOT_FOUND.
 */
export function findModel(
  models: readonly LocalModel[],
  written: string,
  prefers: (model: LocalModel) => boolean = () => false,
): LocalModel {
  const wanted = written
    .trim()
    .toLowerCase()
    .replace(/\.gguf$/, '');
  const named = models.find(({ id }) => id.toLowerCase() === wanted);
  if (named) return named;
  const files = models.filter(({ slug }) => slug.toLowerCase() === wanted);
  const found =
    files.find(prefers) ??
    files.find(({ installed, listed }) => installed && listed) ??
    files.find(({ listed }) => listed) ??
    files[0];
  if (found) return found;
  throw new AppError('MODEL_NOT_FOUND', {
    remedy: say('showsEveryModel'),
  });
}
