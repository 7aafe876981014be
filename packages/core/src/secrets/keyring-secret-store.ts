import { type SecretStore, SecretStoreError } from './secret-store.ts';

/** What this store needs of `@napi-rs/keyring`. */
interface KeyringEntry {
  getPassword(signal?: AbortSignal): Promise<string | null>;
  setPassword(secret: string, signal?: AbortSignal): Promise<void>;
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
  #entry: Promise<KeyringEntry> | undefined;

  constructor(options: KeyringOptions) {
    this.#options = { timeoutMs: 10_000, ...options };
  }

  async read(): Promise<string | undefined> {
    return (await this.#use((entry, signal) => entry.getPassword(signal))) ?? undefined;
  }

  async write(secret: string): Promise<void> {
    await this.#use((entry, signal) => entry.setPassword(secret, signal));
  }

  async #use<Result>(work: (entry: KeyringEntry, signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { service, account, timeoutMs } = this.#options;
    this.#entry ??= openEntry(service, account);
    const signal = AbortSignal.timeout(timeoutMs);
    const timedOut = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new SecretStoreError('locked', signal.reason)), {
        once: true,
      });
    });
    const entry = await this.#entry.catch((error: unknown) => {
      throw new SecretStoreError('absent', error);
    });
    const working = work(entry, signal).catch((error: unknown) => {
      throw new SecretStoreError(reasonOf(error), error);
    });
    return Promise.race([working, timedOut]);
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
