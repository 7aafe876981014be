import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { recording as recordingSchema } from '@quoth/contract';
import { EventBus, silentLogger } from '../base/index.ts';
import { ChangeJournal } from '../changes/index.ts';
import { AcceptedRecordings } from './accepted-recordings.ts';
import { TestRecordings, testMode } from './fixtures/test-recordings.ts';

let recordings: TestRecordings;

beforeEach(async () => {
  recordings = await TestRecordings.open();
});
afterEach(() => recordings.close());

test('an accepted recording has its own row and file, and nothing is left in incoming [LOSS-ACCEPT]', async () => {
  const { recording } = await recordings.accept();
  recordingSchema.parse(recording);
  assert.equal(recording.status, 'pending');
  assert.match(recording.audioFilePath ?? '', /audio\/2026\/11\/[0-9a-f-]{36}\.wav$/);
  assert(existsSync(recording.audioFilePath ?? ''));
  assert.deepEqual(
    recordings.events.map((event) => event.type),
    ['recording-created'],
  );
});

test('a move that a crash interrupted is finished, and missing audio is reported', async () => {
  const stored = await recordings.accept();
  const path = stored.recording.audioFilePath ?? '';
  assert.equal(await recordings.accepted.securedAudio(stored), true);
  rmSync(path);
  assert.equal(await recordings.accepted.securedAudio(stored), false);
  writeFileSync(join(recordings.folder.incoming, stored.work.incoming ?? ''), 'audio');
  assert.equal(await recordings.accepted.securedAudio(stored), true);
  assert(existsSync(path));
});

test('what a program made is in the history and in the changes, or in neither [CHANGES-KEPT]', async () => {
  const { database, folder, clock } = recordings;
  const events = new EventBus((error) => assert.fail(String(error)));
  const journal = new ChangeJournal({ database, events, clock });
  let isFull = false;
  const accepted = new AcceptedRecordings({
    database,
    folder,
    events,
    clock,
    logger: silentLogger,
    journal: {
      write: (...change) => {
        if (isFull) throw new Error('no space');
        return journal.write(...change);
      },
    },
  });
  const path = join(folder.incoming, 'upload');
  const accept = (source: 'api' | 'file') => {
    writeFileSync(path, 'audio');
    return accepted.accept({ source, mode: testMode, options: {}, audio: { path, format: 'wav' } });
  };
  const { recording } = await accept('api');
  await accept('file');
  isFull = true;
  await assert.rejects(accept('api'), /no space/);
  const rows = await database.selectFrom('recordings').select('id').execute();
  assert.equal(rows.length, 2);
  assert.deepEqual(
    (await journal.list(10)).map(({ kind, subjectId }) => [kind, subjectId]),
    [['recording-created', recording.id]],
  );
});
