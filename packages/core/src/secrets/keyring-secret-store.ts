import { type SecretStore, SecretStoreError } from './secret-store.ts';

/** What this store needs of `@napi-rs/keyring`. */
interface KeyringEntry {
  getPassword(signal?: AbortSignal): Promise<string | null>;
  setPassword(secret: string, signal?: AbortSignal): Promise<void>;
  /** False if there was nothing to delete. */
  deletePassword(signal?: AbortSignal): Promise<boolean>;
}

export interface KeyringOptions {
  readonly service: string;
  readonly account: string;
  /** A store that asks the user to unlock it, and gets no answer in this time, counts as locked. */
  readonly timeoutMs?: number;
}

/**
 * The platform's own store through `@napi-rs/keyring`: Keychain on macOS, Secret Service on Linux. The library is loaded with
 * the first use, and on Linux pinned to the Secret Service: left alone it takes the kernel's keyring, which a restart empties.
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

/** The library gives words only (2.1): no bus or no service behind it means absent; anything else means that it is there and refuses. */
function reasonOf(error: unknown): 'absent' | 'locked' {
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|dismissed|denied|prompt|cancel/i.test(text)) return 'locked';
  return /dbus|d-bus|bus|platform failure|no result found|no default|not supported|no storage/i.test(text)
    ? 'absent'
    : 'locked';
}
