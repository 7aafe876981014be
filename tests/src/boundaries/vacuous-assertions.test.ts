import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { vacuousAssertions } from './vacuous-assertions.ts';

const root = join(import.meta.dirname, '..', '..', '..');

test('no test asserts what cannot fail', () => {
  const paths = globSync('{{packages,apps}/*/src,tests/src,bench/src,scripts}/**/*.test.ts', { cwd: root });
  assert(paths.length > 200, `${paths.length} files`);
  const found = paths.flatMap((path) => vacuousAssertions(path, readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(found, []);
});

const refused: readonly (readonly [source: string, reason: RegExp])[] = [
  ['await assert.rejects(fetch(url));', /takes any error/],
  ['assert.throws(() => parse(text));', /takes any error/],
  ["await assert.rejects(work, 'it is a message, no matcher');", /takes any error/],
  ['await assert.rejects(work, Error);', /takes any error/],
  ['assert.equal(result.text, result.text);', /with itself/],
  ['for (const path of globSync(pattern)) assert(read(path));', /nothing is found/],
  ['for (const one of list.filter(isOpen)) {\n  assert.equal(one.id, 1);\n}', /nothing is found/],
];
const allowed = [
  "await assert.rejects(fetch(url), { code: 'NO_SPEECH' });",
  'assert.throws(() => parse(text), /no JSON/);',
  'assert.equal(library.list(), library.list());',
  'assert.equal(result.text, other.text);',
  'const paths = globSync(pattern);\nassert(paths.length > 2);\nfor (const path of paths) assert(read(path));',
  'for (const one of list.filter(isOpen)) close(one);',
];

test('it is found what cannot fail, and nothing else is', () => {
  for (const [source, reason] of refused) {
    const found = vacuousAssertions('a.test.ts', `// A line before.\n${source}`);
    assert.equal(found.length, 1, source);
    assert.match(found[0] ?? '', /^a\.test\.ts:2: /);
    assert.match(found[0] ?? '', reason, source);
  }
  for (const source of allowed) assert.deepEqual(vacuousAssertions('a.test.ts', source), [], source);
});
