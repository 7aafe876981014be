import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { TestRecordings } from './fixtures/test-recordings.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('nothing of a purged transcript is left in the files of the database [RECORDING-PURGE]', async () => {
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
  await recordings.trash.moveToTrash(id);
  recordings.now += 31 * 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  for (const bytes of onDisk())
    for (const part of ['xylophone', 'zephyr', 'xyl']) assert(!bytes.includes(part), part);
});

test('the trash: gone from everywhere, back on request, deleted for good after 30 days [RECORDINGS-TRASH]', async () => {
  const id = await recordings.complete('to be thrown away');
  const path = (await recordings.store.get(id)).audioFilePath ?? '';
  await recordings.trash.moveToTrash(id);
  await assert.rejects(recordings.store.get(id), { code: 'RECORDING_NOT_FOUND' });
  assert.deepEqual([await recordings.found({ q: 'thrown' }), await recordings.found({})], [[], []]);
  assert.equal((await recordings.trash.restore(id)).text, 'to be thrown away');
  assert.deepEqual(await recordings.found({ q: 'thrown' }), ['to be thrown away']);
  await recordings.trash.moveToTrash(id);
  recordings.now += 29 * 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  assert(existsSync(path));
  recordings.now += 24 * 3_600_000;
  await recordings.trash.emptyTrash();
  assert(!existsSync(path));
  await assert.rejects(recordings.trash.restore(id), { code: 'RECORDING_NOT_FOUND' });
});
