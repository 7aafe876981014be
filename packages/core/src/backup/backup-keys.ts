import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError, type Message, say } from '@quoth/contract';
import { Decrypter, Encrypter } from 'age-encryption';
import * as z from 'zod';
import { dataFolderAt } from '../base/index.ts';
import {
  FileSecretStore,
  platformSecretStore,
  type SecretStore,
  SecretStoreError,
} from '../secrets/index.ts';
import { DATABASE } from './backup-archive.ts';

/*
 * The keys of a backup: providers' keys, what signs actions' posts, and the shared token, by the names that they are
 * stored under. They are encrypted in the format of age, so that `age -d` opens them too; no key of a backup is ever
 * written to the disk as it is, but where this machine has no other place for keys.
 */

const SHARED_TOKEN = 'api-token';
const MAX_KEY_LENGTH = 8_192;
/**
 * A provider's key, an endpoint's, an action's secret: plain names, since they name files where there is no secure
 * store.
 */
const secretName = /^[a-z0-9][a-z0-9._:-]{0,199}$/i;
const keysSchema = z.record(z.string().regex(secretName), z.string().max(MAX_KEY_LENGTH));
export type Keys = Readonly<Record<string, string>>;

interface Stores {
  readonly secure: SecretStore;
  readonly file: SecretStore;
}

function storesOf(name: string, root: string): Stores {
  const file = name === SHARED_TOKEN ? join(root, name) : join(root, 'provider-keys', name);
  return {
    secure: platformSecretStore(name, root, process.platform).store,
    file: new FileSecretStore(file, { makesFolder: true }),
  };
}

/**
 * The keys of a data folder. Throws KEY_STORE_UNAVAILABLE where the secure store does not open: a backup without some
 * of them would not be what was asked for.
 */
export async function readKeys(root: string, names: readonly string[]): Promise<Keys> {
  const keys: Record<string, string> = {};
  for (const name of [...names, SHARED_TOKEN].filter((each) => secretName.test(each))) {
    const { secure, file } = storesOf(name, root);
    const key =
      (await secure.read().catch((error: unknown) => {
        if (error instanceof SecretStoreError && error.reason === 'absent') return undefined;
        throw new AppError('KEY_STORE_UNAVAILABLE', { cause: error });
      })) ?? (await file.read());
    if (key !== undefined) keys[name] = key;
  }
  return keys;
}

export async function encryptKeys(keys: Keys, passphrase: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return await encrypter.encrypt(JSON.stringify(keys));
}

/** Throws INVALID_REQUEST for a wrong passphrase, or keys that are damaged. */
export async function decryptKeys(encrypted: Uint8Array, passphrase: string): Promise<Keys> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return keysSchema.parse(JSON.parse(await decrypter.decrypt(encrypted, 'text')));
  } catch {
    throw new AppError('INVALID_REQUEST', {
      message: say('wrongPassphrase'),
      remedy: [say('restoreWithoutKeys'), say('nothingWasChanged')],
    });
  }
}

/**
 * Stores keys for restored data, also where the next start puts these into place. Where there is no secure store, only
 * what was kept in files before goes into files.
 */
export async function storeKeys(
  keys: Keys,
  root: string,
): Promise<{ stored: number; problem: Message | null }> {
  const folder = dataFolderAt(root);
  const unplaced = join(folder.restoring, DATABASE);
  const database = new DatabaseSync(existsSync(unplaced) ? unplaced : folder.database, { timeout: 30_000 });
  let stored = 0;
  try {
    const rows = database.prepare('SELECT name, storage FROM provider_keys').all();
    const inFiles = rows.filter(({ storage }) => storage === 'file').map(({ name }) => String(name));
    for (const [name, key] of Object.entries(keys)) {
      const { secure, file } = storesOf(name, root);
      try {
        await secure.write(key);
        database.prepare("UPDATE provider_keys SET storage = 'secure-store' WHERE name = ?").run(name);
      } catch (error) {
        const isAbsent = error instanceof SecretStoreError && error.reason === 'absent';
        if (!isAbsent) return { stored, problem: say('keyStoreLocked') };
        if (name !== SHARED_TOKEN && !inFiles.includes(name))
          return { stored, problem: say('keyStoreMissing') };
        await file.write(key);
      }
      stored++;
    }
    return { stored, problem: null };
  } finally {
    database.close();
  }
}
