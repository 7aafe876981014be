import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '../database/database.ts';
import { testAccount, testDatabase } from '../fixtures/test-database.ts';
import { Sessions } from './sessions.ts';

let database: Database;
before(async () => {
  database = await testDatabase(undefined);
});
after(() => database.close());

const kindOf = async (sessions: Sessions, cookie: string) => (await sessions.of(cookie))?.kind;

test("another admin key ends the administrators' sessions on every node, and no one else's", async () => {
  const { tokenId } = await testAccount(database, 0n);
  const [old, other, node] = ['the old key', 'the new key', 'the old key'].map(
    (key) => new Sessions(database, key),
  );
  assert(old && other && node);
  const [admin = ''] = (await old.begin(null)).split(';');
  const [owner = ''] = (await old.begin(tokenId)).split(';');
  assert.deepEqual([await kindOf(node, admin), await kindOf(node, owner)], ['admin', 'account']);
  assert.deepEqual([await kindOf(other, admin), await kindOf(other, owner)], [undefined, 'account']);
  await node.end(admin);
  await other.end(owner);
  assert.deepEqual([await kindOf(old, admin), await kindOf(old, owner)], [undefined, undefined]);
});
