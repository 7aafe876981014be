import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { WavFile } from '@quoth/audio';
import { DatabaseLocked, systemCode } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { silentLogger } from '../base/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { knownVoiceLines, reconcileRecordings } from '../recordings/index.ts';
import { type DictationPlan, LiveSpool } from '../transcription/index.ts';
import { RecordedSound, RecordingFiles, whileLocked } from './recording-files.ts';
import { RecordingSessions, type RecordingSessionsOptions } from './recording-session.ts';

/** No one else can mount a disk of its own. */
const needsRoot = { skip: process.geteuid?.() === 0 ? false : 'needs root' };

test(
  'a block of which the disk takes only a part counts as a failure, and is not announced as spooled',
  needsRoot,
  async (context) => {
    const folder = temporaryFolder();
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    context.after(() => execFileSync('umount', [disk]));
    const spool = new LiveSpool(join(disk, 'spool'), false);
    const path = join(folder, 'a.wav');
    const ends: number[] = [];
    const sound = new RecordedSound({
      begin: async () => ({ path, wav: await WavFile.create(path) }),
      live: { take: (samples) => spool.take(samples), end: () => void ends.push(spool.samples) },
    });
    // 100 kB at once: the system writes what fits, says how much that was, and reports no error.
    sound.take(new Int16Array(50_000));
    await sound.finish();
    assert(statSync(spool.path).size < 100_000);
    await spool.close();
    assert.deepEqual([systemCode(sound.diskError), ends], ['ENOSPC', [0]]);
  },
);

test('a recording of which the disk took no sound is not said to be there', async () => {
  const { files, database, rows } = await openRecordings(temporaryFolder());
  const live = {
    take: (samples: Int16Array) => writeFile('/dev/full', samples),
    end: () => undefined,
    stop: () => undefined,
    close: async () => undefined,
  };
  const transcriber = { beginLive: () => live } as unknown as RecordingSessionsOptions['transcriber'];
  const sessions = new RecordingSessions({ transcriber, files, logger: silentLogger });
  const plan = { mode: { id: '5f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c01', name: 'Note' }, options: {} };
  const session = sessions.open({
    plan: plan as unknown as DictationPlan,
    isPrivate: false,
    row: { options: {} },
  });
  session.begin();
  await assert.rejects(session.take(new Int16Array(16_000)), { hint: /^Nothing of it could be kept/ });
  await session.abandon({});
  assert.deepEqual(await rows(), []);
  await database.destroy();
});

async function openRecordings(home: string) {
  const recordings = await TestRecordings.open(home);
  const { folder, database, places } = recordings;
  const files = new RecordingFiles(places);
  const rows = async () => {
    const found = await database.selectFrom('recordings').select(['id', 'status', 'duration_s']).execute();
    return found.map((row) => ({ ...row }));
  };
  return { folder, database, places, files, rows };
}

test('a recording that begins while another program locks the database is on the disk at once, and survives a kill', async () => {
  const root = temporaryFolder();
  const home = join(root, 'home');
  const opened = await openRecordings(home);
  const other = new DatabaseSync(opened.folder.database);
  other.exec('begin immediate');
  const id = 'a5f0d6d0-3f0a-4f43-9a3e-2b8a4d3f9c01';
  const mode = { id: '5f0d6d0c-3f0a-4f43-9a3e-2b8a4d3f9c01', name: 'Note' };
  const sound = new RecordedSound({
    begin: () => opened.files.kept({ id, mode, options: {} }),
    live: undefined,
  });
  sound.take(new Int16Array(16_000).fill(100));
  await sound.written;
  assert.equal(other.prepare('select count(*) as rows from recordings').get()?.rows, 0);

  // What a kill at this moment leaves behind, and the start after it.
  const left = join(root, 'left');
  cpSync(home, left, { recursive: true });
  const next = await openRecordings(left);
  await reconcileRecordings(next.places);
  assert.deepEqual(await next.rows(), [{ id, status: 'pending', duration_s: 1 }]);
  assert.deepEqual(readdirSync(next.folder.incoming), []);
  await next.database.destroy();

  // Without a kill, the row comes when the lock is gone, and the note beside goes.
  const end = opened.files.complete(sound, { id, isPrivate: false, status: 'pending' });
  other.exec('rollback');
  other.close();
  assert.equal((await end).unwritten, undefined);
  const line = (await knownVoiceLines(opened.places, [id])).get(id);
  assert.deepEqual([...new Set(line)], [14], 'its line, as loud from its beginning to its end');
  assert.deepEqual(await opened.rows(), [{ id, status: 'pending', duration_s: 1 }]);
  assert.deepEqual(readdirSync(opened.folder.incoming), []);
  await opened.database.destroy();
});

test('the lock of another program is waited for, but not without end', async () => {
  let tries = 0;
  const locked = async () => {
    tries++;
    throw new DatabaseLocked();
  };
  await assert.rejects(whileLocked(locked, 0), DatabaseLocked);
  assert.equal(await whileLocked(async () => (tries++ < 2 ? locked() : 'written')), 'written');
});
