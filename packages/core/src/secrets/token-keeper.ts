import { randomBytes } from 'node:crypto';
import { AppError, asAppError, DiskFull, type Notice, type Said, say, withAdvice } from '@quoth/contract';
import { type Logger, Mutex } from '../base/index.ts';
import { type SecretStore, SecretStoreError } from './secret-stores.ts';

export interface TokenKeeperOptions {
  readonly store: SecretStore;
  /** Used if the platform has no store. */
  readonly fallback: SecretStore;
  /** A name that is the same in every language, such as `Secret Service`; for words to the user. */
  readonly storeName: string;
  readonly logger: Logger;
}

type Storage = 'secure-store' | 'file' | 'memory';

interface Kept {
  readonly token: string;
  readonly storage: Storage;
  /** The disk took it nowhere; in memory for another reason, it is a locked store's. */
  readonly isDiskFull?: boolean;
}

/**
 * The bearer token: 32 random bytes, created once, the same across restarts. Without a store it is kept in a file; with
 * a locked store it is valid for this run only. Neither stops the API.
 */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  readonly #mutex = new Mutex();
  #kept: Kept | undefined;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  /** The token in force; created and stored by the first call ever. */
  async current(): Promise<string> {
    if (this.#kept) return this.#kept.token;
    return this.#mutex.run(async () => {
      this.#kept ??= await this.#load();
      return this.#kept.token;
    });
  }

  /**
   * Creates and stores a new token; from this call on, the old one is no longer accepted. Throws if no place can store
   * it: then it counts for this run, and the old one is deleted, so that it does not come back with the next.
   */
  regenerate(): Promise<string> {
    return this.#mutex.run(async () => {
      const token = newToken();
      this.#kept = { token, storage: 'memory' };
      const reason = await this.#store(token);
      if (reason === undefined) return token;
      const isDeleted = await this.#deleteStored();
      const isFull = this.#kept.isDiskFull === true;
      throw new AppError(isFull ? 'DISK_FULL' : 'INTERNAL_ERROR', {
        message: say(`newTokenNotStored${isFull ? 'DiskFull' : ''}${isDeleted ? '' : 'Yet'}`),
        hint: isFull
          ? say('freeSpaceThenNewToken')
          : say('unlockThenNewToken', { store: this.#options.storeName }),
      });
    });
  }

  /** Deletes the token where it is stored; the next use creates one. False if the store is locked and keeps it. */
  forget(): Promise<boolean> {
    return this.#mutex.run(async () => {
      this.#kept = undefined;
      await this.#options.fallback.remove();
      try {
        await this.#options.store.remove();
        return true;
      } catch (error) {
        return this.#isAbsent(error);
      }
    });
  }

  storage(): Storage | 'none' {
    return this.#kept?.storage ?? 'none';
  }

  notices(): Said<Notice>[] {
    const { storeName } = this.#options;
    if (this.#kept?.storage === 'file') {
      return [
        withAdvice(
          { id: 'secret-store-absent', level: 'info' },
          { message: [say('tokenInFile', { store: storeName })], hint: [say('tokenMayMove')] },
        ),
      ];
    }
    if (this.#kept?.isDiskFull) {
      return [
        withAdvice(
          { id: 'token-not-stored', level: 'warning' },
          { message: [say('tokenNotStoredDiskFull')], hint: [say('freeSpaceThenNewToken')] },
        ),
      ];
    }
    if (this.#kept?.storage === 'memory') {
      return [
        withAdvice(
          { id: 'secret-store-locked', level: 'warning' },
          {
            message: [say('tokenStoreLocked', { store: upperFirst(storeName) })],
            hint: [say('unlockKeyringRestart')],
          },
        ),
      ];
    }
    return [];
  }

  async #load(): Promise<Kept> {
    const { store, fallback, logger } = this.#options;
    let inFile: string | undefined;
    try {
      inFile = await fallback.read();
    } catch (error) {
      // The file's token may be newer than the store's, so the store is not used.
      logger.warn({ error }, 'The token file cannot be read.');
      return { token: newToken(), storage: 'memory' };
    }
    // There is a file only while its token could not be put into the store: it is newer than what the store has.
    if (inFile !== undefined && isToken(inFile)) {
      this.#kept = { token: inFile, storage: 'file' };
      await this.#moveIntoStore(inFile);
      return this.#kept;
    }
    try {
      const token = await store.read();
      if (token !== undefined && isToken(token)) return { token, storage: 'secure-store' };
    } catch (error) {
      // A locked store still has a token, which must not be replaced.
      if (!this.#isAbsent(error)) return { token: newToken(), storage: 'memory' };
    }
    const token = newToken();
    this.#kept = { token, storage: 'memory' };
    await this.#store(token);
    return this.#kept;
  }

  /** Stores it in the first place that takes it; the reason of the last one if none does. */
  async #store(token: string): Promise<unknown> {
    if (await this.#moveIntoStore(token)) return undefined;
    try {
      await this.#options.fallback.write(token);
      this.#kept = { token, storage: 'file' };
      return undefined;
    } catch (error) {
      this.#options.logger.warn({ error }, 'The token file cannot be written.');
      this.#kept = { token, storage: 'memory', isDiskFull: asAppError(error) instanceof DiskFull };
      return error;
    }
  }

  async #moveIntoStore(token: string): Promise<boolean> {
    const { store, fallback } = this.#options;
    try {
      await store.write(token);
      this.#kept = { token, storage: 'secure-store' };
    } catch (error) {
      this.#isAbsent(error);
      return false;
    }
    await fallback.remove().catch((error: unknown) => this.#notDeleted(error));
    return true;
  }

  /** False if an old token may be left. */
  async #deleteStored(): Promise<boolean> {
    const { store, fallback } = this.#options;
    const results = await Promise.all(
      [store, fallback].map((place) =>
        place.remove().then(
          () => true,
          (error: unknown) => this.#notDeleted(error),
        ),
      ),
    );
    return results.every(Boolean);
  }

  #notDeleted(error: unknown): boolean {
    // Where there is no store, none is left in it.
    const isAbsent = error instanceof SecretStoreError && error.reason === 'absent';
    if (!isAbsent) this.#options.logger.warn({ error }, 'An old token could not be deleted.');
    return isAbsent;
  }

  #isAbsent(error: unknown): boolean {
    const absent = error instanceof SecretStoreError && error.reason === 'absent';
    this.#options.logger.warn({ error, absent }, 'The secure store cannot be used.');
    return absent;
  }
}

function upperFirst(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
