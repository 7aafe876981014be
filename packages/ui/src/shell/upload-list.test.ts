import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextToSend, nextUploads, secondsLeft, type Upload, type UploadMove } from './upload-list.ts';

const id = '00000000-0000-4000-8000-000000000001';
const play = (moves: readonly UploadMove[]): readonly Upload[] =>
  moves.reduce<readonly Upload[]>((uploads, move) => nextUploads(uploads, move), []);
const files = (...names: string[]): UploadMove => ({
  type: 'added',
  files: names.map((name) => ({ key: name, name })),
});

test('a file is sent, worked on and done', () => {
  const uploads = play([
    files('a'),
    { type: 'begun', key: 'a' },
    { type: 'accepted', key: 'a', recordingId: id, now: 1_000 },
    { type: 'event', event: { type: 'transcription-progressed', recordingId: id, progress: 0.25 } },
  ]);
  assert.deepEqual([uploads[0]?.phase, uploads[0]?.progress], ['working', 0.25]);
  assert.equal(uploads[0] && secondsLeft(uploads[0], 11_000), 30);
  const done = nextUploads(uploads, {
    type: 'event',
    event: { type: 'recording-status-changed', recordingId: id, status: 'completed' },
  });
  assert.equal(done[0]?.phase, 'done');
});

test('three are worked on at once, the others wait for their turn', () => {
  let uploads = play([
    files('a', 'b', 'c', 'd'),
    ...['a', 'b', 'c'].map((key) => ({ type: 'begun', key }) as const),
  ]);
  assert.equal(nextToSend(uploads), undefined);
  uploads = nextUploads(uploads, { type: 'failed', key: 'b', problem: 'No.' });
  assert.equal(nextToSend(uploads)?.key, 'd');
});

test('what is canceled stays so, and finished rows can be cleared', () => {
  const uploads = play([
    files('a', 'b'),
    { type: 'cancelled', key: 'a' },
    { type: 'accepted', key: 'a', recordingId: id, now: 0 },
  ]);
  assert.equal(uploads[0]?.phase, 'cancelled');
  assert.deepEqual(
    nextUploads(uploads, { type: 'cleared' }).map(({ key }) => key),
    ['b'],
  );
});
