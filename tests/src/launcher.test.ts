import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
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
  mkdirSync(join(root, 'dist', 'quoth'), { recursive: true });
  writeFileSync(join(root, 'dist', 'quoth', 'quoth.js'), '');
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

test('compiled code is kept in the user’s own cache folder, and nowhere without one', (context) => {
  const { home, root, cacheWith } = launcher(context);
  assert.equal(cacheWith({ HOME: home }), join(home, '.cache/quoth/node'));
  assert.equal(cacheWith({ HOME: home, XDG_CACHE_HOME: join(root, 'c') }), join(root, 'c/quoth/node'));
  assert.equal(cacheWith({}), 'none');
  assert.equal(cacheWith({ HOME: '/proc/none' }), 'none');
  assert.equal(cacheWith({ HOME: home, NODE_COMPILE_CACHE: '/mine' }), '/mine');
});

test('a cache folder that others can write to is not used', (context) => {
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

/**
 * The launcher in a clone whose Node tells what it is to run, and builds nothing but the file that the launcher looks
 * for.
 */
function clone(context: TestContext, { builds = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'quoth-launcher-'));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode });
  };
  write('node_modules/.quoth-set-up', '');
  write('scripts/set-up.sh', `echo set-up >>${root}/calls\n`);
  write('scripts/build.ts', '');
  const builder = `mkdir -p ${root}/dist/quoth && echo build >>${root}/calls && touch ${root}/dist/quoth/quoth.js && echo "$6" >${root}/dist/quoth/.commit`;
  write(
    'node_modules/.bin/node',
    `#!/bin/sh\ncase "$2" in */build.ts) ${builds ? builder : 'echo "no room" >&2; exit 1'} ;; *) printf %s "\${2#${root}/}" ;; esac\n`,
    0o755,
  );
  copyFileSync(join(import.meta.dirname, '..', '..', 'quoth'), join(root, 'quoth'));
  const run = () =>
    spawnSync(join(root, 'quoth'), ['status'], { env: { PATH: process.env.PATH ?? '' }, encoding: 'utf8' });
  const calls = () => {
    const path = join(root, 'calls');
    const made = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    rmSync(path, { force: true });
    return made;
  };
  return { root, run, calls, write };
}

const PROGRAM = 'dist/quoth/quoth.js';

test('a clone is built once, and again after it has moved to another commit', (context) => {
  const { run, calls, write } = clone(context);
  write('.git/HEAD', 'ref: refs/heads/main\n');
  write('.git/refs/heads/main', `${'1'.repeat(40)}\n`);
  assert.equal(run().stdout, PROGRAM);
  assert.deepEqual(calls(), ['set-up', 'build']);
  assert.equal(run().stdout, PROGRAM);
  assert.deepEqual(calls(), []);
  const moves: readonly (readonly [string, string])[] = [
    ['.git/refs/heads/main', `${'2'.repeat(40)}\n`],
    ['.git/HEAD', `${'3'.repeat(40)}\n`],
  ];
  for (const [path, text] of moves) {
    write(path, text);
    assert.equal(run().stdout, PROGRAM, path);
    assert.deepEqual(calls(), ['set-up', 'build'], path);
    assert.equal(run().stdout, PROGRAM, path);
    assert.deepEqual(calls(), [], path);
  }
  write('.git/packed-refs', `# pack-refs\n${'4'.repeat(40)} refs/heads/other\n`);
  write('.git/HEAD', 'ref: refs/heads/other\n');
  run();
  assert.deepEqual(calls(), ['set-up', 'build']);
  run();
  assert.deepEqual(calls(), []);
});

test('a worktree, whose .git names the folder of the clone, follows its own branch, without git', (context) => {
  const { root, run, calls, write } = clone(context);
  write('clone/.git/worktrees/one/HEAD', 'ref: refs/heads/one\n');
  write('clone/.git/worktrees/one/commondir', '../..\n');
  write('clone/.git/refs/heads/one', `${'1'.repeat(40)}\n`);
  for (const named of ['clone/.git/worktrees/one', join(root, 'clone/.git/worktrees/one')]) {
    write('.git', `gitdir: ${named}\n`);
    run();
    calls();
    assert.equal(run().stdout, PROGRAM);
    assert.deepEqual(calls(), [], named);
    write('clone/.git/refs/heads/one', `${'2'.repeat(40)}\n`);
    run();
    assert.deepEqual(calls(), ['set-up', 'build'], named);
    write('clone/.git/refs/heads/one', `${'1'.repeat(40)}\n`);
  }
});

test('a copy without a repository is built when it never was, and a package not at all', (context) => {
  const copy = clone(context);
  copy.run();
  assert.deepEqual(copy.calls(), ['set-up', 'build']);
  copy.run();
  assert.deepEqual(copy.calls(), []);
  const installed = clone(context);
  installed.write(PROGRAM, '');
  rmSync(join(installed.root, 'scripts'), { recursive: true });
  assert.equal(installed.run().stdout, PROGRAM);
  assert.deepEqual(installed.calls(), []);
});

test('where it cannot be built, the reason is reported and nothing runs', (context) => {
  const { run } = clone(context, { builds: false });
  const { status, stdout, stderr } = run();
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /no room\nQuoth could not be built/);
});

test('a package on a system too old for it says what is needed, and one that is not set up how to finish it', (context) => {
  const { root, home } = launcher(context);
  writeFileSync(join(root, 'package-kind'), 'tar\n');
  mkdirSync(join(root, 'bin'));
  const node = join(root, 'bin', 'node');
  const error = "libc.so.6: version \u0060GLIBC_2.28' not found";
  writeFileSync(node, `#!/bin/sh\ncat >&2 <<'END'\n${error}\nEND\nexit 1\n`, { mode: 0o755 });
  const run = () =>
    spawnSync(join(root, 'quoth'), ['status'], {
      env: { PATH: process.env.PATH ?? '', HOME: home },
      encoding: 'utf8',
    });
  for (const _ of [1, 2]) {
    const { status, stderr } = run();
    assert.equal(status, 1);
    assert(stderr.includes(error), stderr);
    assert.match(stderr, /needs Linux with glibc 2\.34 or later \(this is Linux \S+, glibc [\d.]+\)/);
  }
  writeFileSync(node, '#!/bin/sh\n', { mode: 0o755 });
  rmSync(join(root, 'dist', 'quoth', 'quoth.js'));
  const { status, stderr } = run();
  assert.equal(status, 1);
  assert.match(stderr, /The installation of Quoth is not finished/);
});
