import { architectures, capabilitiesOf, speedClass, type TimestampKind } from './catalog.ts';
import { familyOf } from './families.ts';
import type { LocalModel, ProbedModel } from './local-model.ts';
import type { GgufHeader } from './read-gguf-header.ts';

/** What is kept of a file that is not in the catalog: what it says of itself, and what loading it told. */
export interface BroughtFacts {
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
}

/** Facts from the header and from loading; what loading told stands above the header. */
export function broughtFacts(header: GgufHeader, probed: ProbedModel, fileName: string): BroughtFacts {
  return {
    ...probed,
    languages: probed.languages.length > 0 ? probed.languages : header.languages,
    displayName: header.name ?? fileName.replace(/\.gguf$/i, ''),
    licence: header.licence ?? 'not stated',
    parameters: header.parameters,
  };
}

type Described = Omit<
  LocalModel,
  'id' | 'sizeBytes' | 'listed' | 'installed' | 'path' | 'sha256' | 'imported' | 'problem'
>;

/** A file that is not in the catalog, as a model. */
export function describeBrought(id: string, facts: BroughtFacts): Described {
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
    speed: parameters !== null && /^[\d.]+[MB]$/.test(parameters) ? speedClass(parameters) : null,
    recommendedFor: null,
    recommendedReason: null,
  };
}
