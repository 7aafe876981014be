import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from './print.ts';

const rows = [
  ['Model', 'Size', 'Languages', ''],
  ['parakeet-unified-en-0.6b', '480 MB', 'en', 'installed; used by auto; most accurate'],
  ['tiny', '1.7 MB', 'en de fr', 'not installed'],
];

test('a table fits the terminal: the widest column is cut, the name that people type stays whole', () => {
  const lines = table(rows, 60).split('\n');
  assert(lines.every((line) => line.length <= 60));
  assert.equal(lines[1], 'parakeet-unified-en-0.6b  480 MB  en         installed; use…');
  assert(lines[2]?.startsWith('tiny '));
});

test('where cutting is not enough, columns that matter less are left out', () => {
  const [head = '', model = ''] = table(rows, 44, [2, 1]).split('\n');
  assert.equal(head, 'Model                     Size');
  assert.equal(model, 'parakeet-unified-en-0.6b  480 MB  installed…');
  assert.match(table(rows, 38, [2, 1]), /^parakeet-unified-en-0\.6b {2}installed; …$/m);
  assert.match(table(rows, 60, [2, 1]), /^Model +Size +Languages$/m);
});

test('where there is no terminal, or no room, nothing more is cut', () => {
  assert.match(table(rows, undefined), /most accurate$/m);
  assert.match(table(rows, 10), /parakeet-unified-en-0\.6b {2}480 MB {2}en {8}install…/);
});
