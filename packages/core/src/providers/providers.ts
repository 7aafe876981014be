import { join } from 'node:path';
import {
  type AddEndpointBody,
  AppError,
  engineNames,
  type LocalServer,
  type ProviderAccount,
  type Provider as ProviderView,
  say,
} from '@quoth/contract';
import { systemIo, vendorList } from '@quoth/vendors';
import type { EventBus } from '../base/index.ts';
import type { CoreContext } from '../database/index.ts';
import type { Providers as ProvidersOfCore } from '../declarations/index.ts';
import { FileSecretStore, platformSecretStore } from '../secrets/index.ts';
import type { SettingsStore } from '../settings.ts';
import { accountOf, GatewayCredit } from './gateway-credit.ts';
import { type HealthSnapshot, ProviderHealth } from './provider-health.ts';
import { ProviderKeys } from './provider-keys.ts';
import { type KnownProvider, ProviderList } from './provider-list.ts';
import { systemTimers } from './provider-monitor.ts';
import { findLocalServers, listServerModels } from './server-models.ts';

interface ProvidersOptions {
  readonly list: ProviderList;
  readonly keys: ProviderKeys;
  readonly health: ProviderHealth;
  readonly events: EventBus;
  readonly fetch: typeof fetch;
  /** What a gateway said is left. */
  readonly onAccount: (provider: KnownProvider, account: ProviderAccount) => void;
}

/** What window and command line do with providers: keys, servers of the user, checks. */
class ProviderService implements ProvidersOfCore {
  readonly #options: ProvidersOptions;
  /** Several windows that ask at once share one look around. */
  #finding: Promise<LocalServer[]> | undefined;

  constructor(options: ProvidersOptions) {
    this.#options = options;
  }

  list(): ProviderView[] {
    const { list, health } = this.#options;
    return list.all().map((provider) => health.view(provider));
  }

  health(): HealthSnapshot {
    return this.#options.health.snapshot();
  }

  async setKey(id: string, key: string): Promise<ProviderView> {
    const { list, keys, health } = this.#options;
    const provider = list.get(id);
    await keys.write(provider.secretName, key);
    health.keyChanged(provider);
    return health.view(provider);
  }

  async removeKey(id: string): Promise<ProviderView> {
    const { list, keys, health } = this.#options;
    const provider = list.get(id);
    const wasThere = keys.has(provider.secretName);
    await keys.remove(provider.secretName);
    if (wasThere) health.keyChanged(provider);
    return health.view(provider);
  }

  async test(id: string): Promise<ProviderView> {
    const { list, health } = this.#options;
    const provider = list.get(id);
    await health.test(provider);
    return health.view(provider);
  }

  async account(id: string, signal: AbortSignal): Promise<ProviderAccount> {
    const { list, health, fetch, onAccount } = this.#options;
    const provider = list.get(id);
    if (provider.vendor.isPrepaid !== true)
      throw new AppError('INVALID_REQUEST', {
        message: say('notAGateway', { provider: provider.displayName }),
      });
    const { key } = await health.admitUnchecked(provider);
    const account = await accountOf({ vendor: provider.vendor, key, signal }, { ...systemIo(), fetch });
    onAccount(provider, account);
    return account;
  }

  refresh(): void {
    this.#options.health.refresh();
  }

  findLocalServers(): Promise<LocalServer[]> {
    this.#finding ??= findLocalServers().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async addEndpoint({ key, ...body }: AddEndpointBody): Promise<ProviderView> {
    const { list, keys, health } = this.#options;
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
    const { list, keys, health, events } = this.#options;
    const provider = list.endpoint(id, ({ displayName }) => ({
      message: say('providerBuiltIn', { provider: displayName }),
      hint: say('removeItsKey'),
    }));
    // The key goes first: a server that is gone must not leave one behind.
    await keys.remove(provider.secretName);
    await list.remove(provider.id);
    health.listChanged();
    events.publish({ type: 'provider-removed', id: provider.id });
  }

  async listModels(id: string, signal: AbortSignal): Promise<readonly string[]> {
    const { list, health, fetch } = this.#options;
    const provider = list.endpoint(id, ({ displayName }) => ({
      message: say('notYourServer', { provider: displayName }),
      remedy: say('listsTheModels'),
    }));
    const admission = await health.admitUnchecked(provider);
    const { models, outcome } = await listServerModels(admission, { fetch, signal });
    health.report(admission, outcome);
    if (models) return models;
    throw health.refusal(provider, outcome);
  }
}

interface CreateProvidersOptions extends CoreContext {
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** What users call the platform's secret store; for messages to them. */
  readonly storeName: string;
  readonly settings: Pick<SettingsStore, 'get'>;
  /** Origin of a stand-in for every cloud vendor; real keys are never sent to it. */
  readonly simulatedCloud: string | undefined;
  /** Name of this machine, sent only to the user's gateway. */
  readonly device: string | undefined;
}

/** The parts of what is known about providers, for those that use only one of them. */
interface ProviderParts {
  readonly list: ProviderList;
  readonly keys: ProviderKeys;
  readonly health: ProviderHealth;
  readonly credit: GatewayCredit;
  readonly providers: ProviderService;
}

/** Wires the list of providers, their keys, their health and the credit with a gateway. */
export async function createProviders(options: CreateProvidersOptions): Promise<ProviderParts> {
  const { database, dataFolder, platform, settings, events, clock, logger } = options;
  const { fetch } = systemIo();
  const list = await ProviderList.open({
    database,
    vendors: vendorList,
    taken: [...engineNames, 'auto'],
    standIn: options.simulatedCloud,
    device: options.device,
  });
  const keys = await ProviderKeys.open({
    database,
    stores: (name) => ({
      secure: platformSecretStore(name, dataFolder, platform).store,
      file: new FileSecretStore(join(dataFolder, 'provider-keys', name), { makesFolder: true }),
    }),
    storeName: options.storeName,
    storage: () => settings.get().keyStorage,
    logger,
  });
  const health = new ProviderHealth({
    list,
    keys,
    events,
    clock,
    timers: systemTimers,
    fetch,
    logger,
  });
  const credit: GatewayCredit = new GatewayCredit({
    events,
    clock,
    logger,
    read: (id, signal) => providers.account(id, signal),
    isKnown: (id) => list.find(id) !== undefined,
  });
  const providers = new ProviderService({
    list,
    keys,
    health,
    events,
    fetch,
    onAccount: (provider, account) => credit.learned(provider, account),
  });
  return { list, keys, health, credit, providers };
}
