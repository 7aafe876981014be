import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, modeMeant, shownModeName } from '@quoth/contract';
import { aMode } from '@quoth/contract/fixtures/shapes.ts';

const spoken = aMode({ id: 'a', name: 'Voice to text', isSystemProvided: true });
const note = aMode({ id: 'b', name: 'Note', isSystemProvided: true });

test('a mode that came with the application is shown in the language of its user, until it is renamed', () => {
  const shown = (name: string, ...modes: readonly (typeof spoken)[]) =>
    languages.map((language) => shownModeName(name, modes, language));
  assert.deepEqual(shown('Voice to text', spoken), [
    'As spoken',
    'Wie gesprochen',
    'Tel que dicté',
    'Tal cual',
    'Como falado',
    '話したまま',
  ]);
  for (const [name, ...modes] of [
    ['Voice to text', { ...spoken, isSystemProvided: false }],
    ['Mine', { ...spoken, name: 'Mine' }],
    ['Voice to text'],
    ['constructor', { ...spoken, name: 'constructor' }],
  ] as const)
    assert.deepEqual(new Set(shown(name, ...modes)), new Set([name]));
});

test('a mode is meant by its id, its name, and what the window calls it; its own name wins', () => {
  const own = aMode({ id: 'c', name: 'notiz' });
  const rows = [
    ['A', 'a'],
    ['voice to text', 'a'],
    ['wie gesprochen', 'a'],
    [' 話したまま ', 'a'],
    ['Note', 'b'],
    ['Nota', 'b'],
    ['Notiz', 'c'],
    ['Bereinigt', undefined],
    ['constructor', undefined],
  ] as const;
  for (const [written, id] of rows) assert.equal(modeMeant(written, [spoken, note, own])?.id, id, written);
  const renamed = { ...spoken, name: 'Mine' };
  assert.equal(modeMeant('Wie gesprochen', [renamed]), undefined);
});
