export type { CheckOutcome } from './health-machine.ts';
export { outcomeOf } from './health-machine.ts';
export { type Admission, ProviderHealth } from './provider-health.ts';
export { ProviderKeys, type SecretNoun } from './provider-keys.ts';
export type { KnownProvider } from './provider-list.ts';
export { MAX_ENDPOINTS, ProviderList, staysHere, storedEndpoints } from './provider-list.ts';
export { createProviders } from './providers.ts';
