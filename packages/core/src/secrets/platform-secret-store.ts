import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DpapiSecretStore } from './dpapi-secret-store.ts';
import { KeyringSecretStore } from './keyring-secret-store.ts';
import type { SecretStore } from './secret-store.ts';

/** A platform's store and what users call it. */
export interface PlatformSecretStore {
  readonly store: SecretStore;
  readonly name: string;
}

/** The platform's store for one named secret of this data folder; other data folders have secrets of their own. */
export function platformSecretStore(
  secretName: string,
  dataFolder: string,
  platform: NodeJS.Platform,
): PlatformSecretStore {
  if (platform === 'win32') {
    return {
      store: new DpapiSecretStore(join(dataFolder, `${secretName}.dpapi`)),
      name: 'Windows data protection',
    };
  }
  const folderHash = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
  return {
    store: new KeyringSecretStore({ service: 'Quoth', account: `${secretName}-${folderHash}` }),
    name: platform === 'darwin' ? 'the Keychain' : 'the Secret Service (a keyring)',
  };
}
