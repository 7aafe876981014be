import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mode, modeDefaults } from '@quoth/contract';
import { freeName } from './free-name.ts';
import { parseModes, printModes } from './mode-files.ts';

const mode: Mode = {
  id: '3f2b8c1e-7d64-4a53-9b0e-1c2d3e4f5a6b',
  name: 'Mine',
  ...modeDefaults,
  language: 'de',
  customVocabulary: ['a => b'],
  isDefault: true,
  sortOrder: 3,
  isSystemProvided: true,
  createdDate: '2026-11-21T09:30:00.000Z',
  modifiedDate: '2026-11-21T09:30:00.000Z',
};

test('a mode that goes out comes in again, as a new one that is not the default', () => {
  const [body] = parseModes(printModes([mode]));
  assert.equal(body?.name, 'Mine');
  assert.equal(body?.language, 'de');
  assert.deepEqual(body?.customVocabulary, ['a => b']);
  assert.equal(body?.isDefault, undefined);
  assert.doesNotMatch(printModes([mode]), /3f2b8c1e|createdDate|isDefault/);
});

test('one mode, a list of modes, and files that hold none', () => {
  assert.equal(parseModes('{"name": "One"}').length, 1);
  assert.equal(parseModes('[{"name": "One"}, {"name": "Two"}, {"nothing": 1}]').length, 2);
  for (const text of ['', 'no json', '1', 'null', '{"modes": 3}', '{"name": ""}'])
    assert.deepEqual(parseModes(text), [], text);
});

test('a name that is taken gets a number', () => {
  assert.equal(freeName('Email', []), 'Email');
  assert.equal(freeName('Email', ['email']), 'Email 2');
  assert.equal(freeName('Email', ['EMAIL', 'Email 2']), 'Email 3');
  const long = 'm'.repeat(80);
  assert.equal(freeName(`${long} copy`, [long]), `${'m'.repeat(78)} 2`);
});
