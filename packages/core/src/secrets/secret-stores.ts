import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { systemCode } from '@quoth/contract';
import { writeWhole } from '../base/index.ts';

/** Stores one secret. A store never invents a secret, and never overwrites one that it could not read. */
export interface SecretStore {
  /** The secret, or undefined when none has been kept yet. Throws SecretStoreError. */
  read(): Promise<string | undefined>;
  write(secret: string): Promise<void>;
  /** Forgets the secret; one that is not there is no error. */
  remove(): Promise<void>;
}

/** Why a store could not be used: none exists on this machine, or it is there and does not open. */
export class SecretStoreError extends Error {
  readonly reason: 'absent' | 'locked';

  constructor(reason: 'absent' | 'locked', cause: unknown) {
    super(`The secret store is ${reason}.`, { cause });
    this.name = 'SecretStoreError';
    this.reason = reason;
  }
}

/** A platform's store and what users call it. */
interface PlatformSecretStore {
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
    name: platform === 'darwin' ? 'Keychain' : 'Secret Service',
  };
}

/** What this store needs of `@napi-rs/keyring`. */
interface KeyringEntry {
  getPassword(signal?: AbortSignal): Promise<string | null>;
  setPassword(secret: string, signal?: AbortSignal): Promise<void>;
  /** False if there was nothing to delete. */
  deletePassword(signal?: AbortSignal): Promise<boolean>;
}

interface KeyringOptions {
  readonly service: string;
  readonly account: string;
  /** A store that asks the user to unlock it, and gets no answer in this time, counts as locked. */
  readonly timeoutMs?: number;
}

/**
 * The platform's own store through `@napi-rs/keyring`: Keychain on macOS, Secret Service on Linux. The library is
 * loaded with the first use, and on Linux pinned to the Secret Service: left alone it takes the kernel's keyring, which
 * a restart empties.
 */
export class KeyringSecretStore implements SecretStore {
  readonly #options: Required<KeyringOptions>;
  readonly #open: (service: string, account: string) => Promise<KeyringEntry>;
  #entry: Promise<KeyringEntry> | undefined;

  constructor(options: KeyringOptions, open = openEntry) {
    this.#options = { timeoutMs: 10_000, ...options };
    this.#open = open;
  }

  async read(): Promise<string | undefined> {
    return (await this.#use((entry, signal) => entry.getPassword(signal))) ?? undefined;
  }

  async write(secret: string): Promise<void> {
    await this.#use((entry, signal) => entry.setPassword(secret, signal));
  }

  async remove(): Promise<void> {
    await this.#use((entry, signal) => entry.deletePassword(signal));
  }

  async #use<Result>(work: (entry: KeyringEntry, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { service, account, timeoutMs } = this.#options;
    this.#entry ??= this.#open(service, account);
    const entry = await this.#entry.catch((error: unknown) => {
      throw new SecretStoreError('absent', error);
    });
    const stop = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new SecretStoreError('locked', new Error('no answer in time')));
        stop.abort();
      }, timeoutMs);
    });
    const working = work(entry, stop.signal).catch((error: unknown) => {
      throw new SecretStoreError(reasonOf(error), error);
    });
    try {
      return await Promise.race([working, timedOut]);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function openEntry(service: string, account: string): Promise<KeyringEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}

/**
 * The library gives words only (2.1): no bus or no service behind it means absent; anything else means that it is there
 * and refuses.
 */
function reasonOf(error: unknown): 'absent' | 'locked' {
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|dismissed|denied|prompt|cancel/i.test(text)) return 'locked';
  return /dbus|d-bus|bus|platform failure|no result found|no default|not supported|no storage/i.test(text)
    ? 'absent'
    : 'locked';
}

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

/** A file that only its owner may read, for platforms without a secret store. */
export class FileSecretStore implements SecretStore {
  readonly #path: string;
  readonly #makesFolder: boolean;

  /** With `makesFolder`, its folder is created with the first secret, closed to other users. */
  constructor(path: string, { makesFolder = false }: { readonly makesFolder?: boolean } = {}) {
    this.#path = path;
    this.#makesFolder = makesFolder;
  }

  async read(): Promise<string | undefined> {
    try {
      await chmod(this.#path, 0o600);
      return (await readFile(this.#path, 'utf8')).trim() || undefined;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  async write(secret: string): Promise<void> {
    if (this.#makesFolder) await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    await writeWhole(this.#path, `${secret}\n`);
  }

  async remove(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
