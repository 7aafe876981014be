import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { languages } from '@quoth/contract';
import { buildPage } from './opened-window.ts';

const folder = join(import.meta.dirname, '../../../dist/quoth/page');
const assets = join(folder, 'assets');
/** What a browser on a slow machine can be asked to fetch and to read before there is anything to see. */
const MAX_BYTES = 230_000;

/** A script and everything that it cannot begin without. */
function withImports(name: string, found: Set<string>): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(assets, name), 'utf8');
  // Static imports of a bundle; an import() has a bracket there.
  for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g))
    if (imported !== undefined) withImports(imported, found);
  return found;
}

test('each language is in files of its own, of at most 50 kB compressed', () => {
  buildPage();
  const translated = languages.filter((one) => one !== 'en');
  assert.ok(translated.length > 0);
  for (const language of translated) {
    const files = readdirSync(assets).filter((name) => name.startsWith(`${language}-`));
    assert.equal(files.length, 2, language);
    const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
    assert.ok(bytes > 10_000 && bytes <= 50_000, `${language}: ${bytes} bytes`);
  }
});

test('no script only names what another one has: each costs a request in every window', () => {
  buildPage();
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  assert.ok(scripts.length > 5);
  const passing = scripts.filter((name) => statSync(join(assets, name)).size < 200);
  assert.deepEqual(passing, []);
});

test('the first page needs at most 230 kB of compressed JavaScript', () => {
  buildPage();
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const found = new Set<string>();
  for (const [, name] of html.matchAll(/\/assets\/([\w.-]+\.js)/g))
    if (name !== undefined) withImports(name, found);
  // The first page, and what it asks for as soon as it stands, each found by a word that it alone has.
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  for (const word of ['record-state', 'recent-recordings', 'remark-made']) {
    const having = scripts.filter((name) => readFileSync(join(assets, name), 'utf8').includes(word));
    assert.equal(having.length, 1, word);
    for (const name of having) withImports(name, found);
  }
  const bytes = [...found].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
  assert.ok(found.size > 1, 'the scripts were found');
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes in ${found.size} scripts`);
});
