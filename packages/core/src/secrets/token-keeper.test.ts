import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { silentLogger } from '../base/index.ts';
import {
  type DataProtection,
  DpapiSecretStore,
  FileSecretStore,
  type SecretStore,
  SecretStoreError,
} from './secret-stores.ts';
import { TokenKeeper } from './token-keeper.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

class MemoryStore implements SecretStore {
  secret: string | undefined;
  failure: SecretStoreError | undefined;

  async read() {
    if (this.failure) throw this.failure;
    return this.secret;
  }

  async write(secret: string) {
    if (this.failure) throw this.failure;
    this.secret = secret;
  }

  async remove() {
    this.secret = undefined;
  }
}

const keeper = (store: SecretStore, file = join(folder, 'api-token')) =>
  new TokenKeeper({
    store,
    fallback: new FileSecretStore(file),
    storeName: 'the store',
    logger: silentLogger,
  });

test('a token is 32 random bytes, kept across restarts, replaced on request', async () => {
  const store = new MemoryStore();
  const first = keeper(store);
  const token = await first.current();
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  assert.equal(first.storage(), 'secure-store');
  assert.deepEqual(first.notices(), []);
  assert.equal(await keeper(store).current(), token);
  const next = await first.regenerate();
  assert.notEqual(next, token);
  assert.equal(await first.current(), next);
  assert.equal(await keeper(store).current(), next);
});

test('calls at the same time agree on one token', async () => {
  const one = keeper(new MemoryStore());
  assert.equal(new Set(await Promise.all([one.current(), one.current(), one.current()])).size, 1);
});

test('without a store the token lies in a file of mode 600, with a warning, and moves once there is a store', async () => {
  const store = new MemoryStore();
  store.failure = new SecretStoreError('absent', undefined);
  const first = keeper(store);
  const token = await first.current();
  assert.equal(first.storage(), 'file');
  assert.deepEqual(
    first.notices().map((notice) => notice.id),
    ['secret-store-absent'],
  );
  if (hasModes) assert.equal(statSync(join(folder, 'api-token')).mode & 0o777, 0o600);
  assert.equal(await keeper(store).current(), token);
  store.failure = undefined;
  const later = keeper(store);
  assert.equal(await later.current(), token);
  assert.equal(later.storage(), 'secure-store');
});

test('a locked store gives a token for this run only, overwrites nothing, and warns', async () => {
  const store = new MemoryStore();
  const kept = await keeper(store).current();
  store.failure = new SecretStoreError('locked', undefined);
  const locked = keeper(store);
  assert.notEqual(await locked.current(), kept);
  assert.equal(locked.storage(), 'memory');
  assert.deepEqual(
    locked.notices().map(({ id, message }) => [id, /^The store is locked/.test(message)]),
    [['secret-store-locked', true]],
  );
  store.failure = undefined;
  assert.equal(await keeper(store).current(), kept);
});

test('a new token that no place takes is an error; the old one is refused at once and does not come back', async () => {
  const store = new MemoryStore();
  const first = keeper(store, join(folder, 'no-such-folder', 'api-token'));
  const old = await first.current();
  const write = store.write;
  store.write = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  await assert.rejects(first.regenerate(), { message: /could not be stored. The old one no longer works\./ });
  assert.notEqual(await first.current(), old);
  store.write = write;
  assert.notEqual(await keeper(store).current(), old);
});

test('a token made while the store was locked replaces what the store has, whenever it opens', async () => {
  const store = new MemoryStore();
  const first = keeper(store);
  const old = await first.current();
  store.failure = new SecretStoreError('locked', undefined);
  const token = await first.regenerate();
  assert.equal(await keeper(store).current(), token);
  store.failure = undefined;
  const later = keeper(store);
  assert.equal(await later.current(), token);
  assert.equal(store.secret, token);
  assert.equal(existsSync(join(folder, 'api-token')), false, 'no second place has a token');
  assert.notEqual(token, old);
});

test('without store and file there is still a token', async () => {
  const store = new MemoryStore();
  store.failure = new SecretStoreError('absent', undefined);
  const broken = keeper(store, join(folder, 'no-such-folder', 'api-token'));
  assert.match(await broken.current(), /^[A-Za-z0-9_-]{43}$/);
  assert.equal(broken.storage(), 'memory');
});

test('the Windows store writes only what the data protection facility gave, and says when it cannot be opened', async () => {
  const path = join(folder, 'token.dpapi');
  const flip = (data: Uint8Array) => Uint8Array.from(data, (byte) => byte ^ 0xff);
  const facility: DataProtection = { protectData: flip, unprotectData: flip };
  const store = new DpapiSecretStore(path, async () => facility);
  assert.equal(await store.read(), undefined);
  await store.write('secret');
  assert(!readFileSync(path).includes('secret'));
  assert.equal(await store.read(), 'secret');
  const refusing: DataProtection = {
    ...facility,
    unprotectData: () => {
      throw new Error('Key not valid for use in specified state.');
    },
  };
  await assert.rejects(new DpapiSecretStore(path, async () => refusing).read(), /locked/);
  writeFileSync(path, '');
  if (process.platform !== 'win32') await assert.rejects(new DpapiSecretStore(path).write('x'), /absent/);
});
