import { readFile, rm } from 'node:fs/promises';
import { systemCode } from '@quoth/contract';
import { writeWhole } from '../base/index.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

/** What this store needs of Windows' data protection facility. */
export interface DataProtection {
  protectData(data: Uint8Array, entropy: Uint8Array | null, scope: 'CurrentUser'): Uint8Array;
  unprotectData(data: Uint8Array, entropy: Uint8Array | null, scope: 'CurrentUser'): Uint8Array;
}

/** A file that Windows' data protection facility closes to everyone but this user (specification, section 5.2). */
export class DpapiSecretStore implements SecretStore {
  readonly #path: string;
  readonly #load: () => Promise<DataProtection>;

  constructor(path: string, load: () => Promise<DataProtection> = loadDpapi) {
    this.#path = path;
    this.#load = load;
  }

  async read(): Promise<string | undefined> {
    const protectedBytes = await readFile(this.#path).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (protectedBytes === undefined) return undefined;
    const dpapi = await this.#loaded();
    try {
      return Buffer.from(dpapi.unprotectData(protectedBytes, null, 'CurrentUser')).toString('utf8');
    } catch (error) {
      throw new SecretStoreError('locked', error);
    }
  }

  async write(secret: string): Promise<void> {
    const dpapi = await this.#loaded();
    await writeWhole(this.#path, dpapi.protectData(Buffer.from(secret, 'utf8'), null, 'CurrentUser'));
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  #loaded(): Promise<DataProtection> {
    return this.#load().catch((error: unknown) => {
      throw new SecretStoreError('absent', error);
    });
  }
}

async function loadDpapi(): Promise<DataProtection> {
  const { Dpapi, isPlatformSupported } = await import('@primno/dpapi');
  if (!isPlatformSupported) throw new Error('not on this platform');
  return Dpapi;
}
