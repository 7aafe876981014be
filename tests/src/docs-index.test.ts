import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'docs');
const pages = globSync('{,docs/**/,packages/**/,apps/**/,tests/**/,bench/**/,scripts/**/,.github/**/}*.md', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
});
const read = (page: string) => readFileSync(join(root, page), 'utf8');

test('docs/README.md lists every page and folder of docs, and nothing that is not there', () => {
  const index = readFileSync(join(docs, 'README.md'), 'utf8');
  const targets = [...index.matchAll(/\]\((?!\.\.\/|https?:)([^)#]+)/g)].map(([, target = '']) => target);
  const listed = new Set(targets.map((target) => target.split('/')[0]));
  const there = readdirSync(docs).filter((name) => name !== 'README.md');
  assert.deepEqual([...listed].sort(), there.sort());
});

test('each picture of docs/screenshots is shown by a page, and each picture that a page shows is there', () => {
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/!\[[^\]]*\]\([^)]*?screenshots\/([^)]+)\)/g)].map(([, name = '']) => name),
  );
  assert.deepEqual([...new Set(shown)].sort(), readdirSync(join(docs, 'screenshots')).sort());
});

/** What is read as running text: neither code nor tables nor titles. */
function proseOf(page: string): string {
  const lines = page.replaceAll(/^```[\s\S]*?^```/gm, '').split('\n');
  return lines.filter((line) => !/^\s*(\||#)/.test(line)).join(' ');
}

/** The anchors of a page's titles, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link of every page leads to a file that is there, and to a title that it has', () => {
  assert(pages.length > 60, `${pages.length} pages`);
  const broken = pages.flatMap((page) =>
    [
      ...read(page)
        .replaceAll(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g),
    ]
      .filter(([, target = '', anchor]) => {
        const path = target === '' ? page : join(dirname(page), target);
        if (!existsSync(join(root, path))) return true;
        return anchor !== undefined && path.endsWith('.md') && !anchorsOf(read(path)).includes(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('a page is at most two screens of prose, reference in tables aside', () => {
  const long = pages
    .filter((page) => !/^docs\/(decisions|api\/README)|CHANGELOG|fixtures|samples/.test(page))
    .map((page) => ({ page, words: proseOf(read(page)).split(/\s+/).length }))
    .filter(({ words }) => words > 850);
  assert.deepEqual(long, []);
});

test('the front page is at most 120 lines', () => {
  assert(read('README.md').split('\n').length <= 120);
});
