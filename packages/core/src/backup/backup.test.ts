import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { AppError, type BackupChannel } from '@quoth/contract';
import { Child } from '@quoth/processes';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { programOf } from '@quoth/processes/places';
import { type Extract, extract, pack } from 'tar-stream';
import { DAY_MS, dataFolderAt } from '../base/index.ts';
import { deleteOldCopies, listDatabaseCopies, lockInstance } from '../database/index.ts';
import { inDatabase } from '../fixtures/in-database.ts';
import { readKeys } from './backup-keys.ts';
import { makeTestData, stateOf } from './fixtures/test-data.ts';
import { finishRestore } from './index.ts';
import { lockBackups, makeBackup } from './make-backup.ts';
import { commitRestore, stageRestore } from './restore-backup.ts';

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

/** Makes an entry of the vocabulary. */
const vocabularyRow = ({ phrase = 'phrase', written = 'text', languages = '[]', modes = '[]' }) =>
  `INSERT INTO vocabulary VALUES ('${randomUUID()}', '${phrase}', '${phrase}', '${written}', '${languages}', '${modes}')`;

const insertToken = 'INSERT INTO named_tokens (id, hash, name, name_key, scopes, created_ms) VALUES';

const quiet = () => undefined;
const back = (dataFolder: string, file: string, overwrite = true) =>
  makeBackup({ dataFolder, file, overwrite, passphrase: undefined }, quiet);
const stage = (dataFolder: string, file: string, isNewFolder = false) =>
  stageRestore({ dataFolder, file, isNewFolder }, quiet);
const finish = async (staged: Awaited<ReturnType<typeof stage>>) => {
  await commitRestore(staged);
  await staged.release();
};
/** The database of the other folder, with a change. */
function altered(name: string, change: string | ((database: DatabaseSync) => void)): string {
  const copy = join(folder, `${name}.db`);
  cpSync(join(source, 'quoth.db'), copy);
  inDatabase(copy, typeof change === 'string' ? (database) => database.exec(change) : change);
  return copy;
}
const rowsOf = (root: string, query: string) =>
  inDatabase(root, (database) => database.prepare(query).all()).map((row) => ({ ...row }));
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
  await finish(staged);
  assert.equal(stateOf(root), stateOf(source));
  assert.deepEqual(
    readdirSync(root).filter((name) => /restor|backing/.test(name)),
    [],
  );
});

test('a backup has no token, and a recording whose audio was deleted meanwhile is counted', async () => {
  const root = await other('tokens');
  const insert = `${insertToken} ('1', 'secret-hash', 'n', 'n', '[]', 0)`;
  inDatabase(root, (database) => database.exec(insert));
  const [first] = rowsOf(root, 'SELECT audio_file FROM recordings');
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
  await finish(staged);
  assert.equal(stateOf(fresh), stateOf(source));
});

test('while the application has the data folder, nothing is put into place', async () => {
  const root = await other('running');
  const before = stateOf(root);
  const lock = lockInstance(join(root, 'instance.lock'));
  const staged = await stage(root, tar);
  await assert.rejects(commitRestore(staged), code('ALREADY_RUNNING'));
  await staged.release();
  await finishRestore(dataFolderAt(root));
  assert.equal(stateOf(root), before);
  assert(!existsSync(join(root, 'restoring')), 'what was unpacked is deleted by the next start');
  lock.release();
});

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
  /** Where it is a link. */
  readonly linkname?: string;
}

/** The backup with one change to its entries. */
async function changed(
  name: string,
  change: (entry: Entry) => Entry | undefined,
  extra: readonly Entry[] = [],
): Promise<string> {
  const out = pack();
  const entries: Extract = extract();
  entries.end(readFileSync(tar));
  for await (const entry of entries) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    const next = change({ name: entry.header.name, bytes: Buffer.concat(parts) });
    if (entry.header.name === 'manifest.json') for (const each of extra) add(each);
    if (next) add(next);
  }
  function add({ name, linkname, bytes }: Entry) {
    out.entry({ name, type: 'file', ...(linkname !== undefined && { type: 'symlink', linkname }) }, bytes);
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
      { name: 'audio/2026/11/x', linkname: '/etc/passwd', bytes: Buffer.alloc(0) },
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
    // Within a header, the first and the last bytes of an entry, and its padding.
    ...Object.fromEntries(
      [...Array.from({ length: 25 }, (_, at) => at / 25), 0.99].map((share) => [`cut ${share}`, cut(share)]),
    ),
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
  const later = "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')";
  inDatabase(data, (database) => database.exec(later));
  await back(data, join(folder, 'newer-tables.tar'));
  await assert.rejects(stage(root, join(folder, 'newer-tables.tar')), /newer version of Quoth/);
});

test('a model of a package stays with its package: the backup is restored without it', async () => {
  const root = await other('packaged');
  const model =
    "INSERT INTO models (id, file, status, source, size_bytes, place) VALUES ('m', '/usr/share/quoth/models/m.gguf', 'installed', 'found', 1, 1)";
  inDatabase(root, (database) => database.exec(model));
  const file = join(folder, 'packaged.tar');
  await back(root, file);
  const restored = join(folder, 'restored-without-package');
  const staged = await stage(restored, file, true);
  await finish(staged);
  assert.deepEqual(rowsOf(restored, 'SELECT id FROM models'), []);
});

test('a database that leads out of its folder, or does more than ours, is refused', async () => {
  const root = await other('hostile-rows');
  const statements = {
    audio: "UPDATE recordings SET audio_file = '../../outside' WHERE seq = 1",
    incoming: `UPDATE recordings SET options = '{"options":{},"incoming":"../quoth.db"}' WHERE seq = 1`,
    incomingTwice: `UPDATE recordings SET options = '{"options":{},"incoming":"a","incoming":"../quoth.db"}' WHERE seq = 1`,
    model:
      "INSERT INTO models (id, file, status, source, size_bytes, place) VALUES ('m', '../../x', 'installed', 'import', 1, 1)",
    trigger: 'CREATE TRIGGER evil AFTER INSERT ON recordings BEGIN DELETE FROM recordings; END',
    triggerOfOurs:
      'DROP TRIGGER recording_texts_inserted; CREATE TRIGGER recording_texts_inserted AFTER INSERT ON recording_texts BEGIN DELETE FROM recordings; END',
    indexOfOurs:
      'DROP INDEX recordings_live; CREATE INDEX recordings_live ON recordings (seq) WHERE deleted_ms IS 0',
    noTrigger: 'DROP TRIGGER recording_texts_deleted',
    view: 'CREATE VIEW evil AS SELECT * FROM recordings',
    table: 'CREATE TABLE more (id TEXT)',
    noModes: 'DROP TABLE modes',
    noMigrations: 'DELETE FROM kysely_migration',
    oneMigrationLess: "DELETE FROM kysely_migration WHERE name = '0017-actions'",
    date: 'UPDATE recordings SET date_ms = -8640000000000001 WHERE seq = 1',
    lateDate: 'UPDATE recordings SET deleted_ms = 8640000000000001 WHERE seq = 1',
    number: 'UPDATE recordings SET attempts = 9223372036854775807 WHERE seq = 1',
    duration: 'UPDATE recordings SET duration_s = 9e999 WHERE seq = 1',
    status: "UPDATE recordings SET status = 'unheard of' WHERE seq = 1",
    options: "UPDATE recordings SET options = 'null' WHERE seq = 1",
    words: `UPDATE recordings SET words = '{"word":1}' WHERE seq = 1`,
    voiceLine: "UPDATE recordings SET voice_line = x'00' WHERE seq = 1",
    mode: "INSERT INTO modes VALUES ('m', 'M', 'm', '{', 1, 0, 0, 0, 0)",
    entryModes: vocabularyRow({ modes: '5' }),
    entryLanguages: vocabularyRow({ languages: '["no language"]' }),
    entryPhrase: vocabularyRow({ phrase: 'x'.repeat(201) }),
    entryText: vocabularyRow({ written: 'x'.repeat(500_000) }),
    entries: Array.from({ length: 1001 }, (_, at) => vocabularyRow({ phrase: `word ${at}` })).join(';'),
    changedEntries:
      "INSERT INTO changes (id, at_ms, kind, subject_id, title, seen, before) VALUES ('c', 0, 'vocabulary-changed', 's', '', 0, '[{\"phrase\":5}]')",
    change:
      "INSERT INTO changes (id, at_ms, kind, subject_id, title, seen) VALUES ('c', 0, 'unheard of', 's', '', 0)",
  };
  const before = stateOf(root);
  for (const [name, statement] of Object.entries(statements)) {
    await assert.rejects(stage(root, altered(name, statement)), code('INVALID_REQUEST'), name);
    assert.equal(stateOf(root), before, name);
    assert(!existsSync(join(root, 'restoring')), name);
  }
});

test('servers that the start would leave out are not restored, the others are', async () => {
  const root = await other('servers');
  const copy = altered('servers', (database) => {
    const insert = database.prepare('INSERT INTO provider_endpoints VALUES (?, ?, ?, NULL, ?)');
    insert.run('../../../outside', 'Outside', 'https://mine.example/v1', 0);
    insert.run('link-local', 'Far', 'http://[fe80::1]/v1', 1);
    for (let at = 2; at <= 52; at++) insert.run(`server-${at}`, 'Mine', 'https://mine.example/v1', at);
  });
  const staged = await stage(root, copy);
  assert.deepEqual(staged.summary.servers_left_out.sort(), ['Far', 'Mine', 'Outside']);
  await finish(staged);
  assert.deepEqual(
    rowsOf(root, 'SELECT id FROM provider_endpoints ORDER BY place'),
    Array.from({ length: 50 }, (_, at) => ({ id: `server-${at + 2}` })),
  );
});

test('what the question counts is what would run: an action with a doubled key is what Quoth reads', async () => {
  const root = await other('doubled');
  const copy = altered('doubled', (database) => {
    const insert = database.prepare(
      'INSERT INTO actions (id, name, name_key, does, sources, failures, sequence, created_ms) VALUES (?, ?, ?, ?, \'["dictation"]\', 0, 0, 0)',
    );
    const program = { kind: 'program', command: ['/bin/sh', '-c', 'x'] };
    insert.run('a', 'A', 'a', `{"kind":"file",${JSON.stringify(program).slice(1)}`);
    insert.run('b', 'B', 'b', '{"kind":"something of a later version"}');
  });
  const staged = await stage(root, copy);
  assert.deepEqual([staged.summary.actions, staged.summary.program_actions], [1, 1]);
  await finish(staged);
  const [first] = rowsOf(root, "SELECT does ->> '$.kind' AS kind FROM actions WHERE id = 'a'");
  assert.equal(first?.kind, 'program', 'and every reader reads the same');
});

test("a stranger's token opens nothing after a restore, the user's own does, as far as it does now", async () => {
  const root = await other('tokens-of-others');
  const copy = join(folder, 'tokens-of-others.db');
  const add = (place: string, id: string, name: string) =>
    inDatabase(place, (database) =>
      database.exec(`${insertToken} ('${id}', '${name}', '${name}', '${name}', '[]', 0)`),
    );
  add(root, '1', 'mine');
  cpSync(join(root, 'quoth.db'), copy);
  add(copy, '2', 'theirs');
  const widened = `UPDATE named_tokens SET scopes = '["record"]', record = 'always', file = '../../victim' WHERE id = '1'`;
  inDatabase(copy, (database) => database.exec(widened));
  const staged = await stage(root, copy);
  await finish(staged);
  const tokens = rowsOf(root, 'SELECT hash, scopes, record, file FROM named_tokens');
  assert.deepEqual(tokens, [{ hash: 'mine', scopes: '[]', record: 'never', file: null }]);
});

/**
 * Runs a backup or restore in its own program, and calls `check` for each state of `place` that a kill at one of its
 * steps would have left, with `place` in that state; last for the state at its end.
 */
async function atEachStep(
  place: string,
  work: (child: Child<BackupChannel>) => Promise<unknown>,
  check: (step: string, isDone: boolean) => Promise<void>,
): Promise<void> {
  const copies = `${place}-copies`;
  mkdirSync(copies);
  const child = new Child<BackupChannel>({
    main: programOf('backup-main'),
    env: { ...process.env, QUOTH_TEST_COPIED: place, QUOTH_TEST_COPIES: copies },
    flags: ['--disable-warning=ExperimentalWarning', '--import', copiedAtEachStep],
    on: { progressed: quiet },
  });
  assert.partialDeepStrictEqual(await work(child), { ok: true });
  await child.end();
  const steps = readdirSync(copies);
  assert(steps.length > 10, `${steps.length} states`);
  renameSync(place, join(copies, 'end'));
  for (const step of [...steps, 'end']) {
    renameSync(join(copies, step), place);
    await check(`step ${step}`, step === 'end');
    rmSync(place, { recursive: true });
  }
}

const copiedAtEachStep = new URL('fixtures/copied-at-each-step.ts', import.meta.url).href;
/** Windows copies no file that a program has locked. */
const atEveryStep = { skip: !hasModes && 'A locked file cannot be copied.' };
const STEP_MS = 120_000;

/** Files below these folders that have this word in them. */
const filesWith = (word: string, ...folders: readonly string[]) =>
  folders.flatMap((each) =>
    readdirSync(each, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(word)),
  );

/** Deletes every recording permanently, as the trash does. */
function deleteAll(root: string): void {
  const statements = 'PRAGMA secure_delete = ON; DELETE FROM recordings; PRAGMA wal_checkpoint(TRUNCATE)';
  inDatabase(root, (database) => database.exec(statements));
  rmSync(join(root, 'audio'), { recursive: true, force: true });
}

test(
  'a backup that is killed at any of its steps leaves no copy of what is deleted afterwards',
  atEveryStep,
  async () => {
    const word = 'xylophone';
    const place = join(folder, 'chaos');
    const [root, target] = [join(place, 'data'), join(place, 'target')];
    await makeTestData(root, word);
    mkdirSync(target);
    const file = join(target, 'b.tar');
    writeFileSync(`${file}.part`, 'of another program');
    await atEachStep(
      place,
      (child) =>
        child.request('backup', STEP_MS, { dataFolder: root, file, overwrite: false, passphrase: undefined }),
      async (step, isDone) => {
        deleteAll(root);
        await finishRestore(dataFolderAt(root));
        const names = readdirSync(target).filter((name) => name !== 'b.tar.part');
        assert.deepEqual(names, isDone || names.length > 0 ? ['b.tar'] : [], step);
        // A whole backup is the user's own copy.
        if (names.length > 0) await (await stage(join(place, 'into'), file, true)).release();
        rmSync(file, { force: true });
        assert.deepEqual(filesWith(word, root, target), [], step);
        assert.equal(readFileSync(`${file}.part`, 'utf8'), 'of another program');
      },
    );
  },
);

test(
  'a restore that is killed at any of its steps leaves the old or the new data, and no copy of what is deleted afterwards',
  atEveryStep,
  async () => {
    const root = await other('kills');
    const [old, fresh] = [stateOf(root), stateOf(source)];
    await atEachStep(
      root,
      async (child) => {
        const request = { dataFolder: root, file: tar, isNewFolder: false };
        return (await child.request('check', STEP_MS, request)) && child.request('restore', STEP_MS);
      },
      async (step, isDone) => {
        await finishRestore(dataFolderAt(root));
        const state = stateOf(root);
        assert(isDone ? state === fresh : [old, fresh].includes(state), step);
        deleteAll(root);
        assert.deepEqual(filesWith('spoken ', root), [], step);
        assert.deepEqual(filesWith('old ', root), [], step);
      },
    );
  },
);

test('keys are restored with data that the next start puts into place', async () => {
  const from = join(folder, 'with-keys');
  await makeTestData(from, 'spoken');
  const key = "INSERT INTO provider_keys (name, storage) VALUES ('provider-key-deepgram', 'file')";
  inDatabase(from, (database) => database.exec(key));
  mkdirSync(join(from, 'provider-keys'));
  writeFileSync(join(from, 'provider-keys', 'provider-key-deepgram'), 'a-secret-key\n');
  const file = join(folder, 'with-keys.tar');
  await makeBackup({ dataFolder: from, file, overwrite: true, passphrase: 'horse' }, quiet);
  const root = await other('keyless');
  const child = new Child<BackupChannel>({
    main: programOf('backup-main'),
    env: process.env,
    flags: ['--disable-warning=ExperimentalWarning'],
    on: { progressed: quiet },
  });
  await child.request('check', STEP_MS, { dataFolder: root, file, isNewFolder: false });
  assert.partialDeepStrictEqual(await child.request('unlock', STEP_MS, 'horse'), { ok: true, value: 1 });
  const restored = await child.request('restoreAtStart', STEP_MS);
  assert.partialDeepStrictEqual(restored, { ok: true, value: { keys: 1, keys_problem: null } });
  await child.end();
  await finishRestore(dataFolderAt(root));
  assert.deepEqual(await readKeys(root, ['provider-key-deepgram']), {
    'provider-key-deepgram': 'a-secret-key',
  });
});

test('what is unpacked of a backup is gone as soon as the restore is declined', async () => {
  const root = await other('declined');
  const staged = await stage(root, tar);
  assert(existsSync(join(root, 'restoring', 'quoth.db')));
  await staged.release();
  assert(!existsSync(join(root, 'restoring')));
});

test('a backup or restore that is cancelled midway leaves nothing', async () => {
  const root = join(folder, 'cancelled-data');
  await makeTestData(root, 'spoken', { recordings: 2, bytes: 20_000_000 });
  const target = join(folder, 'cancelled-target');
  mkdirSync(target);
  const cancel = new AbortController();
  await assert.rejects(
    makeBackup(
      { dataFolder: root, file: join(target, 'b.tar'), overwrite: false, passphrase: undefined },
      (step, done) => step === 'audio' && done > 0 && cancel.abort(new AppError('CANCELLED')),
      cancel.signal,
    ),
    code('CANCELLED'),
  );
  assert.deepEqual(readdirSync(target), []);
  assert(!existsSync(join(root, 'backing-up')));
  const file = join(target, 'b.tar');
  await back(root, file);
  const another = new AbortController();
  await assert.rejects(
    stageRestore(
      { file, dataFolder: root, isNewFolder: false },
      (_, done) => done > 30_000_000 && another.abort(new AppError('CANCELLED')),
      another.signal,
    ),
    code('CANCELLED'),
  );
  assert(!existsSync(join(root, 'restoring')));
});

test('the unfinished file of a backup is created, never opened', { skip: !hasModes }, async () => {
  const target = join(folder, 'shared');
  mkdirSync(target);
  const file = join(target, 'b.tar');
  const mine = join(folder, 'mine.txt');
  writeFileSync(mine, 'mine');
  symlinkSync(mine, `${file}.part`);
  await back(source, file, false);
  assert.equal(readFileSync(mine, 'utf8'), 'mine');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await assert.rejects(back(source, `${file}.part`), code('INVALID_REQUEST'), 'a link is not replaced');
  await assert.rejects(back(source, '/dev/null'), code('INVALID_REQUEST'), 'nor a device');
  assert.deepEqual(readdirSync(target).sort(), ['b.tar', 'b.tar.part']);
});

test('the database that a restore replaces is kept for 30 days from then on, however old it is', async () => {
  const root = await other('long-unused');
  const copy = altered('earlier', '');
  const longAgo = new Date(Date.now() - 60 * DAY_MS);
  utimesSync(join(root, 'quoth.db'), longAgo, longAgo);
  const staged = await stage(root, copy);
  await finish(staged);
  // A link that leads nowhere stops neither the list nor the deletion.
  const [made] = await listDatabaseCopies(root);
  assert(made);
  symlinkSync('/nonexistent', join(dirname(made.file), 'gone.db'));
  const isKept = async () => (await listDatabaseCopies(root)).some(({ file }) => file === made.file);
  await deleteOldCopies(root, Date.now() + 29 * DAY_MS);
  assert(await isKept());
  await deleteOldCopies(root, Date.now() + 31 * DAY_MS);
  assert(!(await isKept()));
});

test('whichever of its moves was the last, the next start finishes a restore that was decided', async () => {
  const whole = await other('moves');
  for (let done = 0; done <= 4; done++) {
    const root = join(folder, `moves-${done}`);
    cpSync(whole, root, { recursive: true });
    const staged = await stage(root, tar);
    const restoring = join(root, 'restoring');
    writeFileSync(
      join(restoring, 'ready.json'),
      JSON.stringify({ at: new Date(0).toISOString(), keeps_replaced: false }),
    );
    await staged.release();
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
