import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Dictation, Processing, QuothEvent } from '@quoth/contract';
import { aProcessing, aRecording, idleDictation } from '@quoth/contract/fixtures/shapes.ts';
import { type KnownState, knownAfter, knownAtFirst, statusLine } from './follow.ts';

const id = '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b';
const other = '6a5f4e3d-2c1b-4e0b-935a-46d7e1c8b2f3';
const mode = { id, name: 'Note' };
const recording = aRecording({ mode, device: 'Studio' });
const ended = (phase: Processing['phase'], error: Processing['error'] = null): Processing =>
  aProcessing({ phase, mode, error });
const dictated = (dictation: Partial<Dictation>): QuothEvent => ({
  type: 'dictation-changed',
  dictation: { ...idleDictation, ...dictation },
});
const level = (value: number, elapsedMs: number): QuothEvent => ({
  type: 'dictation-level',
  level: value,
  elapsedMs,
  recordingId: id,
});

/** What is printed: a line only where it differs from the one before. */
function linesOf(events: readonly QuothEvent[], first: KnownState = knownAtFirst(idleDictation, [])) {
  const lines = [statusLine(first)];
  let known = first;
  for (const event of events) {
    known = knownAfter(known, event);
    const next = statusLine(known);
    if (JSON.stringify(next) !== JSON.stringify(lines.at(-1))) lines.push(next);
  }
  return lines;
}

test('a dictation from the key to its text: idle, recording with its level, transcribing, idle', () => {
  const lines = linesOf([
    dictated({ recording: { ...recording, phase: 'starting', device: null } }),
    dictated({ recording }),
    level(0.34, 1_000),
    level(0.9, 1_050),
    level(0.91, 1_300),
    dictated({ processing: [ended('transcribing')] }),
    dictated({ processing: [ended('rewriting')] }),
    dictated({ processing: [ended('delivered')] }),
  ]);
  assert.deepEqual(
    lines.map(({ state, percentage, seconds }) => [state, percentage, seconds]),
    [
      ['idle', 0, 0],
      ['recording', 0, 0],
      ['recording', 0, 0],
      ['recording', 30, 1],
      ['recording', 90, 1],
      ['transcribing', 0, 0],
      ['idle', 0, 0],
    ],
  );
  assert.equal(lines[2]?.tooltip, 'Recording in mode Note, Studio');
});

test('the level of a recording is not that of the one before', () => {
  const lines = linesOf([
    dictated({ recording }),
    level(0.8, 9_000),
    dictated({ recording: { ...recording, id: other } }),
    level(0.2, 50),
  ]);
  assert.deepEqual(
    lines.map(({ percentage }) => percentage),
    [0, 0, 80, 0, 20],
  );
});

test('a failure shows its reason until something newer; a refusal shows what is missing', () => {
  const error = { code: 'TRANSCRIPTION_FAILED', message: 'It failed.', hint: 'Try again.' } as const;
  const [, failed, newer] = linesOf([
    dictated({ processing: [ended('failed', error)] }),
    dictated({ processing: [ended('failed', error), { ...ended('copied'), id: other }] }),
  ]);
  assert.deepEqual([failed?.state, failed?.tooltip], ['error', 'It failed. Try again.']);
  assert.equal(newer?.state, 'idle');
  const refusal = { code: 'MICROPHONE_UNAVAILABLE', message: 'No microphone can be used.' } as const;
  const refused = statusLine(knownAtFirst({ ...idleDictation, refusal }, []));
  assert.deepEqual([refused.state, refused.tooltip], ['error', 'No microphone can be used.']);
});

test('files count as transcribing until they are done or deleted, and a dictation only once', () => {
  const changed = (recordingId: string, status: 'pending' | 'transcribing' | 'completed'): QuothEvent => ({
    type: 'recording-status-changed',
    recordingId,
    status,
  });
  const lines = linesOf(
    [
      changed(id, 'pending'),
      dictated({ processing: [ended('transcribing')] }),
      changed(id, 'completed'),
      dictated({ processing: [ended('delivered')] }),
      { type: 'recording-deleted', recordingId: other },
    ],
    knownAtFirst(idleDictation, [other]),
  );
  assert.deepEqual(
    lines.map(({ state, transcribing }) => [state, transcribing]),
    [
      ['transcribing', 1],
      ['transcribing', 2],
      ['transcribing', 1],
      ['idle', 0],
    ],
  );
});
