import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { recording as recordingSchema } from '@quoth/contract';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { sql } from 'kysely';
import { EventBus, silentLogger } from '../base/index.ts';
import { listChanges } from '../changes.ts';
import { TestRecordings, testMode } from '../fixtures/test-recordings.ts';
import {
  acceptRecording,
  acceptRecordingEarly,
  reconcileRecordings,
  securedAudio,
} from './new-recordings.ts';
import { getRecording, getStored, type RecordingPlaces } from './stored-recordings.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('an accepted recording has its own row and file, and nothing is left in incoming', async () => {
  const { recording } = await recordings.accept();
  recordingSchema.parse(recording);
  assert.equal(recording.status, 'pending');
  assert.match(recording.audioFilePath ?? '', /audio[\\/]2026[\\/]11[\\/][0-9a-f-]{36}\.wav$/);
  assert(existsSync(recording.audioFilePath ?? ''));
  assert.deepEqual(
    recordings.events.map((event) => event.type),
    ['recording-created', 'change-recorded'],
  );
});

/** A file in `incoming` that is worked on before it has a row. */
function taken(read: Promise<void>, flushed?: Promise<void>) {
  const path = join(recordings.folder.incoming, 'upload');
  writeFileSync(path, 'audio');
  return acceptRecordingEarly(
    recordings.places,
    { source: 'api', mode: testMode, options: {}, audio: { path, format: 'wav', flushed } },
    read,
  );
}

const types = () => recordings.events.map(({ type }) => type);

test('audio that is worked on at once gets its row when asked for, and stays where it is until it was read', async () => {
  const read = Promise.withResolvers<void>();
  const { id, secured, write } = taken(read.promise);
  await assert.rejects(getRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
  await write('transcribing');
  // The first call counts.
  await write('pending');
  const { recording, work, attempts } = await getStored(recordings.places, id);
  const place = recording.audioFilePath ?? '';
  assert.deepEqual([recording.status, attempts], ['transcribing', 1]);
  assert.deepEqual(types(), ['recording-created', 'change-recorded', 'recording-status-changed']);
  assert.deepEqual([existsSync(place), work.incoming], [false, 'upload']);
  read.resolve();
  await secured;
  assert.deepEqual(
    [existsSync(place), existsSync(join(recordings.folder.incoming, 'upload'))],
    [true, false],
  );
});

test('what waits for its turn has no attempt yet', async () => {
  const { id, secured, write } = taken(Promise.resolve());
  await write('pending');
  await secured;
  const { recording, attempts } = await getStored(recordings.places, id);
  assert.deepEqual([recording.status, attempts], ['pending', 0]);
});

test('audio that cannot be moved to its place after all leaves no recording', async () => {
  const read = Promise.withResolvers<void>();
  const { id, secured, write } = taken(read.promise);
  await write('pending');
  rmSync(join(recordings.folder.incoming, 'upload'));
  read.resolve();
  await assert.rejects(secured, { code: 'ENOENT' });
  await assert.rejects(getRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
  assert.deepEqual(types(), ['recording-created', 'change-recorded', 'recording-deleted']);
});

test('neither does audio that the disk would not take', async () => {
  const flushed = Promise.reject(new Error('no space'));
  flushed.catch(() => undefined);
  const { id, secured, write } = taken(Promise.resolve(), flushed);
  await write('pending');
  await assert.rejects(secured, /no space/);
  await assert.rejects(getRecording(recordings.places, id), { code: 'RECORDING_NOT_FOUND' });
});

test('a move that a crash interrupted is finished, and missing audio is reported', async () => {
  const stored = await recordings.accept();
  const path = stored.recording.audioFilePath ?? '';
  assert.equal(await securedAudio(recordings.places, stored), true);
  rmSync(path);
  assert.equal(await securedAudio(recordings.places, stored), false);
  writeFileSync(join(recordings.folder.incoming, stored.work.incoming ?? ''), 'audio');
  assert.equal(await securedAudio(recordings.places, stored), true);
  assert(existsSync(path));
});

test('what a program made is in the history and in the changes, or in neither', async () => {
  const { database, folder, places } = recordings;
  const path = join(folder.incoming, 'upload');
  const accept = (source: 'api' | 'file') => {
    writeFileSync(path, 'audio');
    const audio = { path, format: 'wav' } as const;
    return acceptRecording(places, { source, mode: testMode, options: {}, audio });
  };
  const { recording } = await accept('api');
  await accept('file');
  await sql`create trigger full before insert on changes begin select raise(abort, 'no space'); end`.execute(
    database,
  );
  await assert.rejects(accept('api'), /no space/);
  const rows = await database.selectFrom('recordings').select('id').execute();
  assert.equal(rows.length, 2);
  assert.deepEqual(
    (await listChanges(database, 10)).map(({ kind, subjectId }) => [kind, subjectId]),
    [['recording-created', recording.id]],
  );
});

/** Rows that a kill left in the middle of recording, each with what lies where its audio should. */
function cutOff() {
  const folder = temporaryFolder();
  const names = ['speech', 'header', 'absent', 'unreadable'];
  const fileOf = (id: string) => join('2026', '11', `${String(names.indexOf(id)).repeat(36)}.wav`);
  const rows = names.map((id) => ({ id, audio_file: fileOf(id), options: '{}' }));
  mkdirSync(join(folder, '2026', '11'), { recursive: true });
  writeFileSync(join(folder, fileOf('speech')), Buffer.alloc(44 + 32_000, 1));
  writeFileSync(join(folder, fileOf('header')), Buffer.alloc(44));
  // Whatever the disk says of it, it is not that there is nothing.
  mkdirSync(join(folder, fileOf('unreadable')));
  const changed = new Map<string, string>();
  const change = (what: string) => {
    const step = {
      set: () => step,
      where: (_column: string, _is: string, id: string) => {
        changed.set(id, what);
        return step;
      },
      execute: async () => undefined,
    };
    return step;
  };
  const select = { select: () => select, where: () => select, execute: async () => rows };
  const database = {
    selectFrom: () => select,
    deleteFrom: () => change('deleted'),
    updateTable: () => change('pending'),
  };
  const places = {
    database,
    folder: { audio: folder, incoming: mkdtempSync(join(folder, 'incoming-')) },
    events: new EventBus((error) => assert.fail(String(error))),
    clock: { now: () => 0, monotonic: () => 0 },
    logger: silentLogger,
  } as unknown as RecordingPlaces;
  return { changed, places, isThere: (id: string) => existsSync(join(folder, fileOf(id))) };
}

test('interrupted recordings become text; only empty ones are deleted, and those that cannot be read now are kept', async () => {
  const { changed, places, isThere } = cutOff();
  await reconcileRecordings(places);
  assert.deepEqual(Object.fromEntries(changed), { speech: 'pending', header: 'deleted', absent: 'deleted' });
  assert.deepEqual(['speech', 'header', 'unreadable'].map(isThere), [true, false, true]);
});
