import { randomBytes } from 'node:crypto';
import type { Notice } from '@quoth/contract';
import { type Logger, Mutex } from '../base/index.ts';
import { type SecretStore, SecretStoreError } from './secret-store.ts';

export interface TokenKeeperOptions {
  readonly store: SecretStore;
  /** Used if the platform has no store. */
  readonly fallback: SecretStore;
  /** Such as `the Secret Service`; for words to the user. */
  readonly storeName: string;
  readonly logger: Logger;
}

type Storage = 'secure-store' | 'file' | 'memory';

interface Kept {
  readonly token: string;
  readonly storage: Storage;
}

/**
 * The bearer token: 32 random bytes, created once, the same across restarts (contract, section 2.4). Without a store it is kept in a file; with a
 * locked store it is valid for this run only. Neither stops the API.
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

  /** Creates and stores a new token; the old one is no longer accepted. */
  regenerate(): Promise<string> {
    return this.#mutex.run(async () => {
      this.#kept = await this.#keep(newToken());
      return this.#kept.token;
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

  notices(): Notice[] {
    const { storeName } = this.#options;
    if (this.#kept?.storage === 'file') {
      return [
        {
          id: 'secret-store-absent',
          level: 'warning',
          message: `This machine has no secure store (${storeName}), so the token is stored in a file that only you can read.`,
          hint: 'Nothing needs to be done. With a keyring service running, regenerate the token to move it there.',
        },
      ];
    }
    if (this.#kept?.storage === 'memory') {
      return [
        {
          id: 'secret-store-locked',
          level: 'warning',
          message: `${storeName} is locked or did not respond, so the token is valid for this run only.`,
          hint: 'Unlock the keyring and start Quoth again to use the stored token.',
        },
      ];
    }
    return [];
  }

  async #load(): Promise<Kept> {
    const { store, fallback } = this.#options;
    try {
      const token = await store.read();
      if (token !== undefined && isToken(token)) return { token, storage: 'secure-store' };
    } catch (error) {
      if (!this.#isAbsent(error)) return { token: newToken(), storage: 'memory' };
      const kept = await this.#readFallback();
      return kept === undefined ? this.#keepInFile(newToken()) : kept;
    }
    // A token from the time without a store moves into it.
    // One that cannot be read is as good as none: a new one is made.
    const earlier = await fallback.read().catch(() => undefined);
    return this.#keep(earlier !== undefined && isToken(earlier) ? earlier : newToken());
  }

  async #readFallback(): Promise<Kept | undefined> {
    try {
      const token = await this.#options.fallback.read();
      return token !== undefined && isToken(token) ? { token, storage: 'file' } : undefined;
    } catch (error) {
      this.#options.logger.warn({ error }, 'The token file cannot be read.');
      return { token: newToken(), storage: 'memory' };
    }
  }

  async #keep(token: string): Promise<Kept> {
    try {
      await this.#options.store.write(token);
      return { token, storage: 'secure-store' };
    } catch (error) {
      return this.#isAbsent(error) ? this.#keepInFile(token) : { token, storage: 'memory' };
    }
  }

  async #keepInFile(token: string): Promise<Kept> {
    try {
      await this.#options.fallback.write(token);
      return { token, storage: 'file' };
    } catch (error) {
      this.#options.logger.warn({ error }, 'The token file cannot be written.');
      return { token, storage: 'memory' };
    }
  }

  #isAbsent(error: unknown): boolean {
    const absent = error instanceof SecretStoreError && error.reason === 'absent';
    this.#options.logger.warn({ error, absent }, 'The secure store cannot be used.');
    return absent;
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
