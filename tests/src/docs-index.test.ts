import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const docs = join(import.meta.dirname, '..', '..', 'docs');

test('docs/README.md lists every page and folder of docs, and nothing that is not there [DOCS-INDEX]', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const targets = [...index.matchAll(/\]\((?!\.\.\/|https?:)([^)#]+)/g)].map(([, target = '']) => target);
  const listed = new Set(targets.map((target) => target.split('/')[0]));
  const there = readdirSync(docs).filter((name) => name !== 'README.md');
  assert.deepEqual([...listed].sort(), there.sort());
});
