import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { until } from '@quoth/processes/fixtures/waiting.ts';
import { DAY_MS, silentLogger } from '../base/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { getAudio, getRecording } from './stored-recordings.ts';
import {
  applyRetention,
  emptyTrash,
  everyDay,
  finishDeletions,
  moveToTrash,
  previewRetention,
  purgeTrash,
  restoreRecording,
} from './trash.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('nothing of a purged transcript is left in the files of the database', async () => {
  const marker = 'xylophone quarantine zephyr';
  const id = await recordings.complete(`${marker} `.repeat(500), {
    words: [{ word: marker, start: 0, end: 1 }],
    segments: [{ id: 0, start: 0, end: 1, text: marker }],
  });
  await recordings.complete('something that stays');
  const onDisk = () =>
    readdirSync(recordings.home)
      .filter((name) => name.startsWith('quoth.db'))
      .map((name) => readFileSync(join(recordings.home, name)));
  assert(onDisk().some((bytes) => bytes.includes('xylophone')));
  await moveToTrash(recordings.places, id);
  recordings.now += 31 * 24 * 3_600_000;
  await emptyTrash(recordings.places);
  for (const bytes of onDisk())
    for (const part of ['xylophone', 'zephyr', 'xyl']) assert(!bytes.includes(part), part);
});

test('a text that is purged while somebody searches leaves the files of the database once they have finished', async () => {
  const id = await recordings.complete('xylophone');
  await moveToTrash(recordings.places, id);
  const isOnDisk = () =>
    readdirSync(recordings.home).some(
      (name) =>
        name.startsWith('quoth.db') && readFileSync(join(recordings.home, name)).includes('xylophone'),
    );
  {
    using reader = new DatabaseSync(recordings.folder.database, { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM recordings');
    await purgeTrash(recordings.places, [id]);
    assert(isOnDisk(), 'the reader still reads it');
  }
  await until(() => !isOnDisk());
});

test('the trash: gone from everywhere, back on request, deleted permanently after 30 days', async () => {
  const id = await recordings.complete('to be thrown away');
  const path = (await getRecording(recordings.places, id)).audioFilePath ?? '';
  await moveToTrash(recordings.places, id);
  await assert.rejects(getRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
  assert.deepEqual([await recordings.found({ q: 'thrown' }), await recordings.found({})], [[], []]);
  assert.equal((await restoreRecording(recordings.places, id)).text, 'to be thrown away');
  assert.deepEqual(await recordings.found({ q: 'thrown' }), ['to be thrown away']);
  await moveToTrash(recordings.places, id);
  recordings.now += 29 * 24 * 3_600_000;
  await emptyTrash(recordings.places);
  assert(existsSync(path));
  recordings.now += 24 * 3_600_000;
  await emptyTrash(recordings.places);
  assert(!existsSync(path));
  await assert.rejects(restoreRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
});

test('what is restored while the trash is emptied stays, and each is either restored or deleted', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push(await recordings.complete(`number ${n}`));
  for (const id of ids) await moveToTrash(recordings.places, id);
  const paths = readdirSync(recordings.folder.audio, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.wav'),
  );
  const purging = purgeTrash(recordings.places, undefined);
  const restoring = await Promise.allSettled(ids.map((id) => restoreRecording(recordings.places, id)));
  const purged = await purging;
  const restored = restoring.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(purged + restored.length, ids.length);
  for (const { id, audioFilePath } of restored) {
    assert.equal((await getRecording(recordings.places, id)).deleted_at, null);
    assert(existsSync(audioFilePath ?? ''));
  }
  const left = paths.filter((name) => existsSync(join(recordings.folder.audio, name)));
  assert.equal(left.length, restored.length);

  // The other way round: those that are restored first stay.
  const again = await recordings.complete('again');
  await moveToTrash(recordings.places, again);
  const [kept] = await Promise.all([
    restoreRecording(recordings.places, again),
    purgeTrash(recordings.places, undefined),
  ]);
  assert(existsSync(kept.audioFilePath ?? ''));
});

test('a deletion that was cut off is out of reach at once, and the next start finishes it', async () => {
  const id = await recordings.complete('half deleted');
  const { audioFilePath } = await getRecording(recordings.places, id);
  await moveToTrash(recordings.places, id);
  await recordings.database
    .updateTable('recordings')
    .set({ status: 'discarding' })
    .where('id', '=', id)
    .execute();
  await assert.rejects(restoreRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
  assert.deepEqual(await recordings.found({ trash: true }), []);
  assert.deepEqual(await recordings.found({ trash: true, q: 'half' }), []);
  assert.equal(await purgeTrash(recordings.places, undefined), 0);
  await finishDeletions(recordings.places);
  assert(!existsSync(audioFilePath ?? ''));
});

test('a row that names a file outside deletes only itself', async () => {
  const outside = join(recordings.home, 'letter.wav');
  writeFileSync(outside, 'mine');
  const id = await recordings.complete('leads elsewhere');
  await recordings.database
    .updateTable('recordings')
    .set({ audio_file: '../letter.wav' })
    .where('id', '=', id)
    .execute();
  await assert.rejects(getAudio(recordings.places, id), { code: 'FILE_NOT_FOUND' });
  await moveToTrash(recordings.places, id);
  assert.equal(await purgeTrash(recordings.places, [id]), 1);
  assert(existsSync(outside));
});

test('a limit on age is off by default, first shows what it would delete, and moves it to the trash', async () => {
  const old = await recordings.complete('old');
  const busy = await recordings.complete('old and in progress');
  recordings.now += 40 * 24 * 3_600_000;
  await recordings.complete('new');
  const apply = (days: number | null) => applyRetention(recordings.places, days, (id) => id === busy);
  await apply(null);
  assert.deepEqual(await previewRetention(recordings.places, 30), {
    ok: true,
    recordings: 2,
    audio_bytes: 10,
    oldest: '2026-11-21T09:30:00.000Z',
  });
  assert.equal((await recordings.found({})).length, 3);
  await apply(30);
  assert.deepEqual(await recordings.found({}), ['new', 'old and in progress']);
  assert.equal((await restoreRecording(recordings.places, old)).text, 'old');
});

test('daily work runs at the start, then once a day until it is stopped, failures included', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.after(() => mock.timers.reset());
  const errors: string[] = [];
  const logger = Object.assign(Object.create(silentLogger), {
    error: (_: unknown, message: string) => errors.push(message),
  });
  let runs = 0;
  let fails = false;
  const work = async () => {
    runs++;
    if (fails) throw new Error('disk full');
  };
  /** Lets a run finish. */
  const settle = () => new Promise(setImmediate);

  const { stop } = await everyDay([work], logger);
  assert.equal(runs, 1);

  fails = true;
  mock.timers.tick(DAY_MS);
  await settle();
  assert.equal(runs, 2);
  assert.deepEqual(errors, ['Old recordings could not be removed.']);

  fails = false;
  mock.timers.tick(DAY_MS);
  await settle();
  assert.equal(runs, 3);
  assert.equal(errors.length, 1);

  stop();
  mock.timers.tick(2 * DAY_MS);
  await settle();
  assert.equal(runs, 3);
});

test('a start fails if its daily work fails', async () => {
  const work = () => Promise.reject(new Error('disk full'));
  await assert.rejects(everyDay([work], silentLogger), /disk full/);
});
