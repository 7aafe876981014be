import {
  AppError,
  type Message,
  type Notice,
  type Said,
  type Settings,
  say,
  withAdvice,
} from '@quoth/contract';
import { type Logger, Mutex } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import { type SecretStore, SecretStoreError } from '../secrets/index.ts';

/** The places where one key may be stored. */
interface KeyStores {
  readonly secure: SecretStore;
  /** A file with mode 600; used only if there is no secure store and the user chose it. */
  readonly file: SecretStore;
}

interface ProviderKeysOptions {
  readonly database: Database;
  readonly stores: (secretName: string) => KeyStores;
  /** A name that is the same in every language, such as `Keychain`; for words to the user. */
  readonly storeName: string;
  readonly storage: () => Settings['keyStorage'];
  readonly logger: Logger;
}

type Storage = Settings['keyStorage'];

/** What errors call a secret: a provider's key, or what signs an action's posts. */
export type SecretNoun = 'key' | 'signing secret';

const words = {
  key: { locked: 'savedKeyLocked', notSaved: 'keyNotSaved', notDeleted: 'keyNotDeleted' },
  'signing secret': {
    locked: 'secretStoreLocked',
    notSaved: 'secretNotSaved',
    notDeleted: 'secretNotDeleted',
  },
} as const;

/**
 * Providers' keys, one entry each in the platform's secure store. Memory and database only record which providers have
 * one; a key is read when needed and forgotten afterwards.
 */
export class ProviderKeys {
  readonly #options: ProviderKeysOptions;
  readonly #storageOf: Map<string, Storage>;
  readonly #writes = new Mutex();

  private constructor(options: ProviderKeysOptions, storageOf: Map<string, Storage>) {
    this.#options = options;
    this.#storageOf = storageOf;
  }

  static async open(options: ProviderKeysOptions): Promise<ProviderKeys> {
    const rows = await options.database.selectFrom('provider_keys').selectAll().execute();
    const storageOf = new Map(rows.map(({ name, storage }) => [name, storage as Storage]));
    return new ProviderKeys(options, storageOf);
  }

  /** From memory. */
  has(secretName: string): boolean {
    return this.#storageOf.has(secretName);
  }

  /** A notice if keys are stored in files. */
  notices(): Said<Notice>[] {
    const inFiles = [...this.#storageOf.values()].filter((storage) => storage === 'file').length;
    if (inFiles === 0) return [];
    return [
      withAdvice(
        { id: 'provider-keys-in-files', level: 'info' },
        {
          message: [say('keysInFiles', { store: this.#options.storeName })],
          hint: [say('moveKeysToStore')],
        },
      ),
    ];
  }

  /**
   * The key; undefined if none exists, or if it was removed from the store. Throws MISSING_API_KEY if the store does
   * not open.
   */
  async read(secretName: string, noun: SecretNoun = 'key'): Promise<string | undefined> {
    const storage = this.#storageOf.get(secretName);
    if (storage === undefined) return undefined;
    const key = await this.#storeOf(secretName, storage)
      .read()
      .catch((error: unknown) => {
        this.#options.logger.warn({ error }, 'A key cannot be read from the secure store.');
        throw new AppError('MISSING_API_KEY', {
          message: say(words[noun].locked, { store: this.#options.storeName }),
          hint: say('unlockIt'),
        });
      });
    if (key === undefined) await this.#forget(secretName);
    return key;
  }

  /** Stores the key. Throws KEY_STORE_UNAVAILABLE if there is no secure store and the user did not choose the file. */
  write(secretName: string, key: string, noun: SecretNoun = 'key'): Promise<void> {
    return this.#writes.run(async () => {
      const storage = await this.#kept(secretName, key, noun);
      await this.#note(secretName, storage);
      this.#storageOf.set(secretName, storage);
    });
  }

  /** Forgets the key; one that is not there is no error. Throws KEY_STORE_UNAVAILABLE when the store does not open. */
  remove(secretName: string, noun: SecretNoun = 'key'): Promise<void> {
    return this.#writes.run(async () => {
      const storage = this.#storageOf.get(secretName);
      if (storage === undefined) return;
      try {
        await this.#storeOf(secretName, storage).remove();
      } catch (error) {
        throw this.#refusal(error, say(words[noun].notDeleted));
      }
      await this.#forget(secretName);
    });
  }

  async #kept(secretName: string, key: string, noun: SecretNoun): Promise<Storage> {
    const { secure, file } = this.#options.stores(secretName);
    try {
      await secure.write(key);
    } catch (error) {
      const isAbsent = error instanceof SecretStoreError && error.reason === 'absent';
      if (!isAbsent || this.#options.storage() !== 'file')
        throw this.#refusal(error, say(words[noun].notSaved));
      // A kill leaves no key in a file of which no one knows; a row without its key is forgotten when it is read.
      await this.#note(secretName, 'file');
      await file.write(key);
      return 'file';
    }
    // It may lie in a file from the time without a store.
    await file.remove();
    return 'secure-store';
  }

  async #note(name: string, storage: Storage): Promise<void> {
    await this.#options.database
      .insertInto('provider_keys')
      .values({ name, storage })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ storage }))
      .execute();
  }

  #refusal(error: unknown, what: Message): AppError {
    const { storeName, logger } = this.#options;
    logger.warn({ error }, 'The secure store cannot be used.');
    if (error instanceof SecretStoreError && error.reason === 'absent') {
      return new AppError('KEY_STORE_UNAVAILABLE', {
        message: say('noSecureStore', { store: storeName, what }),
        remedy: say('keepKeysInFiles'),
      });
    }
    return new AppError('KEY_STORE_UNAVAILABLE', {
      message: say('secureStoreLocked', { what, store: storeName }),
      hint: say('unlockIt'),
    });
  }

  #storeOf(secretName: string, storage: Storage): SecretStore {
    const { secure, file } = this.#options.stores(secretName);
    return storage === 'file' ? file : secure;
  }

  async #forget(secretName: string): Promise<void> {
    await this.#options.database.deleteFrom('provider_keys').where('name', '=', secretName).execute();
    this.#storageOf.delete(secretName);
  }
}
