import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { rawPrinting } from './raw-printing.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Those that draw on a terminal or pass on what is not for one, and make their words safe before. */
const drawing = [
  'ask.ts',
  'bin.ts',
  'build-window.ts',
  'completion.ts',
  'growing-text.ts',
  'main.ts',
  'print.ts',
  'progress.ts',
  'recording-display.ts',
  'recordings-export.ts',
  'demo.ts',
  'demo-cloud.ts',
];

test('the command line prints nothing from elsewhere as it is', () => {
  const paths = globSync('apps/cli/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !drawing.includes(basename(path)),
  );
  assert(paths.length > 40, `${paths.length} files`);
  const found = paths.flatMap((path) => rawPrinting(path, readFileSync(join(root, path), 'utf8')));
  assert.deepEqual(found, []);
});

test('it is found what is printed as it is, and nothing else is', () => {
  for (const source of [
    "environment.stderr.write(name + 'x');",
    'this.#options.environment.stdout.write(text);',
    'stdout.write(JSON.stringify(body));',
  ])
    assert.equal(rawPrinting('a.ts', source).length, 1, source);
  for (const source of [
    "stderr.write('done');",
    'environment.stderr.write(plainText(name));',
    'stdout.write(printedJson(body));',
    'file.write(bytes);',
  ])
    assert.deepEqual(rawPrinting('a.ts', source), [], source);
});
