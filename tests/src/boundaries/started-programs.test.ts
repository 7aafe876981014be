import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import {
  everywhere,
  notNeeded,
  ours,
  packageOf,
  shellCommands,
  startedPrograms,
} from './started-programs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const setUp = readFileSync(join(root, 'scripts', 'set-up.sh'), 'utf8');
/** What set-up.sh installs for the tests, and what the README asks for. */
const declared = [
  ...[...setUp.matchAll(/^\w+_packages="(.*)"$/gm)].flatMap(([, names = '']) => names.split(' ')),
  ...['nodejs', 'npm', 'git', 'ca-certificates'],
].filter((name) => !name.startsWith('$'));

/** Programs without a declared package. */
const undeclared = (programs: readonly string[]) =>
  programs.filter(
    (program) =>
      ![...everywhere, ...notNeeded, ...ours].includes(program) &&
      !declared.includes(packageOf.get(program) ?? ''),
  );

test('every program that sources, tests and scripts start comes with a package that the set-up installs', () => {
  const paths = globSync('{tests,scripts,bench,packages/*,apps/*}/**/*.ts', {
    cwd: root,
    // This file and its like have programs in their cases.
    exclude: (path) => /(^|\/)(node_modules|dist|boundaries)(\/|$)/.test(path),
  });
  const started = new Set(
    paths.flatMap((path) =>
      startedPrograms(readFileSync(join(root, path), 'utf8')).map((program) => basename(program)),
    ),
  );
  assert(started.size > 40, `${started.size} programs`);
  assert.deepEqual(undeclared([...started]).sort(), []);
});

test('every program of the recipes, which the tests run line by line, comes with such a package', () => {
  const pages = globSync('docs/recipes/*.md', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/```(?:sh|bash)\n(.*?)```/gs)].map(
      ([, lines = '']) => lines,
    ),
  );
  const scripts = globSync('docs/recipes/scripts/*', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const called = [...pages, ...scripts].flatMap(shellCommands);
  assert(called.includes('jq') && called.includes('curl'), called.join(' '));
  assert.deepEqual(undeclared([...new Set(called)]), []);
});

test('each program is in the package that is named for it, or in one that it depends on', (context) => {
  const query = (...words: string[]) =>
    spawnSync('dpkg-query', words, { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout ?? '';
  const fields = ['Package}|', 'Provides}|', 'Pre-Depends}, ', 'Depends}\n']
    .map((field) => `\${${field}`)
    .join('');
  const dependencies = new Map<string, string[]>();
  for (const line of query('-W', '-f', fields).split('\n')) {
    const [name = '', provided = '', ...depends] = line.split('|');
    const names = (list: string) =>
      [...list.matchAll(/(?:^|[,|])\s*([\w.+-]+)/g)].map(([, found = '']) => found);
    dependencies.set(name, names(depends.join('|')));
    for (const virtual of names(provided))
      dependencies.set(virtual, [...(dependencies.get(virtual) ?? []), name]);
  }
  const brought = (name: string) => {
    const all = new Set([name]);
    for (const each of all) for (const further of dependencies.get(each) ?? []) all.add(further);
    return all;
  };
  const paths = (program: string) =>
    ['/usr/bin', '/bin', '/usr/sbin'].flatMap((folder) => {
      const path = join(folder, program);
      return existsSync(path) ? [path, realpathSync(path), realpathSync(path).replace('/usr', '')] : [];
    });
  // A program may have come here in another way, and on other systems there is no dpkg.
  const installed = [...packageOf].filter(([, name]) => dependencies.has(name));
  context.diagnostic(`${installed.length} programs compared`);
  const owners = query('-S', ...installed.flatMap(([program]) => paths(program))).split('\n');
  for (const [program, name] of installed) {
    const owning = owners
      .filter((line) => paths(program).includes(line.slice(line.indexOf(': ') + 2)))
      .flatMap((line) => line.slice(0, line.indexOf(': ')).split(', '))
      .map((owner) => owner.replace(/:\w+$/, ''));
    const all = brought(name);
    assert(
      owning.some((owner) => all.has(owner)),
      `${program} is in ${owning}, and not in ${name}`,
    );
  }
});

test('a program of no declared package is found, however it is started', () => {
  for (const source of [
    "spawn('xdotool', ['key', 'a']);",
    "import { execFile } from 'node:child_process'; const run = promisify(execFile); await run('xdotool');",
    "display.run('xdotool', ['key']);",
    "const words = ['xdotool', '--help'];",
    "const step = { command: ['xdotool', '--help'] };",
  ])
    assert.deepEqual(undeclared(startedPrograms(source)), ['xdotool'], source);
  for (const source of [
    "quoth.run('xdotool');",
    "spawn(program, ['-v', 'error']);",
    "spawn('/bin/sh', ['-c', line]);",
  ])
    assert.deepEqual(undeclared(startedPrograms(source).map((path) => basename(path))), [], source);
});
