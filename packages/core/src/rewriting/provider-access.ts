import { isLoopback } from '@quoth/contract';
import { compatibleEndpoint } from '@quoth/providers';
import type { Provider, ProviderHealth, ProviderList } from '../providers/index.ts';
import type { LanguageAccess, LanguageAdmission, LanguageProvider } from './language-access.ts';

export interface ProviderAccessOptions {
  readonly list: ProviderList;
  readonly health: ProviderHealth;
  readonly listModels: (id: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Providers, keys and health as rewriting sees them. */
export class ProviderAccess implements LanguageAccess {
  readonly #with: ProviderAccessOptions;

  constructor(options: ProviderAccessOptions) {
    this.#with = options;
  }

  providers(): LanguageProvider[] {
    return this.#with.list
      .all()
      .filter(({ jobs }) => jobs.includes('post-processing'))
      .map((provider) => this.#seen(provider));
  }

  async admit(id: string): Promise<LanguageAdmission> {
    const { list, health } = this.#with;
    const admission = await health.admitUnchecked(list.get(id));
    return { key: admission.key ?? '', report: (outcome) => health.report(admission, outcome) };
  }

  models(id: string, signal: AbortSignal): Promise<readonly string[]> {
    return this.#with.listModels(id, signal);
  }

  #seen(provider: Provider): LanguageProvider {
    const { id, displayName, kind, vendor } = provider;
    const { key_present, status } = this.#with.health.view(provider);
    return {
      id,
      displayName,
      kind,
      keyPresent: key_present,
      status,
      baseUrl: vendor.baseUrl,
      // A vendor's stand-in is on this machine too, and yet it is no local model.
      isLocal: kind === 'endpoint' && isLoopback(new URL(vendor.baseUrl).hostname),
      language: vendor.language ?? compatibleEndpoint,
      refusesKey: vendor.refusesKey,
    };
  }
}
