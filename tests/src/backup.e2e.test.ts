import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inDatabase } from '@quoth/core/fixtures/in-database.ts';
import { CommandLine } from './support/command-line.ts';
import { sample, until } from './support/running-application.ts';

let quoth: CommandLine;
before(async () => {
  quoth = new CommandLine();
  assert.equal((await quoth.run('transcribe', sample('best-of-times'))).code, 0);
});
after(() => quoth.remove());

const texts = async () =>
  ((await quoth.json('recordings', 'list')).recordings as { text: string }[]).map(({ text }) => text);
const file = (name: string) => quoth.path(name);
const execute = (path: string, statement: string) => inDatabase(path, (database) => database.exec(statement));
const outside = () => join(quoth.home, '..', `${quoth.home.split('/').at(-1)}-backup`);

test('a backup while Quoth runs brings back recordings, modes and keys, over a restart', async () => {
  const tar = `${outside()}.tar`;
  try {
    await quoth.run('settings', 'set', 'keyStorage', 'file');
    await quoth.run('modes', 'create', 'Kept');
    const key = quoth.begin(['providers', 'set-key', 'deepgram'], 'a-secret-key\n');
    assert.equal((await key.ended).code, 0, key.errors());
    const before = await texts();
    const made = await quoth.begin(['backup', tar, '--with-keys'], 'correct horse\n').ended;
    assert.equal(made.code, 0, made.errors);
    assert.match(made.out, /Backed up 1 recording to .*\n\d keys?, encrypted/);
    assert(!readFileSync(tar).includes('a-secret-key'));
    const again = await quoth.run('backup', tar);
    assert.deepEqual([again.code, /exists already\. --force/.test(again.errors)], [2, true]);
    const device = await quoth.run('backup', '/dev/null', '--force');
    assert.deepEqual([device.code, /a pipe or a device/.test(device.errors)], [2, true]);

    await quoth.run('modes', 'delete', 'Kept');
    await quoth.run('transcribe', sample('go-forward'));
    await quoth.run('providers', 'remove-key', 'deepgram');
    const unasked = await quoth.run('restore', tar, '--without-keys');
    assert.deepEqual([unasked.code, /Add --yes/.test(unasked.errors)], [2, true], unasked.errors);
    const wrong = await quoth.begin(['restore', tar, '--yes'], 'wrong horse\n').ended;
    assert.deepEqual([wrong.code, /does not open the keys/.test(wrong.errors)], [1, true], wrong.errors);
    assert(!existsSync(join(quoth.home, 'restoring')), 'a wrong passphrase leaves nothing unpacked');
    for (const answer of ['n\n', '\u0003']) {
      const asked = quoth.atTerminal(`restore '${tar}' --without-keys`);
      await until('it asks', () => /\[y\/N\]|\(y\/n\)|\?\s*$/i.test(asked.shown()));
      asked.type(answer);
      const code = await asked.ended;
      assert.equal(code, 130, asked.shown());
      assert(!existsSync(join(quoth.home, 'restoring')), JSON.stringify(answer));
    }
    assert.equal((await texts()).length, 2, 'nothing was changed');
    assert(!existsSync(join(quoth.home, 'restoring')), 'and nothing of the backup was left');

    const restored = await quoth.begin(['restore', tar, '--yes'], 'correct horse\n').ended;
    assert.equal(restored.code, 0, restored.errors);
    assert.match(restored.out, /Restored 1 recording.*Quoth is running again/s);
    assert.deepEqual(await texts(), before);
    assert.match((await quoth.run('modes', 'list')).out, /Kept/);
    assert.equal(
      readFileSync(join(quoth.home, 'provider-keys', 'provider-key-deepgram'), 'utf8'),
      'a-secret-key\n',
    );
    assert(!existsSync(join(quoth.home, 'restoring')));
  } finally {
    rmSync(tar, { force: true });
  }
});

test('Ctrl-C in the middle of a backup leaves nothing of it, where it was to be written and in the data folder', async () => {
  const into = `${outside()}-interrupted`;
  const [audio = assert.fail()] = globSync(join(quoth.home, 'audio', '**', '*.wav'));
  const before = readFileSync(audio);
  const backingUp = join(quoth.home, 'backing-up');
  try {
    // Long enough to be interrupted; only the part that is written takes room on the disk.
    truncateSync(audio, 2e9);
    mkdirSync(into);
    const backup = quoth.atTerminal(`backup '${join(into, 'all.tar')}'`);
    await until('it shows how far it is', () => /audio \d+ %/.test(backup.shown()));
    assert(readdirSync(into).length === 1 && existsSync(backingUp));
    backup.type('\u0003');
    assert.equal(await backup.ended, 130, backup.shown());
    // The process that wrote it deletes it, and may be a moment longer.
    await until('nothing is left', () => !readdirSync(into).length && !existsSync(backingUp));
  } finally {
    writeFileSync(audio, before);
    rmSync(into, { recursive: true, force: true });
  }
});

test('a restore into another folder leaves this one; a file that is no backup is refused in words', async () => {
  const [tar, into] = [`${outside()}.tar`, `${outside()}-into`];
  try {
    assert.equal((await quoth.run('backup', tar)).code, 0);
    const restored = await quoth.run('restore', tar, '--into', into);
    assert.equal(restored.code, 0, restored.errors);
    assert.match(restored.out, /QUOTH_HOME=/);
    assert.equal(
      readdirSync(join(into, 'audio'), { recursive: true }).filter((name) => String(name).endsWith('.wav'))
        .length,
      1,
    );
    assert.match((await quoth.run('restore', tar, '--into', into)).errors, /is not empty/);
    writeFileSync(file('letter.tar'), 'Dear Anna');
    const letter = await quoth.run('restore', file('letter.tar'), '--yes');
    assert.deepEqual(
      [letter.code, /damaged or not complete|not a backup/.test(letter.errors)],
      [1, true],
      letter.errors,
    );
    assert.match((await quoth.run('restore', file('none.tar'), '--yes')).errors, /There is no file/);
  } finally {
    rmSync(tar, { force: true });
    rmSync(into, { recursive: true, force: true });
  }
});

test('an upgrade copies the database before it changes it; an older version refuses a newer one, and can go back to the copy', async () => {
  await quoth.run('stop');
  const path = join(quoth.home, 'quoth.db');
  // As an earlier version left it: without the last migration.
  execute(path, "DELETE FROM kysely_migration WHERE name = '0029-other-sound'");
  execute(path, "INSERT INTO settings (key, value) VALUES ('muteOtherSound', 'true')");
  assert.match((await quoth.run('restore')).out, /There is no copy/);
  const before = await texts();
  const { copies } = (await quoth.json('restore')) as { copies: { file: string; bytes: number }[] };
  assert.equal(copies.length, 1);
  assert.match((await quoth.run('settings', 'get', 'otherSound')).out, /mute/);
  assert(copies[0] && copies[0].bytes > 0);
  assert.match((await quoth.run('doctor')).out, /Copies of the database/);
  await quoth.run('stop');

  // As a later version would leave it.
  execute(path, "INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-later', '')");
  execute(path, 'PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(path);
  const refused = await quoth.run('modes', 'list');
  assert.notEqual(refused.code, 0);
  assert.match(refused.errors, /written by a newer version of Quoth\.\n.*quoth restore" lists the copies/);
  assert.deepEqual(readFileSync(path), bytes, 'nothing is touched');
  const server = "INSERT INTO provider_endpoints VALUES ('far', 'Cellar', 'http://[fe80::1]/v1', NULL, 0)";
  execute(copies[0].file, server);
  const back = await quoth.run('restore', copies[0].file, '--yes');
  assert.equal(back.code, 0, back.errors);
  assert.match(back.out, /Not restored, because this version cannot use their addresses: Cellar\./);
  assert.deepEqual(await texts(), before);
  const kept = ((await quoth.json('restore')) as { copies: { file: string }[] }).copies.map(
    (copy) => copy.file,
  );
  assert(
    kept.some((name) => name.includes('replaced')),
    'the newer one is kept too',
  );
});
