import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** The launcher in a repository with sources, whose Node tells what it is to run; the builder writes the program where the test wants one. */
function clone(context: TestContext, { builds = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'quoth-launcher-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  write('node_modules/.quoth-set-up', '');
  const built = 'apps/cli/dist/command-line/bin.js';
  const builder = `mkdir -p ${root}/apps/cli/dist/command-line && echo built >>${root}/builds && touch ${root}/${built}`;
  write(
    'node_modules/.bin/node',
    `#!/bin/sh\ncase "$2" in */build-command-line.ts) ${builds ? builder : 'exit 1'} ;; *) printf %s "\${2#${root}/}" ;; esac\n`,
    0o755,
  );
  for (const path of ['apps/cli/src/bin.ts', 'packages/bridge/src/x.ts', 'scripts/build-command-line.ts'])
    write(path, '');
  for (const name of ['client', 'contract']) write(`packages/${name}/src/index.ts`, '');
  write('package-lock.json', '');
  copyFileSync(join(import.meta.dirname, '..', '..', 'quoth'), join(root, 'quoth'));
  const run = () =>
    execFileSync(join(root, 'quoth'), ['status'], {
      env: { PATH: process.env.PATH ?? '' },
      encoding: 'utf8',
    });
  const timesBuilt = () => readFileSync(join(root, 'builds'), 'utf8').trim().split('\n').length;
  const saveLater = (path: string) => {
    const later = new Date(Date.now() + 5_000);
    utimesSync(join(root, path), later, later);
  };
  return { root, built, run, timesBuilt, saveLater };
}

test('the command line is built once, and again when a source is newer', (context) => {
  const { run, built, timesBuilt, saveLater } = clone(context);
  assert.equal(run(), built);
  assert.equal(run(), built);
  assert.equal(timesBuilt(), 1);
  saveLater('packages/contract/src/index.ts');
  assert.equal(run(), built);
  assert.equal(timesBuilt(), 2);
});

test('if it cannot be built, the sources run', (context) => {
  const { run } = clone(context, { builds: false });
  assert.equal(run(), 'apps/cli/src/bin.ts');
});
