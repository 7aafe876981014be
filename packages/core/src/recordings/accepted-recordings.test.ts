import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { recording as recordingSchema } from '@quoth/contract';
import { TestRecordings } from './fixtures/test-recordings.ts';

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
