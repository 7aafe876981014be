import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..', '..');

/** As the page writes paths: from the root, or from a package or application without its `src`. */
function exists(written: string): boolean {
  const [part = '', ...rest] = written.split('/');
  return [
    [written],
    ...['packages', 'apps'].map((folder) => [folder, part, 'src', ...rest]),
    ...['packages', 'apps'].map((folder) => [folder, part, ...rest]),
  ].some((path) => existsSync(join(root, ...path)));
}

test('every path that the map of the project names exists', () => {
  const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');
  const flow = readFileSync(join(root, 'packages', 'core', 'data-flow.md'), 'utf8');
  // The data folder is not in the repository.
  const map =
    page.slice(0, page.indexOf('## The data folder')) + page.slice(page.indexOf('## Libraries')) + flow;
  const named = [...map.matchAll(/`([\w.-]+(?:\/[\w.-]+)*)`/g)].map(([, code = '']) => code);
  const files = new Set(
    execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .map((path) => basename(path)),
  );
  const paths = named.filter((code) => code.includes('/') || /\.(ts|tsx|md)$/.test(code));
  assert(paths.length > 50, `${paths.length} paths`);
  const missing = paths.filter((path) => !(path.includes('/') ? exists(path) : files.has(path)));
  assert.deepEqual(missing, []);
});
