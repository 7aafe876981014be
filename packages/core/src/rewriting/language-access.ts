import { AppError, type HealthStatus, say } from '@quoth/contract';
import { compatibleEndpoint, type LanguageFacts, type Vendor } from '@quoth/vendors';
import type { Clock } from '../base/index.ts';
import {
  type CheckOutcome,
  type KnownProvider,
  type ProviderHealth,
  type ProviderList,
  staysHere,
} from '../providers/index.ts';

/** Somebody who may write text for us: a vendor, or a server of the user's. */
export interface LanguageProvider {
  readonly id: string;
  readonly displayName: string;
  readonly kind: 'vendor' | 'endpoint';
  /** True if it needs none. */
  readonly keyPresent: boolean;
  readonly status: HealthStatus;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** On this machine: what is sent there stays here. */
  readonly isLocal: boolean;
  readonly language: LanguageFacts;
  /** True if a refused key may be answered with a status other than 401 and 403. */
  readonly refusesKey: Vendor['refusesKey'];
}

/** Permission to ask a provider. */
export interface LanguageAdmission {
  /** Empty for a server that wants none. */
  readonly key: string;
  /** What the request met, for the provider's health. */
  readonly report: (outcome: CheckOutcome) => void;
}

/** All that rewriting needs to know of providers, keys and health. */
export interface LanguageAccess {
  /** Every provider of language models, in the order of the list, with or without a key. From memory. */
  providers(): readonly LanguageProvider[];
  /** Throws MISSING_API_KEY if a key is needed and none exists, or the store does not open. */
  admit(id: string): Promise<LanguageAdmission>;
  /** The models of a user's server, asked for now. Throws MISSING_API_KEY or ENGINE_UNAVAILABLE. */
  models(id: string, signal: AbortSignal): Promise<readonly string[]>;
}

export interface ProviderAccessOptions {
  readonly list: ProviderList;
  readonly health: ProviderHealth;
  readonly listModels: (id: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Providers, keys and health as rewriting sees them. */
export function languageAccess({ list, health, listModels }: ProviderAccessOptions): LanguageAccess {
  const seen = (provider: KnownProvider): LanguageProvider => {
    const { id, displayName, kind, vendor } = provider;
    const { key_present, status } = health.view(provider);
    return {
      id,
      displayName,
      kind,
      keyPresent: key_present,
      status,
      baseUrl: vendor.baseUrl,
      isLocal: staysHere(provider),
      language: vendor.language ?? compatibleEndpoint,
      refusesKey: vendor.refusesKey,
    };
  };
  return {
    providers: () =>
      list
        .all()
        .filter(({ jobs }) => jobs.includes('post-processing'))
        .map(seen),
    admit: async (id) => {
      const admission = await health.admitUnchecked(list.get(id));
      return { key: admission.key ?? '', report: (outcome) => health.report(admission, outcome) };
    },
    models: listModels,
  };
}

/** How long a server's list of models is used again. */
const LIFE_MS = 60_000;

/** The first model of each of the user's servers, asked for when no one named one. */
export class ModelMemory {
  readonly #access: LanguageAccess;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly model: string; readonly at: number }>();

  constructor(access: LanguageAccess, clock: Clock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Throws MODEL_NOT_FOUND if the server has none, and the errors of asking it. */
  async first(id: string, signal: AbortSignal): Promise<string> {
    const now = this.#clock.monotonic();
    const known = this.#known.get(id);
    if (known && now - known.at < LIFE_MS) return known.model;
    const models = await this.#access.models(id, signal);
    // Embedding models are in the list too, and write nothing.
    const model = models.find((name) => !/embed|rerank|whisper|tts/i.test(name));
    if (model === undefined) {
      throw new AppError('MODEL_NOT_FOUND', { message: say('serverWithoutLanguageModel') });
    }
    this.#known.set(id, { model, at: now });
    return model;
  }
}
