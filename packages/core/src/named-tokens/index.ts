export { NamedTokenStore } from './named-token-store.ts';
export { forgetOldCalls } from './token-calls.ts';
