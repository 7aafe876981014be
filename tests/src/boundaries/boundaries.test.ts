import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findCycles } from './find-cycles.ts';
import { startsProcesses } from './rules.ts';
import { parseSourceFile, type SourceFile } from './source-file.ts';
import { violations } from './violations.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const packages = [
  ...globSync('{packages,apps}/*/package.json', { cwd: root }),
  'tests/package.json',
  'bench/package.json',
].filter((path) => existsSync(join(root, path)));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function namesIn(path: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, path), 'utf8'),
  ) as Manifest;
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
}

let parsed: readonly SourceFile[] | undefined;
/** Parsed once for all tests. */
function everyFile(): readonly SourceFile[] {
  parsed ??= packages.flatMap((manifest) => {
    const folder = manifest.slice(0, -'/package.json'.length);
    return globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).map((path) =>
      parseSourceFile(
        folder.split('/').at(-1) ?? '',
        path.slice(`${folder}/src/`.length),
        readFileSync(join(root, path), 'utf8'),
      ),
    );
  });
  return parsed;
}

test('every file of every package keeps the import rules', () => {
  const declared = Object.fromEntries(packages.map((path) => [path.split('/').at(-2) ?? '', namesIn(path)]));
  const files = everyFile();
  assert(files.length > 100);
  assert.deepEqual(violations(files, { ...declared, workspace: namesIn('package.json') }), []);
});

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(findCycles(everyFile()), []);
});

test('a circle is found, however long, and a diamond is none', () => {
  const file = (path: string, ...to: string[]) =>
    parseSourceFile('core', path, to.map((name) => `import type { x } from './${name}'`).join('\n'));
  const circle = [file('a.ts', 'b.ts'), file('b.ts', 'c.ts'), file('c.ts', 'a.ts'), file('d.ts', 'a.ts')];
  assert.deepEqual(findCycles(circle), [['core/a.ts', 'core/b.ts', 'core/c.ts']]);
  const diamond = [file('a.ts', 'b.ts', 'c.ts'), file('b.ts', 'd.ts'), file('c.ts', 'd.ts'), file('d.ts')];
  assert.deepEqual(findCycles(diamond), []);
});

const cases: readonly [packageName: string, path: string, source: string, expected: RegExp | undefined][] = [
  ['contract', 'a.ts', "import { z } from 'zod'", undefined],
  ['contract', 'a.ts', "import 'node:fs'", /runs in a browser/],
  ['client', 'a.ts', "import fs from 'fs'", /runs in a browser/],
  ['client', 'node/a.ts', "import 'node:fs'", undefined],
  ['cli', 'a.ts', "import { createCore } from '@quoth/core'", /may not import @quoth\/core/],
  ['cli', 'a.ts', "export * from '@quoth/core'", /may not import/],
  ['cli', 'a.ts', "await import('@quoth/core')", /may not import/],
  ['cli', 'a.ts', "import type { Core } from '@quoth/core'", /may not import/],
  ['desktop', 'a.ts', "import { createCore } from '@quoth/core'", undefined],
  ['core', 'modes/a.ts', "import { a } from '../database/index.ts'", undefined],
  ['core', 'modes/a.ts', "import { a } from '../database/schema.ts'", /only database\/index.ts/],
  ['core', 'database/a.ts', "import { a } from '../modes/index.ts'", /may not import modes/],
  ['core', 'modes/a.ts', "import { a } from '../recordings/index.ts'", /may not import recordings/],
  ['core', 'modes/a.ts', "import type { Modes } from '../declarations/index.ts'", undefined],
  ['core', 'modes/a.ts', "import { createCore } from '../create-core.ts'", /from within a folder/],
  ['core', 'helpers/a.ts', '', /not in the order/],
  ['core', 'a.ts', "import x from 'lodash'", /does not declare/],
  ['core', 'a.ts', "import { x } from '../../api-server/src/index.ts'", /another package/],
  ['core', 'a.ts', 'export const a = process.env.HOME', /process\.env/],
  ['core', 'a.ts', 'const { env, platform } = process', /process\.env/],
  ['core', 'modes/fixtures/a.ts', 'export const a = process.env.HOME', undefined],
  ['core', 'modes/a.ts', "import { a } from './fixtures/a.ts'", /only tests may do/],
  ['core', 'modes/a.test.ts', "import { a } from './fixtures/a.ts'", undefined],
  ['core', 'modes/a.test.ts', "import { a } from '../fixtures/a.ts'", undefined],
  ['core', 'modes/a.ts', "import { a } from '../fixtures/a.ts'", /only tests may do/],
  ['client', 'node/a.test.ts', "import { a } from '@quoth/processes/fixtures/a.ts'", undefined],
  ['client', 'node/a.test.ts', "import { a } from '@quoth/processes'", /may not import/],
  ['client', 'node/a.ts', "import { a } from '@quoth/processes/fixtures/a.ts'", /only tests may do/],
  ['desktop', 'read-config.ts', 'export const a = process.env.HOME', undefined],
  ['core', 'modes/a.ts', "signal.addEventListener('abort', stop)", /by hand/],
  ['core', 'modes/a.ts', 'signal.onabort = stop', /by hand/],
  ['core', 'modes/a.test.ts', "signal.addEventListener('abort', stop)", undefined],
  ['core', 'base/concurrency.ts', "signal.addEventListener('abort', stop)", undefined],
  ['desktop', 'tray/a.ts', "import { fork } from 'node:child_process'", /starts a process/],
  ['core', 'modes/a.ts', "import { type ChildProcess, spawn } from 'child_process'", /starts a process/],
  ['core', 'modes/a.ts', "import type { ChildProcess } from 'node:child_process'", undefined],
  ['core', 'modes/a.test.ts', "import { spawn } from 'node:child_process'", undefined],
  ['processes', 'child.ts', "import { fork } from './programs.ts'", undefined],
  ['processes', 'child.ts', "import { fork } from 'node:child_process'", /console hidden/],
  ['audio', 'decode/a.ts', "import { spawn } from '@quoth/processes/programs'", undefined],
  ['audio', 'decode/a.ts', "import { spawn } from 'node:child_process'", /console hidden/],
  ['core', 'modes/a.ts', "import { spawn } from '@quoth/processes/programs'", /starts a process/],
  ['gateway', 'relay/a.ts', "import { a } from '../ledger/ledger.ts'", undefined],
  ['gateway', 'relay/a.ts', "import { a } from '../errors.ts'", undefined],
  ['gateway', 'ledger/a.ts', "import { a } from '../relay/chains.ts'", /may not import relay/],
  ['gateway', 'relay/a.ts', "import type { a } from '../http/answers.ts'", /may not import http/],
  ['gateway', 'relay/a.ts', "import type { a } from '../gateway.ts'", /may not import gateway/],
  ['gateway', 'audio/a.ts', "import type { Server } from 'node:http'", /knows no HTTP/],
  ['gateway', 'http/a.ts', "import { relay } from '../relay/relay.ts'", undefined],
  ['utilities', 'a.ts', '', /not in the table/],
];

test('each exception for starting processes is one', () => {
  const starting = everyFile().filter((file) => file.startsProcesses);
  const unused = Object.keys(startsProcesses).filter(
    (allowed) => !starting.some(({ packageName, path }) => `${packageName}/${path}`.startsWith(allowed)),
  );
  assert.deepEqual(unused, []);
});

test('the rules find what they are for', () => {
  const declared = {
    contract: ['zod'],
    audio: ['@quoth/processes'],
    core: ['@quoth/contract', '@quoth/processes'],
    cli: ['@quoth/core'],
    desktop: ['@quoth/core'],
    workspace: ['@quoth/processes'],
  };
  for (const [packageName, path, source, expected] of cases) {
    const found = violations([parseSourceFile(packageName, path, source)], declared);
    if (expected === undefined) assert.deepEqual(found, [], source);
    else assert.match(found.join('\n'), expected, source);
  }
});
