import type { CatalogModel, EngineName, SpeedClass } from '@quoth/contract';
import type { ModelCapabilities, TimestampKind } from './catalog/catalog.ts';

/** What is learnt about a model by loading its file. */
export interface ProbedModel {
  readonly architecture: string;
  readonly variant: string;
  readonly languages: readonly string[];
  readonly streaming: boolean;
  readonly translate: boolean;
  readonly detectsLanguage: boolean;
  readonly timestamps: TimestampKind;
  /** Share of the words of a bundled sentence that it got wrong; absent or null if it was not tested. */
  readonly selfTestErrorRate?: number | null;
}

/** A model file: of the catalog, or imported by the user. */
export interface LocalModel {
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
  /** Such as `0.6B`. */
  readonly parameters: string | null;
  readonly quantisation: string | null;
  readonly licence: string;
  /** Published, not measured here. */
  readonly wordErrorRate: { readonly percent: number; readonly source: string } | null;
  /** Of a file that the user imported: share of the words of a bundled sentence that it got wrong. */
  readonly selfTestErrorRate?: number | null;
  /** From the number of parameters; not measured. */
  readonly speed: SpeedClass | null;
  /** What it is the first choice for; null for most. */
  readonly recommendedFor: string | null;
  readonly recommendedReason: string | null;
  /** True for one file a model, and for every installed one: what GET /models shows. */
  readonly listed: boolean;
  readonly installed: boolean;
  /** Path of the file; null unless it is installed. */
  readonly path: string | null;
  readonly sha256: string | null;
  /** True for a file that the user imported. */
  readonly imported: boolean;
  /** Why a file that was installed no longer counts as installed. */
  readonly problem: string | null;
}

/** What is known of a model besides what it is. */
export interface ModelSituation {
  /** Where it is downloaded from. */
  readonly address: string | null;
  /** Speed on this machine as a multiple of real time; null if it was not measured. */
  readonly measuredSpeed: number | null;
}

/** The model as the application's own routes show it. */
export function toCatalogModel(model: LocalModel, { address, measuredSpeed }: ModelSituation): CatalogModel {
  const { detectsLanguage, ...capabilities } = model.capabilities;
  const { recommendedFor, recommendedReason } = model;
  return {
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
    speed: model.speed,
    measured_speed: measuredSpeed,
    recommended: recommendedFor === null ? null : { for: recommendedFor, reason: recommendedReason ?? '' },
    listed: model.listed,
    installed: model.installed,
    imported: model.imported,
    path: model.path,
    sha256: model.sha256,
    address,
    problem: model.problem,
  };
}
