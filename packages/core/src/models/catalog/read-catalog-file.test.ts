import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { catalogEntries } from './catalog.ts';
import facts from './model-facts.json' with { type: 'json' };
import { readCatalogFile } from './read-catalog-file.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoth-catalog-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function written(content: string): string {
  const path = join(folder, 'catalog.json');
  writeFileSync(path, content);
  return path;
}

test('a catalog file of the shape of our own facts gives the same entries [MODEL-OWN-CATALOG]', () => {
  const [model] = facts.models;
  const entries = readCatalogFile(written(JSON.stringify({ models: [model] })));
  assert.equal(entries.length, model?.files.length);
  const ids = new Set(catalogEntries.map(({ id }) => id));
  for (const { id } of entries) assert(ids.has(id), id);
});

const [good] = facts.models;
const bad: readonly [string, RegExp][] = [
  ['{', /catalog\.json can't be used: SyntaxError/],
  ['{"models": [{"repo": "a"}]}', /models\[0\]\.revision/],
  [
    JSON.stringify({ models: [{ ...good, files: [{ ...good?.files[0], filename: '../x.gguf' }] }] }),
    /filename/,
  ],
  [JSON.stringify({ models: [{ ...good, files: [{ ...good?.files[0], sha256: 'no' }] }] }), /sha256/],
  [JSON.stringify({ models: [{ ...good, family: 'none of ours' }] }), /none of ours/],
];
for (const [content, words] of bad) {
  test(`a bad catalog file is refused, and the message names it and the field: ${words}`, () => {
    assert.throws(() => readCatalogFile(written(content)), words);
  });
}
