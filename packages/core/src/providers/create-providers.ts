import { join } from 'node:path';
import { engineNames } from '@quoth/contract';
import { vendorList } from '@quoth/providers';
import type { Clock, EventBus, Logger } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { FileSecretStore, platformSecretStore } from '../secrets/index.ts';
import type { SettingsStore } from '../settings/index.ts';
import { GatewayCredit } from './gateway-credit.ts';
import { ProviderHealth } from './health/provider-health.ts';
import { systemTimers } from './health/provider-monitor.ts';
import { ProviderKeys } from './keys/provider-keys.ts';
import { ProviderList } from './provider-list.ts';
import { Providers } from './providers.ts';

export interface CreateProvidersOptions {
  readonly database: Database;
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
  /** The provider of the default mode, which is checked even while nobody uses it. */
  readonly inUse: () => string | undefined;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The parts of what is known about providers, for those that use only one of them. */
export interface ProviderParts {
  readonly list: ProviderList;
  readonly keys: ProviderKeys;
  readonly health: ProviderHealth;
  readonly credit: GatewayCredit;
  readonly providers: Providers;
}

/** Wires the list of providers, their keys, their health and the credit with a gateway. */
export async function createProviders(options: CreateProvidersOptions): Promise<ProviderParts> {
  const { database, dataFolder, platform, settings, events, clock, logger } = options;
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
    inUse: options.inUse,
  });
  const credit: GatewayCredit = new GatewayCredit({
    events,
    clock,
    logger,
    read: (id, signal) => providers.account(id, signal),
    isKnown: (id) => list.find(id) !== undefined,
  });
  const providers = new Providers({
    list,
    keys,
    health,
    events,
    fetch,
    onAccount: (provider, account) => credit.learned(provider, account),
  });
  return { list, keys, health, credit, providers };
}
