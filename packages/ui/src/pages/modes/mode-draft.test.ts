import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modeDefaults } from '@quoth/contract';
import { changesOf, draftOf, problemOf, transcriberOf, withTranscriber } from './mode-draft.ts';

const mode: Mode = {
  id: '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b',
  name: 'Mine',
  ...modeDefaults,
  sortOrder: 0,
  isSystemProvided: false,
  createdDate: '2026-11-21T09:30:00.000Z',
  modifiedDate: '2026-11-21T09:30:00.000Z',
};

test('only what was changed is sent', () => {
  const draft = draftOf(mode);
  assert.deepEqual(changesOf(draft, mode), {});
  assert.deepEqual(changesOf({ ...draft, language: 'de', customVocabulary: ['x'] }, mode), {
    language: 'de',
    customVocabulary: ['x'],
  });
  assert.deepEqual(changesOf({ ...draft, englishSpelling: null }, { ...mode, englishSpelling: 'british' }), {
    englishSpelling: null,
  });
});

test('who transcribes is one choice, and a model of another provider does not stay', () => {
  const draft = { ...draftOf(mode), cloudTranscriptionModel: 'nova-3' };
  assert.equal(transcriberOf(draft), 'auto');
  const cloud = withTranscriber(draft, 'cloud/deepgram');
  assert.deepEqual(
    [cloud.model, cloud.cloudProvider, cloud.cloudTranscriptionModel],
    ['cloud', 'deepgram', null],
  );
  assert.equal(transcriberOf(cloud), 'cloud/deepgram');
  const chosen = { ...cloud, cloudTranscriptionModel: 'nova-3' };
  assert.equal(withTranscriber(chosen, 'cloud/deepgram').cloudTranscriptionModel, 'nova-3');
  assert.equal(withTranscriber(chosen, 'pocketsphinx-en-us').model, 'pocketsphinx-en-us');
});

test('what cannot be saved is said by its field', () => {
  assert.equal(problemOf(draftOf(mode)), undefined);
  assert.equal(problemOf({ ...draftOf(mode), name: ' ' })?.field, 'name');
});
