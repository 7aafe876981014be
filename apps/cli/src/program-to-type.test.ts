import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '@quoth/processes/fixtures/temporary-folder.ts';
import { commandTable } from './main.ts';
import { commandNames, programToType, typedHint } from './program-to-type.ts';

test('the command is named as it can be typed: quoth, ./quoth or its path', () => {
  const root = temporaryFolder();
  const [bin, foreign, launcher] = [join(root, 'bin'), join(root, 'foreign'), join(root, 'quoth')];
  mkdirSync(bin);
  mkdirSync(foreign);
  writeFileSync(launcher, '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(join(foreign, 'quoth'), '#!/bin/sh\n', { mode: 0o755 });
  const typed = (cwd: string, path: string) => programToType({ launcher, cwd, path });

  assert.equal(typed(root, bin), './quoth');
  assert.equal(typed(bin, bin), launcher);
  symlinkSync(launcher, join(bin, 'quoth'));
  assert.equal(typed(tmpdir(), `/none:${bin}`), 'quoth');
  assert.equal(typed(root, `${foreign}:${bin}`), './quoth', 'a foreign one comes first');
  assert.equal(programToType({ launcher: join(root, 'none'), cwd: root, path: '' }), 'quoth');
});

test('on Windows it is quoth, .\\quoth or the path of quoth.cmd', () => {
  const root = mkdtempSync(join(tmpdir(), 'quoth program-'));
  const launcher = join(root, 'quoth.cmd');
  writeFileSync(launcher, '@echo off\r\n', { mode: 0o755 });
  assert.equal(programToType({ launcher, cwd: tmpdir(), path: root }), 'quoth');
  assert.equal(programToType({ launcher, cwd: root, path: '' }), '.\\quoth');
  assert.equal(programToType({ launcher, cwd: tmpdir(), path: '' }), `"${launcher}"`);
});

test('a hint names commands only, never the product or a path', () => {
  const hint = 'Run "quoth doctor", or:\nquoth models list. Quoth keeps /var/quoth and myquoth here.';
  assert.equal(
    typedHint(hint, './quoth'),
    'Run "./quoth doctor", or:\n./quoth models list. Quoth keeps /var/quoth and myquoth here.',
  );
  assert.equal(typedHint(hint, 'quoth'), hint);
  assert.equal(typedHint('quoth the raven: quoth record', './quoth'), 'quoth the raven: ./quoth record');
  assert.deepEqual([...commandTable.map(({ name }) => name), 'gateway'], commandNames);
});
