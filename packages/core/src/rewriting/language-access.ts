import type { HealthStatus } from '@quoth/contract';
import type { LanguageFacts, Vendor } from '@quoth/providers';
import type { Outcome } from '../providers/index.ts';

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
  readonly report: (outcome: Outcome) => void;
}

/** All that rewriting needs to know of providers, keys and health. */
export interface LanguageAccess {
  /** Every provider of language models, in the order of the list, with or without a key. From memory. */
  providers(): readonly LanguageProvider[];
  /** Throws MISSING_API_KEY if a key is needed and there is none, or the store does not open. */
  admit(id: string): Promise<LanguageAdmission>;
  /** The models of a user's server, asked for now. Throws MISSING_API_KEY or ENGINE_UNAVAILABLE. */
  models(id: string, signal: AbortSignal): Promise<readonly string[]>;
}
