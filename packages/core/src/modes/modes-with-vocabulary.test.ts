import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modeDefaults } from '@quoth/contract';
import { ModesWithVocabulary } from './modes-with-vocabulary.ts';

const mode: Mode = {
  id: '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b',
  name: 'Mine',
  ...modeDefaults,
  customVocabulary: ['own'],
  sortOrder: 0,
  isSystemProvided: false,
  createdDate: '2026-11-21T09:30:00.000Z',
  modifiedDate: '2026-11-21T09:30:00.000Z',
};
const source = { list: () => [mode], get: () => mode, default: () => mode };

test("the vocabulary for all modes stands behind each mode's own, and follows its changes [VOCABULARY-SHARED]", () => {
  let terms: readonly string[] = [];
  const modes = new ModesWithVocabulary(source, () => terms);
  assert.equal(modes.default(), mode);
  terms = ['shared => Shared'];
  for (const one of [modes.default(), modes.get(mode.id), ...modes.list()]) {
    assert.deepEqual(one.customVocabulary, ['own', 'shared => Shared']);
  }
  // The list is the same object while nothing changes: the text rules keep what they make of it.
  assert.equal(modes.default().customVocabulary, modes.default().customVocabulary);
  terms = ['other'];
  assert.deepEqual(modes.default().customVocabulary, ['own', 'other']);
  assert.deepEqual(mode.customVocabulary, ['own']);
});
