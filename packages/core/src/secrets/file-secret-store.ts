import { chmod, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '@quoth/contract';
import { writeWhole } from '../base/index.ts';
import type { SecretStore } from './secret-store.ts';

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
