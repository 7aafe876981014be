import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Recording } from '@quoth/contract';
import { formatRecording, recordingTable } from './recording-table.ts';
import { localTime } from './wording.ts';

const recording = {
  id: '0196f0aa-0000-7000-8000-000000000000',
  date: '2026-11-26T16:05:00Z',
  duration: 3_723,
  status: 'completed',
  source_name: 'a-long-name-of-a-file-that-was-transcribed.wav',
  text: 'The weather in the mountains will be windy, then cléar again from the west',
  error: null,
  warning: null,
  mode: null,
  transcriptionProvider: null,
  postProcessingProvider: null,
} as unknown as Recording;

test('a search shows what it found in the width of the terminal, and whole times', () => {
  for (const columns of [60, 72, 80, 100, 200]) {
    for (const found of ['The', 'mountains', 'clear', 'west']) {
      const lines = recordingTable([recording], found, columns).split('\n');
      assert(lines.every((line) => line.length <= columns));
      const row = lines[1]?.replace('é', 'e') ?? '';
      assert(row.includes(found), `${found} at ${columns}: ${row}`);
      assert(row.includes(localTime(recording.date)), row);
    }
  }
});

test('a text in which the search stands nowhere as such is shown from its beginning', () => {
  assert.match(recordingTable([recording], 'west weather mountains again', 80), /The weath/);
});

test('a warning of a recording is shown whole', () => {
  const message =
    'Nothing was rewritten. Set a key ("quoth providers set-key openai"), or choose another mode.';
  const shown = formatRecording({ ...recording, warning: { message } } as Recording, './quoth', 80);
  assert(shown.split('\n').every((line) => line.length <= 80));
  assert.match(shown, /\("\.\/quoth providers set-key openai"\)/);
  assert.match(shown, /mode\.$/m);
});
