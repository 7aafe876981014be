import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const docs = join(import.meta.dirname, '..', '..', 'docs');

test('docs/README.md lists every page and folder of docs, and nothing that is not there', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const targets = [...index.matchAll(/\]\((?!\.\.\/|https?:)([^)#]+)/g)].map(([, target = '']) => target);
  const listed = new Set(targets.map((target) => target.split('/')[0]));
  const there = readdirSync(docs).filter((name) => name !== 'README.md');
  assert.deepEqual([...listed].sort(), there.sort());
});

test('each picture of docs/screenshots is shown by a page, and each picture that a page shows is there', () => {
  const root = join(docs, '..');
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'apps/*/*.md'], { cwd: root });
  const shown = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/!\[[^\]]*\]\([^)]*?screenshots\/([^)]+)\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  assert.deepEqual([...new Set(shown)].sort(), readdirSync(join(docs, 'screenshots')).sort());
});

/** What is read as running text: neither code nor tables nor titles. */
function proseOf(page: string): string {
  const lines = page.replaceAll(/^```[\s\S]*?^```/gm, '').split('\n');
  return lines.filter((line) => !/^\s*(\||#)/.test(line)).join(' ');
}

test('a page is at most two screens of prose, reference in tables aside', () => {
  const long = readdirSync(docs)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      name,
      words: proseOf(readFileSync(join(docs, name), 'utf8')).split(/\s+/).length,
    }))
    .filter(({ words }) => words > 850);
  assert.deepEqual(long, []);
});
