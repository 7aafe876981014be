import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EventBus, silentLogger } from '../base/index.ts';
import type { DictatedRecordingsOptions } from './dictated-recordings.ts';
import { DictatedRecordings } from './dictated-recordings.ts';

/** Rows that a kill left in the middle of recording, each with what lies where its audio should. */
function cutOff(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'quoth-cut-off-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const rows = ['speech', 'header', 'absent', 'unreadable'].map((id) => ({
    id,
    audio_file: `${id}.wav`,
    options: '{}',
  }));
  writeFileSync(join(folder, 'speech.wav'), Buffer.alloc(44 + 32_000, 1));
  writeFileSync(join(folder, 'header.wav'), Buffer.alloc(44));
  // Whatever the disk says of it, it is not that there is nothing.
  mkdirSync(join(folder, 'unreadable.wav'));
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
  const recordings = new DictatedRecordings({
    database,
    folder: { audio: folder },
    events: new EventBus((error) => assert.fail(String(error))),
    clock: { now: () => 0, monotonic: () => 0 },
    logger: silentLogger,
  } as unknown as DictatedRecordingsOptions);
  return { folder, changed, recordings };
}

test('interrupted recordings become text; only empty ones are deleted, and those that cannot be read now are kept [DICTATION-RECONCILE]', async (context) => {
  const { folder, changed, recordings } = cutOff(context);
  await recordings.reconcile();
  assert.deepEqual(Object.fromEntries(changed), { speech: 'pending', header: 'deleted', absent: 'deleted' });
  assert.deepEqual(
    ['speech', 'header', 'unreadable'].map((id) => existsSync(join(folder, `${id}.wav`))),
    [true, false, true],
  );
});
