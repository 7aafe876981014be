import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { citationProblems, citedIn } from './citation-problems.ts';
import { pending } from './pending.ts';
import { requirements } from './requirements.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('every promise is cited by a test, or is on the pending list', () => {
  // This file is left out: its made-up ids are not citations.
  const files = globSync('{packages,apps,scripts,bench}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  }).concat(
    globSync('tests/src/**/*.test.ts', { cwd: root }).filter((path) => !path.includes('requirements')),
  );
  assert(files.length > 10);
  const cited = new Set(files.flatMap((path) => citedIn(readFileSync(join(root, path), 'utf8'))));
  assert.deepEqual(citationProblems({ requirements, pending, cited }), []);
});

test('every promise has an id of the agreed form, words and a source', () => {
  for (const { id, promise, source } of requirements) {
    assert.match(id, /^[A-Z]+(-[A-Z0-9]+)+$/);
    assert(promise.length > 0 && source.length > 0, id);
  }
});

const cases: readonly [name: string, pending: string[], cited: string[], expected: string[]][] = [
  ['all cited', [], ['A-001', 'A-002'], []],
  ['one pending', ['A-002'], ['A-001'], []],
  ['uncited', [], ['A-001'], ['A-002 is cited by no test']],
  ['pending and cited', ['A-002'], ['A-001', 'A-002'], ['A-002 is cited: take it off the pending list']],
  ['pending and unknown', ['B-001'], ['A-001', 'A-002'], ['B-001 is pending, but not in the list']],
  ['pending twice', ['A-002', 'A-002'], ['A-001'], ['A-002 is pending twice']],
  ['cited and unknown', [], ['A-001', 'A-002', 'B-001'], ['B-001 is cited, but not in the list']],
];

test('the checker finds what it is for', () => {
  const list = ['A-001', 'A-002'].map((id) => ({ id, promise: 'p', source: 's' }));
  for (const [name, waiting, cited, expected] of cases) {
    const found = citationProblems({ requirements: list, pending: waiting, cited: new Set(cited) });
    assert.deepEqual(found, expected, name);
  }
  const twice = [...list, ...list.slice(0, 1)];
  assert.deepEqual(
    citationProblems({ requirements: twice, pending: [], cited: new Set(['A-001', 'A-002']) }),
    ['A-001 stands in the list twice'],
  );
  assert.deepEqual(citedIn("test('x [API-ORDER] [CALL-NO-CORS]') // [api-x] API-HEAD [0] [A]"), [
    'API-ORDER',
    'CALL-NO-CORS',
  ]);
});
