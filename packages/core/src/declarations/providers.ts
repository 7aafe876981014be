import type {
  AddEndpointBody,
  LocalServer,
  Provider,
  ProviderAccount,
  ProviderHealth,
} from '@quoth/contract';

/**
 * Cloud vendors and the user's own servers, with their keys and health. Reads answer from memory and never reveal a key. An unknown id
 * throws INVALID_REQUEST.
 */
export interface Providers {
  list(): readonly Provider[];
  /** For GET /health; the same object until something changes. */
  health(): {
    readonly providers: readonly ProviderHealth[];
    readonly post_processing_providers: readonly ProviderHealth[];
  };
  /** Stores the key and checks it half a second later. Throws INVALID_REQUEST if there is nowhere to store it. */
  setKey(id: string, key: string): Promise<Provider>;
  removeKey(id: string): Promise<Provider>;
  /** Checks the provider now and waits for the result, joining a check that is already running. Throws MISSING_API_KEY. */
  test(id: string): Promise<Provider>;
  /** The balance with a gateway. Throws INVALID_REQUEST for any other provider, MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  account(id: string, signal: AbortSignal): Promise<ProviderAccount>;
  /** Checks again what may have changed: the network came back, the machine woke up, or the window got the focus. */
  refresh(): void;
  /** Servers for language models that answer on this machine now, added or not. Looks for them only when it is called. */
  findLocalServers(): Promise<readonly LocalServer[]>;
  addEndpoint(body: AddEndpointBody): Promise<Provider>;
  removeEndpoint(id: string): Promise<void>;
  /** Ids of the models on one of the user's servers. Throws MISSING_API_KEY, ENGINE_UNAVAILABLE. */
  listModels(id: string, signal: AbortSignal): Promise<readonly string[]>;
}
