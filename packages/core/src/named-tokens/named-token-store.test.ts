import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import {
  AppError,
  type CreateNamedTokenBody,
  createNamedTokenBody,
  limits,
  namedTokenPattern,
  type QuothEvent,
} from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { CompiledQuery, sql } from 'kysely';
import { DAY_MS, EventBus, silentLogger } from '../base/index.ts';
import { type Database, openDatabase } from '../database/index.ts';
import { NamedTokenStore } from './named-token-store.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

let folder: string;
let database: Database;
let tokens: NamedTokenStore;
let now: number;
let events: QuothEvent[];

beforeEach(async () => {
  folder = temporaryFolder();
  database = await openDatabase(join(folder, 'quoth.db'));
  now = Date.UTC(2026, 10, 22, 12);
  events = [];
  tokens = await open();
});
afterEach(async () => {
  await tokens.close();
  await database.destroy();
});

const clock = { now: () => now, monotonic: () => now };
const open = () => {
  const bus = new EventBus((error) => assert.fail(String(error)));
  bus.subscribe((event) => events.push(event));
  return NamedTokenStore.open({ database, dataFolder: folder, events: bus, clock, logger: silentLogger });
};
const body = (written: object): CreateNamedTokenBody =>
  createNamedTokenBody.parse({ scopes: ['transcribe'], ...written });
const refused =
  (words: RegExp, code = 'INVALID_REQUEST') =>
  (error: unknown) =>
    error instanceof AppError && error.code === code && words.test(error.message);

test('a token is shown once, known by it alone, and nowhere on the disk', async () => {
  const { token, named_token } = await tokens.create(
    body({ name: ' My  script ', scopes: ['events', 'events'] }),
  );
  assert(token !== null);
  assert.match(token, namedTokenPattern);
  assert.equal(named_token.name, 'My script');
  assert.deepEqual(tokens.identify(token), {
    tokenId: named_token.id,
    name: 'My script',
    scopes: new Set(['events']),
  });
  const almost = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const other of ['', 'quoth_', almost, token.toLowerCase(), `${token}x`, token.slice(6), `${token}\n`])
    assert.equal(tokens.identify(other), undefined, other);
  assert(!JSON.stringify([tokens.list(), events]).includes(token.slice(6)));
  await database.executeQuery(CompiledQuery.raw('PRAGMA wal_checkpoint(FULL)'));
  const files = readdirSync(folder);
  assert(files.includes('quoth.db'));
  for (const file of files)
    assert(!readFileSync(join(folder, file), 'latin1').includes(token.slice(6)), file);
  tokens = await open();
  assert.equal(tokens.identify(token)?.tokenId, named_token.id, 'after a restart too');
});

test('names are unique without case, plain, and free again after revoking', async () => {
  const { named_token } = await tokens.create(body({ name: 'Straße 1' }));
  for (const name of ['Straße 1', 'STRASSE 1'.replace('SS', 'ß'), 'ｓtraße 1'])
    await assert.rejects(tokens.create(body({ name })), refused(/already a token/, 'ALREADY_EXISTS'), name);
  for (const name of [
    '',
    ' ',
    '-x',
    'a\u202eb',
    'a\nb',
    'a\u0000',
    '../x',
    'x'.repeat(41),
    '<b>',
    'a\u200bb',
  ])
    assert(!createNamedTokenBody.safeParse({ name, scopes: ['events'] }).success, JSON.stringify(name));
  assert(!createNamedTokenBody.safeParse({ name: 'x', scopes: [] }).success, 'no scopes');
  assert(!createNamedTokenBody.safeParse({ name: 'x', scopes: ['everything'] }).success);
  await tokens.revoke(named_token.id.toUpperCase());
  await tokens.create(body({ name: 'straße 1' }));
  assert.deepEqual(
    tokens.list().map(({ name }) => name),
    ['straße 1'],
  );
});

test('a revoked token is refused before anything is written, and its followers are notified', async () => {
  const { token, named_token } = await tokens.create(body({ name: 'a', to_file: true }));
  assert.equal(token, null);
  const [file] = readdirSync(join(folder, 'program-tokens'));
  assert.equal(named_token.file, join(folder, 'program-tokens', 'a'));
  assert.equal(file, 'a');
  if (hasModes) assert.equal(statSync(named_token.file).mode & 0o777, 0o600);
  if (hasModes) assert.equal(statSync(join(folder, 'program-tokens')).mode & 0o777, 0o700);
  const written = readFileSync(named_token.file, 'utf8').trim();
  assert.equal(tokens.identify(written)?.name, 'a');
  const ended: string[] = [];
  tokens.onEnded((id) => ended.push(id));
  const revoking = tokens.revoke(named_token.id);
  assert.equal(tokens.identify(written), undefined);
  assert.deepEqual(ended, [named_token.id]);
  await revoking;
  assert.deepEqual(readdirSync(join(folder, 'program-tokens')), []);
  await assert.rejects(tokens.revoke(named_token.id), refused(/no token/));
  tokens = await open();
  assert.equal(tokens.identify(written), undefined, 'after a restart too');
});

test('a revoked token that the disk does not let go of is refused and listed as expired, and can be revoked again', async () => {
  const { named_token } = await tokens.create(body({ name: 'a', to_file: true, scopes: ['record'] }));
  await tokens.allow(named_token.id, 'always');
  const written = readFileSync(named_token.file ?? '', 'utf8').trim();
  // What SQLite says where the disk is full.
  await sql`create trigger refused before delete on named_tokens begin select raise(abort, 'full'); end`.execute(
    database,
  );
  await assert.rejects(
    tokens.revoke(named_token.id),
    refused(/count again after a restart/, 'INTERNAL_ERROR'),
  );
  assert.equal(tokens.identify(written), undefined);
  assert.equal(tokens.recordPermission(named_token.id), 'never');
  assert.deepEqual(
    tokens.list().map(({ name, expires_at }) => [name, expires_at]),
    [['a', new Date(now).toISOString()]],
  );
  await assert.rejects(tokens.create(body({ name: 'a' })), refused(/already a token/, 'ALREADY_EXISTS'));
  await sql`drop trigger refused`.execute(database);
  await tokens.revoke(named_token.id);
  assert.deepEqual([tokens.list(), readdirSync(join(folder, 'program-tokens'))], [[], []]);
  tokens = await open();
  assert.equal(tokens.identify(written), undefined);
});

test('only a token with the scope for recording is allowed to record', async () => {
  const { named_token } = await tokens.create(body({ name: 'Reader' }));
  await assert.rejects(tokens.allow(named_token.id, 'ask'), refused(/does not have the scope/, 'CONFLICT'));
  await assert.rejects(tokens.allow('unknown', 'ask'), refused(/no token with this id/));
});

test('a token with an end is refused from that moment on', async () => {
  await assert.rejects(
    tokens.create(body({ name: 'late', expires_at: new Date(now).toISOString() })),
    refused(/in the past/),
  );
  const { token } = await tokens.create(body({ name: 'a', expires_at: new Date(now + 1_000).toISOString() }));
  assert(token !== null);
  now += 999;
  assert(tokens.identify(token));
  now += 1;
  assert.equal(tokens.identify(token), undefined);
  assert.equal(tokens.list().length, 1, 'it stays in the list until it is revoked');
});

test('the end of a token is announced once, by the wall clock', async () => {
  const { named_token } = await tokens.create(
    body({ name: 'a', expires_at: new Date(now + 20).toISOString() }),
  );
  const reported = new Promise<string>((resolve) => tokens.onEnded(resolve));
  now += 20;
  // The store's own timer keeps no process alive.
  const waiting = setInterval(() => undefined, 1_000);
  assert.equal(await reported, named_token.id);
  clearInterval(waiting);
});

test('a file name is never a path; a file that cannot be written leaves no token', async () => {
  for (const name of ['Ünter', 'Übung'])
    await assert.rejects(tokens.create(body({ name, to_file: true })), refused(/file/), name);
  await tokens.create(body({ name: 'a..b', to_file: true }));
  const { named_token } = await tokens.create(body({ name: 'Claude Code', to_file: true }));
  assert.equal(named_token.file, join(folder, 'program-tokens', 'claude-code'));
  await assert.rejects(
    tokens.create(body({ name: 'claude-code' })),
    refused(/already a token named "Claude Code"/, 'ALREADY_EXISTS'),
  );
  rmSync(join(folder, 'program-tokens'), { recursive: true });
  writeFileSync(join(folder, 'program-tokens'), 'in the way');
  const before = tokens.list().length;
  await assert.rejects(tokens.create(body({ name: 'b', to_file: true })), { code: 'EEXIST' });
  assert.equal(tokens.list().length, before);
  rmSync(join(folder, 'program-tokens'));
  await tokens.create(body({ name: 'b', to_file: true }));
});

test('a token in a file is replaced under its name; one that was shown is not', async () => {
  const path = join(folder, 'program-tokens', 'zed');
  const first = await tokens.create(body({ name: 'Zed', to_file: true, replace: true }));
  const old = readFileSync(path, 'utf8').trim();
  await assert.rejects(
    tokens.create(body({ name: 'zed', to_file: true })),
    refused(/already a token/, 'ALREADY_EXISTS'),
  );
  const ended: string[] = [];
  tokens.onEnded((id) => ended.push(id));
  const wanted = { name: 'Zed', scopes: ['events'], to_file: true, replace: true };
  const { named_token } = await tokens.create(body(wanted));
  assert.deepEqual(ended, [first.named_token.id], 'what the old one has open ends');
  assert.equal(tokens.identify(old), undefined);
  const token = readFileSync(path, 'utf8').trim();
  assert.deepEqual([...(tokens.identify(token)?.scopes ?? [])], ['events']);
  assert.deepEqual(tokens.list(), [named_token]);
  await tokens.create(body({ name: 'Mine' }));
  const mine = body({ name: 'mine', to_file: true, replace: true });
  await assert.rejects(tokens.create(mine), refused(/has been shown to somebody/, 'ALREADY_EXISTS'));
  assert.equal(tokens.list().length, 2);
});

test('a token that ended while the clock was ahead ends once more when its time has come', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ended: string[] = [];
  tokens.onEnded((id) => ended.push(id));
  const { named_token } = await tokens.create(
    body({ name: 'a', expires_at: new Date(now + 3_600_000).toISOString() }),
  );
  const [day, minute] = [DAY_MS, 60_000];
  for (const [changeMs, expected] of [
    [day, 1],
    [-day, 1],
    [3_600_000, 2],
  ] as const) {
    now += changeMs;
    t.mock.timers.tick(minute);
    assert.deepEqual(ended, Array(expected).fill(named_token.id), String(changeMs));
  }
});

test('a token that a kill kept from its file gets there with the next start; one that does not count goes', async () => {
  const wanted = body({ name: 'Zed', to_file: true, replace: true });
  const path = join(folder, 'program-tokens', 'zed');
  await tokens.create(wanted);
  const old = readFileSync(path, 'utf8');
  await tokens.create(wanted);
  const fresh = readFileSync(path, 'utf8');
  for (const [inPlace, prepared] of [
    [old, fresh],
    [fresh, old],
  ] as const) {
    writeFileSync(path, inPlace);
    writeFileSync(`${path}.new`, prepared);
    await (await open()).close();
    assert.deepEqual(readdirSync(dirname(path)), ['zed']);
    assert.equal(readFileSync(path, 'utf8'), fresh);
  }
});

test('a token whose successor cannot be stored stays as it was', async () => {
  const wanted = body({ name: 'Zed', to_file: true, replace: true });
  const { named_token } = await tokens.create(wanted);
  const path = join(folder, 'program-tokens', 'zed');
  const old = readFileSync(path, 'utf8').trim();
  const isAsBefore = async () => {
    const again = await open();
    for (const store of [tokens, again]) assert.equal(store.identify(old)?.tokenId, named_token.id);
    await again.close();
    assert.equal(readFileSync(path, 'utf8').trim(), old);
  };
  mkdirSync(`${path}.new`);
  await assert.rejects(tokens.create(wanted), { code: process.platform === 'win32' ? 'EPERM' : 'EISDIR' });
  await isAsBefore();
  rmSync(`${path}.new`, { recursive: true });
  // What SQLite says where the disk is full.
  await sql`create trigger refused before insert on named_tokens begin select raise(abort, 'full'); end`.execute(
    database,
  );
  await assert.rejects(tokens.create(wanted), /full/);
  await isAsBefore();
  assert.deepEqual(readdirSync(join(folder, 'program-tokens')), ['zed']);
  await sql`drop trigger refused`.execute(database);
  await tokens.create(wanted);
  assert.equal(tokens.identify(old), undefined);
});

test('calls are counted by day and outcome, kept over a restart, and forgotten after 30 days', async () => {
  const { named_token } = await tokens.create(body({ name: 'a' }));
  tokens.used(named_token.id, 'done');
  tokens.used(named_token.id, 'done');
  tokens.used(named_token.id, 'refused');
  now += DAY_MS;
  tokens.used(named_token.id, 'failed');
  tokens.used('nobody', 'done');
  const [listed] = tokens.list();
  assert.deepEqual(
    listed?.calls.map(({ done, failed, refused: no }) => [done, failed, no]),
    [
      [0, 1, 0],
      [2, 0, 1],
    ],
  );
  assert.equal(listed?.last_used_at, new Date(now).toISOString());
  await tokens.close();
  tokens = await open();
  assert.deepEqual(tokens.list(), [listed]);
  now += 29 * DAY_MS;
  assert.equal(tokens.list()[0]?.calls.length, 1);
  await tokens.close();
  tokens = await open();
  tokens.used(named_token.id, 'done');
  await tokens.revoke(named_token.id);
  await tokens.close();
  assert.deepEqual(await database.selectFrom('named_token_calls').selectAll().execute(), []);
});

test('what was counted is on the disk once it is closed, also when a write of before was still under way', async (t) => {
  const { named_token } = await tokens.create(body({ name: 'a' }));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  tokens.used(named_token.id, 'done');
  t.mock.timers.tick(5_000);
  await tokens.close();
  await database.destroy();
  database = await openDatabase(join(folder, 'quoth.db'));
  const [counted] = await database.selectFrom('named_token_calls').selectAll().execute();
  assert.equal(counted?.done, 1);
});

test('the number of tokens is limited', async () => {
  await tokens.create(body({ name: 't' }));
  const row = await database.selectFrom('named_tokens').selectAll().executeTakeFirstOrThrow();
  // Written at once: each by itself waits for the disk.
  const more = Array.from({ length: limits.namedTokens - 1 }, (_, at) => ({
    ...row,
    ...{ id: `id-${at}`, hash: `hash-${at}`, name: `t${at}`, name_key: `t${at}` },
  }));
  await database.insertInto('named_tokens').values(more).execute();
  await tokens.close();
  tokens = await open();
  await assert.rejects(tokens.create(body({ name: 'one more' })), refused(/500 tokens/, 'LIMIT_REACHED'));
});
