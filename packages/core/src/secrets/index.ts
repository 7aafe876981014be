export { FileSecretStore, platformSecretStore, type SecretStore, SecretStoreError } from './secret-stores.ts';
export { TokenKeeper } from './token-keeper.ts';
