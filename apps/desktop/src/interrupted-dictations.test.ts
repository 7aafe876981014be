import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordingStatus } from '@quoth/contract';
import type { Core } from '@quoth/core';
import { TestEvents } from '@quoth/core/fixtures/test-events.ts';
import { followInterrupted } from './interrupted-dictations.ts';

test('anyone who was dictating when Quoth ended learns where the text is, once; of files and programs nothing is said', async () => {
  const events = new TestEvents();
  const said = () =>
    events.published.flatMap((event) =>
      event.type === 'remark-made' ? [`${event.kind}: ${event.message}`] : [],
    );
  const rows = [
    { id: 'own', source: 'dictation', program: null },
    { id: 'failing', source: 'dictation', program: null },
    { id: 'of-program', source: 'dictation', program: 'Notes' },
    { id: 'file', source: 'file', program: null },
  ];
  const core = {
    events,
    recordings: { unfinished: async () => rows },
  } as unknown as Core;
  const becomes = (recordingId: string, status: RecordingStatus) =>
    events.publish({ type: 'recording-status-changed', recordingId, status });
  await followInterrupted(core);
  becomes('own', 'transcribing');
  assert.deepEqual(said(), []);
  for (const { id } of rows) becomes(id, id === 'failing' ? 'failed' : 'completed');
  assert.deepEqual(said(), [
    'done: What you said before Quoth quit is in the history.',
    'problem: What you said before Quoth quit was not transcribed.',
  ]);
  // Transcribed again, as its user knows.
  becomes('own', 'completed');
  assert.equal(said().length, 2);
});
