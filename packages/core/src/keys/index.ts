export type { Provider } from './provider.ts';
export { ProviderKeys } from './provider-keys.ts';
export { ProviderList } from './provider-list.ts';
