import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { type Extract, extract, pack } from 'tar-stream';
import { dataFolderAt } from '../base/index.ts';
import { lockInstance } from '../database/index.ts';
import { makeTestData, stateOf } from './fixtures/test-data.ts';
import { lockBackups, makeBackup } from './make-backup.ts';
import { commitRestore, finishRestore, stageRestore } from './restore-backup.ts';

/** Windows has none: the access list of the folder says who may read. */
const hasModes = process.platform !== 'win32';

const folder = temporaryFolder();
let source: string;
let tar: string;
before(async () => {
  source = join(folder, 'source');
  tar = join(folder, 'backup.tar');
  await makeTestData(source, 'spoken');
  await back(source, tar);
});

const quiet = () => undefined;
const back = (dataFolder: string, file: string, overwrite = true) =>
  makeBackup({ dataFolder, file, overwrite, passphrase: undefined }, quiet);
const stage = (dataFolder: string, file: string, isNewFolder = false) =>
  stageRestore({ dataFolder, file, isNewFolder }, quiet);
/** A data folder of its own with other data. */
async function other(name: string): Promise<string> {
  const root = join(folder, name);
  await makeTestData(root, 'old');
  return root;
}
const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected;

test('what is backed up while another process writes is restored as it was, and nothing else is left', async () => {
  const root = await other('busy');
  const writer = new DatabaseSync(join(source, 'quoth.db'));
  writer.exec('BEGIN IMMEDIATE');
  writer.exec("UPDATE recordings SET text = 'not committed'");
  const file = join(folder, 'busy.tar');
  const result = await back(source, file);
  writer.exec('ROLLBACK');
  writer.close();
  assert.deepEqual([result.recordings, result.audio_files, result.keys], [3, 3, 0]);
  if (hasModes) assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(file).size, result.bytes);
  const staged = await stage(root, file);
  assert.deepEqual([staged.summary.recordings, staged.summary.audio_files], [3, 3]);
  assert.notEqual(stateOf(root), stateOf(source), 'checking changes nothing');
  await commitRestore(staged);
  staged.release();
  assert.equal(stateOf(root), stateOf(source));
  assert.deepEqual(
    readdirSync(root).filter((name) => /restor|backing/.test(name)),
    [],
  );
});

test('a backup has no token, and a recording whose audio was deleted meanwhile is counted', async () => {
  const root = await other('tokens');
  const database = new DatabaseSync(join(root, 'quoth.db'));
  database.exec(
    "INSERT INTO named_tokens (id, hash, name, name_key, scopes, created_ms) VALUES ('1', 'secret-hash', 'n', 'n', '[]', 0)",
  );
  const [first] = database.prepare('SELECT audio_file FROM recordings').all();
  database.close();
  rmSync(join(root, 'audio', String(first?.audio_file)));
  writeFileSync(join(root, 'api-token'), 'the-token');
  const file = join(folder, 'tokens.tar');
  const result = await back(root, file);
  assert.deepEqual([result.audio_files, result.missing_audio], [2, 1]);
  const bytes = readFileSync(file);
  assert(!bytes.includes('secret-hash') && !bytes.includes('the-token'));
});

test('a file is not overwritten unasked, and none is written into the data folder', async () => {
  await assert.rejects(back(source, tar, false), code('ALREADY_EXISTS'));
  await assert.rejects(back(source, join(source, 'b.tar')), code('INVALID_REQUEST'));
  await assert.rejects(back(source, folder), code('INVALID_REQUEST'));
  await assert.rejects(back(source, join(folder, 'none', 'b.tar')), code('FILE_NOT_FOUND'));
  await assert.rejects(back(join(folder, 'nothing'), join(folder, 'b.tar')), code('FILE_NOT_FOUND'));
  const lock = lockBackups(source);
  await assert.rejects(back(source, tar), code('BUSY'));
  lock.release();
});

test('a restore into another folder wants a new or empty one', async () => {
  const root = await other('full');
  await assert.rejects(stage(root, tar, true), code('ALREADY_EXISTS'));
  const fresh = join(folder, 'fresh');
  const staged = await stage(fresh, tar, true);
  await commitRestore(staged);
  staged.release();
  assert.equal(stateOf(fresh), stateOf(source));
});

test('while the application has the data folder, nothing is put into place', async () => {
  const root = await other('running');
  const before = stateOf(root);
  const lock = lockInstance(join(root, 'instance.lock'));
  const staged = await stage(root, tar);
  await assert.rejects(commitRestore(staged), code('ALREADY_RUNNING'));
  staged.release();
  await finishRestore(dataFolderAt(root));
  assert.equal(stateOf(root), before);
  assert(!existsSync(join(root, 'restoring')), 'what was unpacked is deleted by the next start');
  lock.release();
});

/** The backup with one change to its entries. */
async function changed(
  name: string,
  change: (entry: {
    name: string;
    type: string;
    linkname: string;
    bytes: Buffer;
  }) => typeof entry | undefined,
  extra: readonly { name: string; type?: 'symlink' | 'file'; linkname?: string; bytes: Buffer }[] = [],
): Promise<string> {
  const out = pack();
  const entries: Extract = extract();
  entries.end(readFileSync(tar));
  for await (const entry of entries) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    const next = change({ name: entry.header.name, type: 'file', linkname: '', bytes: Buffer.concat(parts) });
    if (entry.header.name === 'manifest.json') for (const each of extra) add(each);
    if (next) add(next);
  }
  function add({
    name,
    type = 'file',
    linkname = '',
    bytes,
  }: {
    name: string;
    type?: string;
    linkname?: string;
    bytes: Buffer;
  }) {
    out.entry({ name, type: type as 'file', ...(linkname !== '' && { linkname }) }, bytes);
  }
  out.finalize();
  const parts: Buffer[] = [];
  for await (const part of out) parts.push(part as Buffer);
  const path = join(folder, `${name}.tar`);
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

test('a hostile, damaged or cut-off backup is refused in words, and touches nothing', async () => {
  const root = await other('hostile');
  const before = stateOf(root);
  const outside = join(folder, 'outside');
  const same = <Entry>(entry: Entry) => entry;
  const bytes = Buffer.from('x');
  const cut = (share: number) => {
    const path = join(folder, `cut-${share}.tar`);
    cpSync(tar, path);
    truncateSync(path, Math.floor((statSync(tar).size * share) / 512) * 512);
    return path;
  };
  const random = join(folder, 'random.tar');
  writeFileSync(random, Buffer.alloc(10_000, 7));
  const deep = 'audio/2026/11/../../../../../outside';
  const files = {
    traversal: await changed('traversal', same, [{ name: deep, bytes }]),
    absolute: await changed('absolute', same, [{ name: outside, bytes }]),
    link: await changed('link', same, [
      { name: 'audio/2026/11/x', type: 'symlink', linkname: '/etc/passwd', bytes: Buffer.alloc(0) },
    ]),
    unlisted: await changed('unlisted', same, [
      { name: 'audio/2026/11/3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b.wav', bytes },
    ]),
    twice: await changed('twice', same, [{ name: 'quoth.db', bytes }]),
    altered: await changed('altered', (entry) =>
      entry.name.endsWith('.wav') ? { ...entry, bytes: Buffer.from(entry.bytes).fill(1) } : entry,
    ),
    unfinished: await changed('unfinished', (entry) => (entry.name === 'manifest.json' ? undefined : entry)),
    list: await changed('list', (entry) =>
      entry.name === 'manifest.json' ? { ...entry, bytes: Buffer.from('{"files":') } : entry,
    ),
    anonymous: await changed('anonymous', (entry) =>
      entry.name === 'quoth-backup.json' ? undefined : entry,
    ),
    empty: cut(0),
    half: cut(0.5),
    nearlyWhole: cut(0.99),
    random,
  };
  for (const [name, file] of Object.entries(files)) {
    await assert.rejects(stage(root, file), code('INVALID_REQUEST'), name);
    assert.equal(stateOf(root), before, name);
    assert(!existsSync(outside), name);
    assert(!existsSync(join(root, 'restoring')), name);
  }
  await assert.rejects(stage(root, join(folder, 'missing.tar')), code('FILE_NOT_FOUND'));
});

test('a backup of a newer format or with newer tables says which version to install', async () => {
  const root = await other('newer');
  const newer = await changed('newer', (entry) => {
    if (entry.name !== 'quoth-backup.json') return entry;
    const about = { ...(JSON.parse(String(entry.bytes)) as object), version: 2, app_version: '9.0.0' };
    return { ...entry, bytes: Buffer.from(JSON.stringify(about)) };
  });
  await assert.rejects(stage(root, newer), /made by Quoth 9\.0\.0/);
  const data = await other('newer-tables');
  const database = new DatabaseSync(join(data, 'quoth.db'));
  database.exec("INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')");
  database.close();
  await back(data, join(folder, 'newer-tables.tar'));
  await assert.rejects(stage(root, join(folder, 'newer-tables.tar')), /newer version of Quoth/);
});

test('a model of a package stays with its package: the backup is restored without it', async () => {
  const root = await other('packaged');
  const database = new DatabaseSync(join(root, 'quoth.db'));
  database.exec(
    "INSERT INTO models (id, file, status, source, size_bytes, place) VALUES ('m', '/usr/share/quoth/models/m.gguf', 'installed', 'found', 1, 1)",
  );
  database.close();
  const file = join(folder, 'packaged.tar');
  await back(root, file);
  const restored = join(folder, 'restored-without-package');
  const staged = await stage(restored, file, true);
  await commitRestore(staged);
  staged.release();
  const after = new DatabaseSync(join(restored, 'quoth.db'));
  assert.deepEqual(after.prepare('SELECT id FROM models').all(), []);
  after.close();
});

test('a database that leads out of its folder, or does more than ours, is refused', async () => {
  const root = await other('hostile-rows');
  const statements = {
    audio: "UPDATE recordings SET audio_file = '../../outside' WHERE seq = 1",
    incoming: `UPDATE recordings SET options = '{"incoming":"../quoth.db"}' WHERE seq = 1`,
    model:
      "INSERT INTO models (id, file, status, source, size_bytes, place) VALUES ('m', '../../x', 'installed', 'import', 1, 1)",
    trigger: 'CREATE TRIGGER evil AFTER INSERT ON recordings BEGIN DELETE FROM recordings; END',
    view: 'CREATE VIEW evil AS SELECT * FROM recordings',
  };
  for (const [name, statement] of Object.entries(statements)) {
    const copy = join(folder, `${name}.db`);
    cpSync(join(source, 'quoth.db'), copy);
    const database = new DatabaseSync(copy);
    database.exec(statement);
    database.close();
    await assert.rejects(stage(root, copy), code('INVALID_REQUEST'), name);
  }
});

test('killed at any moment, a restore leaves the old or the new data', async () => {
  const whole = await other('kills');
  const [old, fresh] = [stateOf(whole), stateOf(source)];
  const child = join(import.meta.dirname, 'fixtures', 'restore-child.ts');
  for (let run = 0; run < 8; run++) {
    const root = join(folder, `kill-${run}`);
    cpSync(whole, root, { recursive: true });
    const restoring = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child, root, tar], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((resolve) => restoring.once('close', resolve));
    // Some before it has checked, most right after: that is where files are moved.
    if (run % 4 !== 0) await new Promise((resolve) => restoring.stdout.once('data', resolve));
    await sleep(run % 4 === 0 ? run * 40 : run - 1);
    restoring.kill('SIGKILL');
    await ended;
    await finishRestore(dataFolderAt(root));
    const state = stateOf(root);
    assert([old, fresh].includes(state), `run ${run}`);
    assert(!existsSync(join(root, 'restoring')), `run ${run}`);
    rmSync(root, { recursive: true });
  }
});

test('whichever of its moves was the last, the next start finishes a restore that was decided', async () => {
  const whole = await other('moves');
  for (let done = 0; done <= 4; done++) {
    const root = join(folder, `moves-${done}`);
    cpSync(whole, root, { recursive: true });
    const staged = await stage(root, tar);
    staged.release();
    const restoring = join(root, 'restoring');
    writeFileSync(
      join(restoring, 'ready.json'),
      JSON.stringify({ at: new Date(0).toISOString(), keeps_replaced: false }),
    );
    mkdirSync(join(restoring, 'old'));
    const moves = [
      [join(root, 'audio'), join(restoring, 'old', 'audio-1')],
      [join(restoring, 'audio'), join(root, 'audio')],
      [join(root, 'quoth.db'), join(restoring, 'old', 'quoth.db')],
      [join(restoring, 'quoth.db'), join(root, 'quoth.db')],
    ] as const;
    for (const [from, to] of moves.slice(0, done)) {
      cpSync(from, to, { recursive: true });
      rmSync(from, { recursive: true });
    }
    await finishRestore(dataFolderAt(root));
    assert.equal(stateOf(root), stateOf(source), `after ${done} moves`);
    assert(!existsSync(restoring));
  }
});
