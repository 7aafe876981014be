import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';

/** The launcher in a repository whose Node only tells where it would keep compiled code. */
function launcher(context: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'quoth-launcher-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, '.bin'), { recursive: true });
  writeFileSync(join(packages, '.quoth-set-up'), '');
  writeFileSync(
    join(packages, '.bin', 'node'),
    '#!/bin/sh\nprintf %s "$(printenv NODE_COMPILE_CACHE || echo none)"\n',
    {
      mode: 0o755,
    },
  );
  copyFileSync(join(import.meta.dirname, '..', '..', 'quoth'), join(root, 'quoth'));
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o700 });
  const cacheWith = (env: Record<string, string>) =>
    execFileSync(join(root, 'quoth'), [], {
      env: { PATH: process.env.PATH ?? '', ...env },
      encoding: 'utf8',
    });
  return { root, home, cacheWith };
}

test('compiled code is kept in the user’s own cache folder, and nowhere without one [START-OWN-CODE]', (context) => {
  const { home, root, cacheWith } = launcher(context);
  assert.equal(cacheWith({ HOME: home }), join(home, '.cache/quoth/node'));
  assert.equal(cacheWith({ HOME: home, XDG_CACHE_HOME: join(root, 'c') }), join(root, 'c/quoth/node'));
  assert.equal(cacheWith({}), 'none');
  assert.equal(cacheWith({ HOME: '/proc/none' }), 'none');
  assert.equal(cacheWith({ HOME: home, NODE_COMPILE_CACHE: '/mine' }), '/mine');
});

test('a cache folder that others can write to is not used [START-OWN-CODE]', (context) => {
  const { home, cacheWith } = launcher(context);
  const folders = ['.cache', '.cache/quoth', '.cache/quoth/node'].map((name) => join(home, name));
  assert.notEqual(cacheWith({ HOME: home }), 'none');
  for (const folder of folders)
    for (const mode of [0o777, 0o770, 0o1777]) {
      chmodSync(folder, mode);
      assert.equal(cacheWith({ HOME: home }), 'none', `${folder} ${mode.toString(8)}`);
      chmodSync(folder, 0o700);
    }
  const [, quoth = '', node = ''] = folders;
  rmSync(node, { recursive: true });
  symlinkSync(quoth, node);
  assert.equal(cacheWith({ HOME: home }), 'none');
});
