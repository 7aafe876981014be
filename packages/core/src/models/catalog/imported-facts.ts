import { plainText } from '@quoth/contract';
import type { GgufHeader } from '../gguf/read-gguf-header.ts';
import type { LocalModel, ProbedModel } from '../local-model.ts';
import { architectures, capabilitiesOf, speedClass, type TimestampKind } from './catalog.ts';
import { familyOf } from './families.ts';

/** What is stored about a file that is not in the catalog: its header's facts, and what was learnt by loading it. */
export interface ImportedFacts {
  readonly displayName: string;
  readonly architecture: string;
  readonly variant: string;
  readonly languages: readonly string[];
  readonly streaming: boolean;
  readonly translate: boolean;
  readonly detectsLanguage: boolean;
  readonly timestamps: TimestampKind;
  readonly licence: string;
  readonly parameters: string | null;
  /** Absent for files that were imported before there was a test. */
  readonly selfTestErrorRate?: number | null;
}

/** Facts from the header and from loading; the latter take precedence. */
export function importedFacts(header: GgufHeader, probed: ProbedModel, fileName: string): ImportedFacts {
  return {
    ...probed,
    languages: probed.languages.length > 0 ? probed.languages : header.languages,
    displayName: plainText(header.name ?? fileName.replace(/\.gguf$/i, '')),
    licence: header.licence ?? 'not stated',
    parameters: header.parameters,
  };
}

type Described = Omit<
  LocalModel,
  'id' | 'sizeBytes' | 'listed' | 'installed' | 'path' | 'sha256' | 'imported' | 'problem'
>;

/** A file that is not in the catalog, as a model. */
export function describeImported(id: string, facts: ImportedFacts): Described {
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
    capabilities: capabilitiesOf(facts.architecture, { ...facts, lang_detect: facts.detectsLanguage }),
    parameters,
    quantisation: null,
    licence: facts.licence,
    wordErrorRate: null,
    selfTestErrorRate: facts.selfTestErrorRate ?? null,
    speed: parameters !== null && /^[\d.]+[MB]$/.test(parameters) ? speedClass(parameters) : null,
    recommendedFor: null,
    recommendedReason: null,
  };
}
