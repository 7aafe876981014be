import {
  type AddEndpointBody,
  AppError,
  type LocalServer,
  type ProviderAccount,
  type Provider as ProviderView,
} from '@quoth/contract';
import { systemIo } from '@quoth/providers';
import type { EventBus } from '../base/index.ts';
import type { Providers as ProvidersOfCore } from '../declarations/index.ts';
import { findLocalServers } from './find-local-servers.ts';
import { accountOf } from './gateway-account.ts';
import { listServerModels } from './health/list-server-models.ts';
import type { HealthSnapshot, ProviderHealth } from './health/provider-health.ts';
import type { ProviderKeys } from './keys/provider-keys.ts';
import type { Provider } from './provider.ts';
import type { ProviderList } from './provider-list.ts';

export interface ProvidersOptions {
  readonly list: ProviderList;
  readonly keys: ProviderKeys;
  readonly health: ProviderHealth;
  readonly events: EventBus;
  readonly fetch: typeof fetch;
  /** What a gateway said is left. */
  readonly onAccount: (provider: Provider, account: ProviderAccount) => void;
}

/** What window and command line do with providers: keys, servers of the user, checks. */
export class Providers implements ProvidersOfCore {
  readonly #with: ProvidersOptions;
  /** Several windows that ask at once share one look around. */
  #finding: Promise<LocalServer[]> | undefined;

  constructor(options: ProvidersOptions) {
    this.#with = options;
  }

  list(): ProviderView[] {
    const { list, health } = this.#with;
    return list.all().map((provider) => health.view(provider));
  }

  health(): HealthSnapshot {
    return this.#with.health.snapshot();
  }

  async setKey(id: string, key: string): Promise<ProviderView> {
    const { list, keys, health } = this.#with;
    const provider = list.get(id);
    await keys.write(provider.secretName, key);
    health.keyChanged(provider);
    return health.view(provider);
  }

  async removeKey(id: string): Promise<ProviderView> {
    const { list, keys, health } = this.#with;
    const provider = list.get(id);
    const wasThere = keys.has(provider.secretName);
    await keys.remove(provider.secretName);
    if (wasThere) health.keyChanged(provider);
    return health.view(provider);
  }

  async test(id: string): Promise<ProviderView> {
    const { list, health } = this.#with;
    const provider = list.get(id);
    await health.test(provider);
    return health.view(provider);
  }

  async account(id: string, signal: AbortSignal): Promise<ProviderAccount> {
    const { list, health, fetch, onAccount } = this.#with;
    const provider = list.get(id);
    if (provider.vendor.isPrepaid !== true)
      throw new AppError('INVALID_REQUEST', {
        message: `${provider.displayName} is not a gateway; see your balance on its own site.`,
      });
    const { key } = await health.admitUnchecked(provider);
    const account = await accountOf({ vendor: provider.vendor, key, signal }, { ...systemIo(), fetch });
    onAccount(provider, account);
    return account;
  }

  refresh(): void {
    this.#with.health.refresh();
  }

  findLocalServers(): Promise<LocalServer[]> {
    this.#finding ??= findLocalServers().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async addEndpoint({ key, ...body }: AddEndpointBody): Promise<ProviderView> {
    const { list, keys, health } = this.#with;
    const provider = await list.add(body);
    try {
      if (key !== undefined) await keys.write(provider.secretName, key);
    } catch (error) {
      await list.remove(provider.id);
      throw error;
    }
    health.listChanged();
    health.keyChanged(provider);
    return health.view(provider);
  }

  async removeEndpoint(id: string): Promise<void> {
    const { list, keys, health, events } = this.#with;
    const provider = list.endpoint(id);
    // The key goes first: a server that is gone must not leave one behind.
    await keys.remove(provider.secretName);
    await list.remove(provider.id);
    health.listChanged();
    events.publish({ type: 'provider-removed', id: provider.id });
  }

  async listModels(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const { list, health, fetch } = this.#with;
    const admission = await health.admitUnchecked(list.endpoint(id));
    const { models, outcome } = await listServerModels(admission, { fetch, signal });
    health.report(admission, outcome);
    if (models) return models;
    throw health.refusal(admission.provider, outcome);
  }
}
