export { FileSecretStore } from './file-secret-store.ts';
export { platformSecretStore } from './platform-secret-store.ts';
export { type SecretStore, SecretStoreError } from './secret-store.ts';
export { TokenKeeper } from './token-keeper.ts';
