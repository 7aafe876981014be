import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { DAY_MS, silentLogger } from '../base/index.ts';
import { TestRecordings } from '../fixtures/test-recordings.ts';
import { getRecording } from './stored-recordings.ts';
import {
  applyRetention,
  emptyTrash,
  everyDay,
  moveToTrash,
  previewRetention,
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

  const stop = await everyDay([work], logger);
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
