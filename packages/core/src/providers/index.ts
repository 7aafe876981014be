export { createProviders } from './create-providers.ts';
export type { Outcome } from './health/health-machine.ts';
export { outcomeOf } from './health/outcome-of.ts';
export { type Admission, ProviderHealth } from './health/provider-health.ts';
export { ProviderKeys, type SecretNoun } from './keys/provider-keys.ts';
export type { Provider } from './provider.ts';
export { ProviderList } from './provider-list.ts';
