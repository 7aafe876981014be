import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, QuothError } from '@quoth/client';
import { finalStatuses, type Recording, recordingPage } from '@quoth/contract';
import { assertSound, assertTidy } from './chaos/check-files.ts';
import { CommandLine } from './support/command-line.ts';
import { needsRoot, unmount } from './support/needs-root.ts';
import { RunningApplication, repeated, sample, temporaryHome, until } from './support/running-application.ts';

const speech = readFileSync(sample('go-forward'));

let home: string;
before(() => {
  home = temporaryHome();
});
afterEach(() => RunningApplication.endAll());
after(() => rmSync(home, { recursive: true, force: true }));

const upload = (app: RunningApplication, query: string, body: Uint8Array<ArrayBuffer> = speech) =>
  app.json(`/transcribe${query}`, { method: 'POST', headers: { 'content-type': 'audio/wav' }, body });

async function allFinal(app: RunningApplication): Promise<readonly Recording[]> {
  let recordings: readonly Recording[] = [];
  await until('every recording has its final status', async () => {
    recordings = recordingPage.parse((await app.json('/recordings/search?limit=500')).body).recordings;
    return recordings.every((found) => finalStatuses.includes(found.status));
  });
  return recordings;
}

test('a clean stop in the middle of work: the next start finishes it', async () => {
  const app = await RunningApplication.start(home);
  const accepted = await Promise.all(Array.from({ length: 4 }, () => upload(app, '?async=true')));
  assert.equal(await app.end(), 0);
  const next = await RunningApplication.start(home);
  await allFinal(next);
  for (const { body } of accepted) {
    const { recording } = (await next.json(`/recordings/${body.recording_id}`)).body as unknown as {
      recording: Recording;
    };
    assert.equal(recording.status, 'completed', JSON.stringify(recording.error));
  }
  await next.end();
});

test('the engine host is killed in the middle of a job: that one fails visibly and keeps its audio, the next works', async () => {
  const app = await RunningApplication.start(home);
  const controlSocket = await app.controlSocket();
  await upload(app, '?save=false');
  // Short enough for one chunk: of a longer recording only that chunk would be done again.
  const job = upload(app, '', repeated(speech, 9));
  await until('it is in progress', async () => (await controlSocket.getApplication()).queue.running === 1);
  await sleep(300);
  const { engines } = await controlSocket.getApplication();
  const pid = engines.find(({ pid }) => pid !== null)?.pid ?? 0;
  // Below 1 a whole group of processes would be meant.
  assert(pid > 1);
  process.kill(pid, 'SIGKILL');
  const { body } = await job;
  assert.equal(body.error?.code, 'TRANSCRIPTION_FAILED');
  const [found] = recordingPage.parse(
    (await app.json('/recordings/search?status=failed&limit=1')).body,
  ).recordings;
  assert.equal(found?.error?.code, 'TRANSCRIPTION_FAILED');
  assert(existsSync(found?.audioFilePath ?? ''));
  assert.equal((await upload(app, '?save=false')).body.text, 'Go forward to the old garden.');
  assert((await controlSocket.getApplication()).engines.every((engine) => engine.pid !== pid));
  await app.end();
});

test('a second transcription of an old recording is killed: the old text stays until there is a new one', async () => {
  const app = await RunningApplication.start(home);
  const { body } = await upload(app, '', repeated(speech, 4));
  const before = String(body.text);
  assert.match(before, /^Go forward to the old garden\. go/i);
  const path = `/recordings/${body.recording_id}`;
  const read = async (from: RunningApplication) =>
    (await from.json(path)).body as unknown as { recording: Recording };
  const again = await app.send('POST', `${path}/retranscribe`, { vocabulary: ['old => OLD'], async: true });
  assert.equal(again.body.ok, true);
  await until('it is in progress', async () => (await read(app)).recording.status === 'transcribing');
  await app.end('SIGKILL');
  const next = await RunningApplication.start(home);
  const { recording: unfinished } = await read(next);
  // Nearly always it is not done so soon after a start.
  if (!finalStatuses.includes(unfinished.status)) assert.equal(unfinished.text, before);
  await allFinal(next);
  const { recording } = await read(next);
  assert.equal(recording.status, 'completed');
  assert.equal(recording.text, before.replaceAll('old', 'OLD'));
  await next.end();
});

test(
  'a full disk: a clear error, nothing half-written is kept, and work goes on when there is room again',
  needsRoot,
  async () => {
    const small = join(home, 'small');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', small]);
    try {
      const app = await RunningApplication.start(small);
      const { body: first } = await upload(app, '');
      assert.equal(first.ok, true);
      const filler = join(small, 'filler');
      writeFileSync(filler, Buffer.alloc(2_700_000));
      const big = Buffer.concat([speech, Buffer.alloc(3_000_000)]);
      const { body } = await upload(app, '', big);
      assert.equal(body.ok, false);
      assert.match(body.error?.message ?? '', /disk is full/);
      assert.equal(body.error?.code, 'DISK_FULL');
      assert.deepEqual(readdirSync(join(small, 'incoming')), []);
      assert.equal((await app.json('/modes')).status, 200);
      rmSync(filler);
      assert.equal((await upload(app, '')).body.text, 'Go forward to the old garden.');
      const recordings = await allFinal(app);
      for (const found of recordings) assert(readFileSync(found.audioFilePath ?? '').equals(speech));
      assert.equal(recordings.length, 2);

      // Less and less room beyond the audio itself: whatever it is that no longer fits, the answer says so, and every
      // row ends.
      for (const sparePages of [1, 8, 20, 24, 32]) {
        const { bavail, bsize } = statfsSync(small);
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - speech.length - sparePages * 4_096)));
        const tight = await upload(app, '');
        if (!tight.body.ok)
          assert.match(tight.body.error?.message ?? '', /disk is full/, `${sparePages} pages`);
        rmSync(filler);
        await allFinal(app);
      }

      // The trash is what a user empties when the disk is full, to its last byte.
      await app.end();
      const next = await RunningApplication.start(small);
      const [thrown] = recordings;
      assert(thrown);
      await next.json(`/recordings/${thrown.id}`, { method: 'DELETE' });
      const filling = openSync(filler, 'w');
      assert.throws(
        () => {
          for (;;) writeSync(filling, Buffer.alloc(4_096));
        },
        { code: 'ENOSPC' },
      );
      closeSync(filling);
      const { purged } = await (await next.controlSocket()).purgeRecordings({ body: {} });
      assert.equal(purged, 1);
      assert(!existsSync(thrown.audioFilePath ?? ''));
      rmSync(filler);
      await next.end();
      assertSound(small);
    } finally {
      await RunningApplication.endAll();
      await unmount(small);
    }
  },
);

test(
  'a disk that has become read-only is named, and nothing went wrong inside Quoth',
  needsRoot,
  async () => {
    const place = join(home, 'read-only');
    const app = await RunningApplication.start(place);
    const incoming = join(place, 'incoming');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'tmpfs', incoming]);
    try {
      const { body } = await upload(app, '');
      assert.deepEqual(
        [body.error?.code, body.error?.message],
        ['DISK_FULL', 'The disk of the data folder is read-only, so nothing can be saved.'],
      );
    } finally {
      await unmount(incoming);
    }
    assert.equal((await upload(app, '')).body.ok, true);
    await app.end();
  },
);

/** The recordings that can be listed, those in the trash, and the modes. */
async function everythingIn(client: Client) {
  const ids = async (trash: boolean) =>
    (await client.searchRecordings({ query: { trash } })).recordings.map(({ id }) => id).sort();
  const { modes } = await client.listModes();
  return { kept: await ids(false), trash: await ids(true), modes: modes.map(({ name }) => name) };
}

test(
  'a disk that fails becomes read-only: what would be written or deleted is refused with the reason, and after the next start all is there',
  needsRoot,
  async () => {
    const [image, mounted] = [join(home, 'disk.img'), join(home, 'disk')];
    writeFileSync(image, '');
    truncateSync(image, 64 * 1024 * 1024);
    mkdirSync(mounted);
    execFileSync('mkfs.ext4', ['-qF', image]);
    const mount = () => execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, mounted]);
    mount();
    try {
      const place = join(mounted, 'quoth');
      const app = await RunningApplication.start(place);
      for (let at = 0; at < 3; at++) assert.equal((await upload(app, '')).body.ok, true);
      const client = await app.controlSocket();
      const [first, second] = (await everythingIn(client)).kept;
      assert(first !== undefined && second !== undefined);
      await client.deleteRecording({ params: { id: first } });
      await client.createMode({ body: { name: 'Before' } });
      const before = await everythingIn(client);
      // As Linux itself does when the hardware fails.
      const device = execFileSync('findmnt', ['-no', 'SOURCE', mounted], { encoding: 'utf8' }).trim();
      writeFileSync(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, 'a test');
      const refused = {
        code: 'DISK_FULL',
        message: 'The disk of the data folder is read-only, so nothing can be saved.',
      };
      for (const change of [
        () => client.createMode({ body: { name: 'After' } }),
        () => client.deleteRecording({ params: { id: second } }),
        () => client.restoreRecording({ params: { id: first } }),
        () => client.purgeRecordings({ body: {} }),
      ])
        await assert.rejects(change(), refused, String(change));
      assert.equal((await upload(app, '')).body.error?.message, refused.message);
      assert.deepEqual(await everythingIn(client), before);
      const line = new CommandLine({ QUOTH_HOME: place });
      const backup = await line.run('backup', join(home, 'of-read-only.tar'));
      assert.equal(backup.code, 1);
      assert(backup.errors.includes(refused.message), backup.errors);
      assert.match((await line.run('doctor')).out, /missing +Data folder: The disk .* is read-only/);
      await app.end('SIGKILL');
      await unmount(mounted);
      mount();
      const next = await RunningApplication.start(place);
      assert.deepEqual(await everythingIn(await next.controlSocket()), before);
      for (const { audioFilePath } of await allFinal(next))
        assert(readFileSync(audioFilePath ?? '').equals(speech));
      await next.end();
      assertSound(place);
    } finally {
      await RunningApplication.endAll();
      await unmount(mounted);
    }
  },
);

test(
  'a full disk: modes and deletions are done or refused with the reason, and what was done is there after the next start',
  needsRoot,
  async () => {
    const small = join(home, 'no-room');
    mkdirSync(small);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=700', 'tmpfs', small]);
    try {
      const app = await RunningApplication.start(small);
      for (let at = 0; at < 3; at++) assert.equal((await upload(app, '')).body.ok, true);
      const client = await app.controlSocket();
      const { bavail, bsize } = statfsSync(small);
      writeFileSync(join(small, 'filler'), Buffer.alloc(bavail * bsize));
      let refusals = 0;
      const tried = async (work: Promise<unknown>) => {
        const error = await work.catch((reason: unknown) => reason);
        if (!(error instanceof QuothError)) return;
        assert.equal(error.code, 'DISK_FULL', error.message);
        assert.match(error.message, /disk is full/);
        refusals++;
      };
      // There is room in what the database has already taken.
      for (let at = 0; refusals === 0; at++) await tried(client.createMode({ body: { name: `Mode ${at}` } }));
      for (const id of (await everythingIn(client)).kept)
        await tried(client.deleteRecording({ params: { id } }));
      await tried(client.purgeRecordings({ body: {} }));
      const before = await everythingIn(client);
      await app.end('SIGKILL');
      rmSync(join(small, 'filler'));
      const next = await RunningApplication.start(small);
      assert.deepEqual(await everythingIn(await next.controlSocket()), before);
      await next.end();
      assertTidy(small);
    } finally {
      await RunningApplication.endAll();
      await unmount(small);
    }
  },
);

test('a start on a full disk says so, and what to do', needsRoot, async () => {
  const small = join(home, 'start');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=700', 'tmpfs', small]);
  try {
    const line = new CommandLine({ QUOTH_HOME: small });
    // Pages that are left: nothing behind the database, less than it takes, nothing.
    for (const pages of [80, 16, 0]) {
      for (const name of readdirSync(small)) rmSync(join(small, name), { recursive: true });
      writeFileSync(join(small, 'filler'), Buffer.alloc((1_024 - pages) * 4_096));
      await assert.rejects(
        RunningApplication.start(small),
        /cannot start: .*(?:disk is full|ENOSPC)[\s\S]*(?:Free some space|free some disk space)/,
        `${pages} pages`,
      );
      const { code, errors } = await line.run('start', '--headless');
      const reason =
        /could not be started: .*(?:disk is full|ENOSPC)[\s\S]*(?:Free some space|free some disk space)/;
      assert.equal(code, 3);
      assert.match(errors, reason, `${pages} pages`);
      assert.match((await line.run('doctor')).out, reason, `${pages} pages`);
    }
  } finally {
    await RunningApplication.endAll();
    await unmount(small);
  }
});

/** Another program reads the database and closes it again: the last one to close it empties the log and deletes it. */
const reader = (home: string) =>
  execFileSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '-e',
    `const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.prepare('SELECT count(*) FROM modes').get();
    database.close();`,
    join(home, 'quoth.db'),
  ]);

test('naming our own files, or hard links to them, costs the database no lock: after a reader and a kill everything is there', async () => {
  const own = temporaryHome();
  const links = temporaryHome();
  const app = await RunningApplication.start(own);
  const client = await app.controlSocket();
  const names = readdirSync(own).filter((name) => lstatSync(join(own, name)).isFile());
  for (const needed of ['quoth.db', 'quoth.db-wal', 'quoth.db-shm', 'instance.lock', 'local-api.json'])
    assert(names.includes(needed), needed);
  for (const name of names) {
    linkSync(join(own, name), join(links, name));
    for (const file of [join(own, name), join(links, name)]) {
      const { body } = await app.send('POST', '/transcribe', { file });
      assert.equal(body.error?.code, 'FILE_NOT_ALLOWED', file);
      await assert.rejects(client.importModel({ body: { path: file } }), { code: 'FILE_NOT_ALLOWED' }, file);
    }
  }
  linkSync(join(own, 'quoth.db'), join(own, 'models', 'laid.gguf'));
  const before = lstatSync(join(own, 'quoth.db-wal')).ino;
  const { body: mode } = await app.send('POST', '/modes', { name: 'Made afterwards' });
  assert.equal(mode.ok, true);
  const { body: kept } = await upload(app, '');
  const { token } = await client.createNamedToken({
    body: { name: 'Made afterwards', scopes: ['modes.read'] },
  });
  reader(own);
  assert.equal(lstatSync(join(own, 'quoth.db-wal')).ino, before);
  await assert.rejects(RunningApplication.start(own), /already running/);
  await app.end('SIGKILL');

  const next = await RunningApplication.start(own);
  const { body } = await next.json('/modes');
  assert((body.modes as { name: string }[]).some(({ name }) => name === 'Made afterwards'));
  const recording = await next.json(`/recordings/${kept.recording_id}`);
  assert.equal(recording.body.ok, true);
  const authorization = { authorization: `Bearer ${token}` };
  assert.equal((await next.json('/modes', { headers: authorization })).status, 200);

  // A hard link that lay in the folder of models at the start was not opened either.
  const { getApplication } = await next.controlSocket();
  await until('it was looked at', async () =>
    (await getApplication()).notices.some(({ message }) => message.includes('laid.gguf')),
  );
  await next.send('POST', '/modes', { name: 'Made after the start' });
  const again = lstatSync(join(own, 'quoth.db-wal')).ino;
  reader(own);
  assert.equal(lstatSync(join(own, 'quoth.db-wal')).ino, again);
  await next.remove();
  rmSync(links, { recursive: true, force: true });
});
