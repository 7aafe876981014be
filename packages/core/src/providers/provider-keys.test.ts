import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { AppError, type Settings } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { silentLogger } from '../base/index.ts';
import { openDatabase } from '../database/index.ts';
import { FileSecretStore, type SecretStore, SecretStoreError } from '../secrets/index.ts';
import { ProviderKeys } from './provider-keys.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

const KEY = 'sk-marker-key-4711';

async function machine(context: TestContext) {
  const folder = temporaryFolder();
  const database = await openDatabase(join(folder, 'quoth.db'));
  context.after(() => database.destroy());
  const secrets = new Map<string, string>();
  const state = {
    trouble: undefined as 'absent' | 'locked' | undefined,
    storage: 'secure-store' as Settings['keyStorage'],
  };
  const secure = (name: string): SecretStore => {
    const reached = () => {
      if (state.trouble) throw new SecretStoreError(state.trouble, undefined);
    };
    return {
      read: async () => {
        reached();
        return secrets.get(name);
      },
      write: async (secret) => {
        reached();
        secrets.set(name, secret);
      },
      remove: async () => {
        reached();
        secrets.delete(name);
      },
    };
  };
  const open = () =>
    ProviderKeys.open({
      database,
      stores: (name) => ({
        secure: secure(name),
        file: new FileSecretStore(join(folder, 'provider-keys', name), { makesFolder: true }),
      }),
      storeName: 'the Keychain',
      storage: () => state.storage,
      logger: silentLogger,
    });
  return { folder, secrets, state, open };
}

const refused = (hint: RegExp) => (error: unknown) =>
  error instanceof AppError &&
  error.code === 'KEY_STORE_UNAVAILABLE' &&
  hint.test(`${error.message} ${error.hint}`);

test('a key is only in the secure store; which providers have one is known after a restart too', async (context) => {
  const { folder, secrets, open } = await machine(context);
  const keys = await open();
  assert.equal(keys.has('one'), false);
  await keys.write('one', KEY);
  assert.equal(secrets.get('one'), KEY);
  const again = await open();
  assert.equal(again.has('one'), true);
  assert.equal(await again.read('one'), KEY);
  for (const file of ['quoth.db', 'quoth.db-wal']) {
    assert(!readFileSync(join(folder, file)).includes(KEY), `${file} holds the key`);
  }
  await again.remove('one');
  assert.deepEqual([again.has('one'), secrets.size, (await open()).has('one')], [false, 0, false]);
});

test('without a secure store a key is refused, unless the user chose the file', async (context) => {
  const { folder, secrets, state, open } = await machine(context);
  const keys = await open();
  state.trouble = 'absent';
  await assert.rejects(keys.write('one', KEY), refused(/no secure store.*keyStorage file/));
  await assert.rejects(
    keys.write('two', KEY, 'signing secret'),
    refused(/so the signing secret was not saved.*then try again/),
  );
  assert.equal(keys.has('one'), false);
  state.storage = 'file';
  await keys.write('one', KEY);
  const path = join(folder, 'provider-keys', 'one');
  if (hasModes) assert.equal(statSync(path).mode & 0o777, 0o600);
  if (hasModes) assert.equal(statSync(join(folder, 'provider-keys')).mode & 0o777, 0o700);
  assert.equal(await (await open()).read('one'), KEY);
  assert.deepEqual(
    keys.notices().map(({ id }) => id),
    ['provider-keys-in-files'],
  );
  // With a store again, the next key goes there and the file is gone.
  state.trouble = undefined;
  await keys.write('one', KEY);
  assert.equal(secrets.get('one'), KEY);
  assert.throws(() => statSync(path), { code: 'ENOENT' });
  assert.deepEqual(keys.notices(), []);
});

test('a locked store refuses keys in words, whatever the setting, and overwrites nothing', async (context) => {
  const { secrets, state, open } = await machine(context);
  const keys = await open();
  await keys.write('one', KEY);
  state.trouble = 'locked';
  state.storage = 'file';
  await assert.rejects(keys.write('one', 'other'), refused(/locked.*Unlock/));
  await assert.rejects(keys.remove('one'), refused(/could not be deleted/));
  await assert.rejects(
    keys.read('one'),
    (error: unknown) => error instanceof AppError && error.code === 'MISSING_API_KEY',
  );
  assert.deepEqual([secrets.get('one'), keys.has('one')], [KEY, true]);
});

test('a key that was removed from the store is reported as missing', async (context) => {
  const { secrets, open } = await machine(context);
  const keys = await open();
  await keys.write('one', KEY);
  secrets.clear();
  assert.equal(await keys.read('one'), undefined);
  assert.equal(keys.has('one'), false);
});

test('a key whose writing was cut off by a kill is known after the restart, and can be removed', async (context) => {
  const { folder, state, open } = await machine(context);
  Object.assign(state, { trouble: 'absent', storage: 'file' });
  const keys = await open();
  const path = join(folder, 'provider-keys', 'one');
  context.mock.method(FileSecretStore.prototype, 'write', async () => {
    mkdirSync(dirname(path));
    writeFileSync(path, KEY);
    throw new Error('killed');
  });
  await assert.rejects(keys.write('one', KEY), /killed/);
  const again = await open();
  assert.equal(await again.read('one'), KEY);
  await again.remove('one');
  assert(!existsSync(path));
});
