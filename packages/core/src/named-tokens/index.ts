export { NamedTokenStore } from './named-token-store.ts';
